import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Env } from './call.js';
import type { PoolFault, PoolFaults } from './loopback-pool.js';
import { foreignUrl } from './paging.js';
import { refusalResponse } from './refusal.js';

export function createFaults(): PoolFaults {
  return {
    latencyMs: 0,
    always: null,
    next: [],
    only: null,
    retryAfterSeconds: null,
    errorBody: 'nested',
    forbiddenSubaccounts: new Set(),
  };
}

/** The fault for this request; takes one from `next` if there is one. */
export function takeFault(
  faults: PoolFaults,
  request: { method: string; path: string },
): { fault: PoolFault | null; latencyMs: number } {
  if (faults.only && !faults.only(request)) return { fault: null, latencyMs: 0 };
  return { fault: faults.next.shift() ?? faults.always, latencyMs: faults.latencyMs };
}

/** The answer instead of the operation, which then has no effect; null if it should run. */
export async function answerInstead(
  context: Context<Env>,
  faults: PoolFaults,
  fault: PoolFault,
): Promise<Response | null> {
  if (typeof fault === 'number') return refusalResponse(faults, fault);
  if (fault === 'hang') return new Promise<never>(() => {});
  if (fault === 'reset') return reset(context);
  if (fault === 'redirect') {
    return new Response(null, {
      status: 302,
      headers: { location: foreignUrl(new URL(context.req.url)) },
    });
  }
  if (fault === 'error-in-200') return respond(ERROR_IN_200, 'application/json');
  if (fault === 'no-route') {
    const path = new URL(context.req.url).pathname;
    const body = JSON.stringify({ message: `Cannot ${context.req.method} ${path}` });
    return new Response(body, { status: 404, headers: { 'content-type': 'application/json' } });
  }
  return null;
}

const ERROR_IN_200 =
  '{"status":"error","message":"address rejected","trace":{"id":"t-4711","hint":"*not* on the allow-list"}}';

/** Spoils the answer of an operation that has run and had its effect. */
export async function spoil(
  context: Context<Env>,
  answer: Response,
  fault: PoolFault,
): Promise<Response> {
  switch (fault) {
    case 'half-json': {
      const text = await answer.text();
      return respond(text.slice(0, Math.floor(text.length / 2)), 'application/json');
    }
    case 'html':
      return respond('<!doctype html><html><body>Just a moment …</body></html>', 'text/html');
    case 'empty':
      return respond('', 'application/json');
    case 'plain-text':
      return respond('upstream connect error', 'text/plain');
    case 'huge':
      return respond(hugeBody(), 'application/json');
    case '25-mb': {
      const padding = 'x'.repeat(25_000_000);
      return respond(withFields(await answer.text(), { padding }), 'application/json');
    }
    case 'key-echoed':
      return respond(withKey(await answer.text(), keyOf(context)), 'application/json');
    case '500-after-effect':
      return new Response('Internal server error', { status: 500 });
    case 'reset-after-effect':
      return reset(context);
    case 'hang':
    case 'reset':
    case 'redirect':
    case 'error-in-200':
    case 'no-route':
    case 400:
    case 401:
    case 403:
    case 404:
    case 429:
    case 500:
    case 503:
      throw new Error(`${fault} answers instead of the operation`);
  }
  return fault satisfies never;
}

function keyOf(context: Context<Env>): string {
  return context.req.header('authorization') ?? '';
}

/** Adds to the first object of the body; the names are harmless. */
function withFields(json: string, fields: Readonly<Record<string, string>>): string {
  return json.replace('{', () => `{${JSON.stringify(fields).slice(1, -1)},`);
}

/** The key as a value and as a name, written the JSON, URL and base64 ways. */
function withKey(json: string, key: string): string {
  const each = (write: (code: string) => string) =>
    [...Buffer.from(key)].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
  const unicode = each((code) => String.raw`\u00${code}`);
  const written = {
    x_plain: key,
    x_within: JSON.stringify({ echo: key }),
    x_escaped_within: unicode,
    x_url: each((code) => `%${code}`),
    x_base64: Buffer.from(`user:${key}`).toString('base64'),
  };
  const escaped = `"x_escaped":"${unicode}","${unicode}":"a name","metadata_of":{"a":["${unicode}"]}`;
  return withFields(json, written).replace('{', () => `{${escaped},`);
}

function respond(body: string | ReadableStream, type: string): Response {
  return new Response(body, { status: 200, headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** Like a dying server: an RST, no goodbye. */
function reset(context: Context<Env>): Response {
  context.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

const chunkBytes = 256 * 1024;
/** 41 MiB. */
const hugeChunks = 164;

/** JSON whose end never matters: one string, sent as fast as it is read. */
function hugeBody(): ReadableStream<Uint8Array> {
  const filling = new Uint8Array(chunkBytes).fill(0x78);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent === 0) controller.enqueue(new TextEncoder().encode('{"padding":"'));
      controller.enqueue(filling);
      sent++;
      if (sent < hugeChunks) return;
      controller.enqueue(new TextEncoder().encode('"}'));
      controller.close();
    },
  });
}
