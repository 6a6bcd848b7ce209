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

/** What meets this request; one of `next` is used up by it. */
export function takeFault(
  faults: PoolFaults,
  request: { method: string; path: string },
): { fault: PoolFault | null; latencyMs: number } {
  if (faults.only && !faults.only(request)) return { fault: null, latencyMs: 0 };
  return { fault: faults.next.shift() ?? faults.always, latencyMs: faults.latencyMs };
}

/** The answer in place of the operation, which has no effect then; null where it is to run. */
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
  return null;
}

/** What becomes of the answer of an operation that has run, and had its effect. */
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
    case '500-after-effect':
      return new Response('Internal server error', { status: 500 });
    case 'reset-after-effect':
      return reset(context);
    case 'hang':
    case 'reset':
    case 'redirect':
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

function respond(body: string | ReadableStream, type: string): Response {
  return new Response(body, { status: 200, headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** As a server that dies does: an RST, no goodbye. */
function reset(context: Context<Env>): Response {
  context.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

const chunkBytes = 256 * 1024;
/** 41 MiB. */
const hugeChunks = 164;

/** JSON of which the end never matters: one string, sent as fast as it is read. */
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
