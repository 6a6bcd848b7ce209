import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DiscordSilent } from '../../../src/domain/errors/discord-errors.js';
import { createDiscordHttp, type DiscordHttp } from '../../../src/discord/rest/discord-http.js';
import {
  createInteractionRest,
  InteractionRefused,
  type InteractionRest,
} from '../../../src/discord/rest/interaction-rest.js';

type Behaviour =
  | 'ok'
  | 'reset'
  | 'hang'
  | 'lost-answer'
  | 'html'
  | { status: number; body: object | string }
  | { raw: string };

/** A Discord that knows one thing: an interaction is acknowledged only once. */
interface Little {
  readonly server: Server;
  readonly next: Behaviour[];
  readonly got: { method: string; path: string; type: string; body: string }[];
  readonly acknowledged: Set<string>;
}

let little: Little;
let http: DiscordHttp;
let rest: InteractionRest;

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('latin1');
}

function answer(response: ServerResponse, status: number, body?: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'object' ? JSON.stringify(body) : body);
}

/** As Discord answers, for what of the request can be read. */
function messageOf(id: string, body: string): object {
  const sent = body.startsWith('{') ? JSON.parse(body) : {};
  return { id, channel_id: '3', content: '', embeds: [], ...(sent.data ?? sent) };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  const { method = '', url: path = '' } = request;
  little.got.push({ method, path, type: request.headers['content-type'] ?? '', body });
  const behaviour = little.next.shift() ?? 'ok';
  if (behaviour === 'reset') return void request.socket.destroy();
  if (behaviour === 'hang') return;
  if (behaviour === 'html') return void response.writeHead(502).end('<html>');
  if (typeof behaviour === 'object' && 'raw' in behaviour)
    return void request.socket.end(behaviour.raw);
  if (typeof behaviour === 'object') return answer(response, behaviour.status, behaviour.body);
  const [, id] = /\/interactions\/(\w+)\//.exec(path) ?? [];
  if (id !== undefined && little.acknowledged.has(id))
    return answer(response, 400, { code: 40060 });
  if (id !== undefined) little.acknowledged.add(id);
  if (behaviour === 'lost-answer') return void request.socket.destroy();
  if (method === 'DELETE') return answer(response, 204);
  if (id === undefined) return answer(response, 200, messageOf('900000000000000001', body));
  if (path.endsWith('true')) {
    return answer(response, 200, {
      interaction: { id },
      resource: { message: messageOf('9', body) },
    });
  }
  return answer(response, 204);
}

beforeEach(async () => {
  const server = createServer((request, response) => void serve(request, response));
  little = { server, next: [], got: [], acknowledged: new Set() };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  http = createDiscordHttp({ apiUrl: `http://127.0.0.1:${port}/api`, version: '0.0.0' });
  rest = createInteractionRest(http);
});

afterEach(async () => {
  await http.close();
  little.server.closeAllConnections();
  little.server.close();
});

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\nconnection: close\r\n';

const handle = () => ({ id: '1', applicationId: '5', token: 'secret', receivedAt: Date.now() });
const reply = { content: 'Hello @everyone' };

describe('the first response', () => {
  test('pings nobody', async () => {
    await rest.respond(handle(), { kind: 'reply', reply, ephemeral: true });
    expect(little.got).toMatchObject([
      { method: 'POST', path: '/api/v10/interactions/1/secret/callback?with_response=false' },
    ]);
    expect(JSON.parse(little.got[0]?.body ?? '')).toEqual({
      type: 4,
      data: { content: 'Hello @everyone', flags: 64, allowed_mentions: { parse: [] } },
    });
  });

  test('tells the message id when asked to', async () => {
    const delivery = await rest.respond(handle(), { kind: 'reply', reply, ephemeral: false }, true);
    expect(delivery).toEqual({ kind: 'delivered', messageId: '9' });
  });

  test.each([
    'reset',
    'html',
    { status: 500, body: {} },
    { status: 429, body: { retry_after: 0.05 } },
  ] as const)('is tried again after %j', async (fault) => {
    little.next.push(fault);
    expect(await rest.respond(handle(), { kind: 'defer', ephemeral: false })).toEqual({
      kind: 'delivered',
    });
    expect(little.got).toHaveLength(2);
  });

  describe.each([
    ['a page to sign in', { status: 200, body: '<!doctype html><title>Sign in</title>' }],
    ['an empty 200', { status: 200, body: '' }],
    ['JSON of something else', { status: 200, body: { ok: true } }],
    ['a 202', { status: 202, body: '' }],
    ['a redirect', { status: 302, body: '' }],
    ['a 204 with a length', { raw: `${NO_CONTENT}content-length: 6\r\n\r\n<html>` }],
    ['a 204 in chunks', { raw: `${NO_CONTENT}transfer-encoding: chunked\r\n\r\n` }],
  ] as const)('%s in place of Discord’s answer', (_, instead) => {
    test.each([false, true])('is none, once (id wanted: %s)', async (wantId) => {
      little.next.push(instead);
      const delivery = await rest.respond(handle(), { kind: 'defer', ephemeral: false }, wantId);
      expect(delivery.kind).toBe('delivered');
      expect(little.got).toHaveLength(2);
      expect(little.acknowledged.size).toBe(1);
    });

    test.each([false, true])('is none, each time (id wanted: %s)', async (wantId) => {
      little.next.push(...Array.from({ length: 6 }, () => instead));
      const early = { ...handle(), receivedAt: Date.now() - 2_000 };
      await expect(
        rest.respond(early, { kind: 'defer', ephemeral: false }, wantId),
      ).rejects.toThrow(DiscordSilent);
    });

    test('is none, where Discord took it all the same', async () => {
      little.acknowledged.add('1');
      little.next.push(instead);
      const { kind } = await rest.respond(handle(), { kind: 'defer', ephemeral: false });
      expect(kind).toBe('arrived-before');
    });

    test('is none to what follows', async () => {
      little.next.push(instead);
      expect(await rest.edit(handle(), reply)).toMatchObject({ messageId: '900000000000000001' });
      little.next.push(instead);
      expect(await rest.followUp(handle(), reply)).toMatchObject({ kind: 'delivered' });
      little.next.push(instead);
      expect(await rest.withdraw(handle())).toEqual({ kind: 'delivered' });
      expect(little.got).toHaveLength(6);
    });
  });

  test.each(['lost-answer', 'hang'] as const)('arrives once through a %s', async (fault) => {
    little.next.push(fault);
    const { kind } = await rest.respond(handle(), { kind: 'defer', ephemeral: false });
    expect(kind).toBe(fault === 'hang' ? 'delivered' : 'arrived-before');
    expect(little.acknowledged.size).toBe(1);
  });

  test('40060 at once means that somebody else answered', async () => {
    little.acknowledged.add('1');
    expect(await rest.respond(handle(), { kind: 'defer', ephemeral: false })).toEqual({
      kind: 'taken',
    });
    expect(little.got).toHaveLength(1);
  });

  test('40060 after a 429 still means somebody else: a refused try never arrived', async () => {
    little.acknowledged.add('1');
    little.next.push({ status: 429, body: { retry_after: 0.01 } });
    expect(await rest.respond(handle(), { kind: 'defer', ephemeral: false })).toEqual({
      kind: 'taken',
    });
  });

  test('10062 means gone', async () => {
    little.next.push({ status: 404, body: { code: 10062 } });
    expect(await rest.respond(handle(), { kind: 'defer', ephemeral: false })).toEqual({
      kind: 'gone',
    });
  });

  test('gives up within its three seconds, and no error holds the token', async () => {
    little.next.push('hang', 'hang', 'hang', 'hang');
    const early = { ...handle(), receivedAt: Date.now() - 2500 };
    const failure = await rest
      .respond(early, { kind: 'defer', ephemeral: false })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DiscordSilent);
    expect(String(Object(failure).stack)).not.toContain('secret');
  });

  test('waits for no 429 longer than there is time', async () => {
    little.next.push({ status: 429, body: { retry_after: 30 } });
    await expect(rest.respond(handle(), { kind: 'defer', ephemeral: false })).rejects.toThrow(
      DiscordSilent,
    );
    expect(little.got).toHaveLength(1);
  });

  test('refused bodies are an error of ours, told without the token', async () => {
    little.next.push({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    const failure = await rest
      .respond(handle(), { kind: 'reply', reply, ephemeral: false })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InteractionRefused);
    expect(String(failure)).toBe(
      'InteractionRefused: Discord refused with 400: {"code":50035,"message":"Invalid Form Body"}',
    );
  });
});

describe('an edit', () => {
  test('states every part, so that what was there before goes', async () => {
    expect(await rest.edit(handle(), { content: 'x' })).toEqual({
      kind: 'delivered',
      messageId: '900000000000000001',
    });
    const [{ method, path, body } = { method: '', path: '', body: '' }] = little.got;
    expect([method, path]).toEqual(['PATCH', '/api/v10/webhooks/5/secret/messages/%40original']);
    expect(JSON.parse(body)).toEqual({
      content: 'x',
      embeds: [],
      components: [],
      attachments: [],
      allowed_mentions: { parse: [] },
    });
  });

  test('carries files with what they show in words, through a lost answer', async () => {
    little.next.push('lost-answer');
    const files = [{ name: 'a.csv', data: Buffer.from('a;b'), description: 'The table' }];
    await rest.edit(handle(), { content: 'x', files });
    expect(little.got).toHaveLength(2);
    for (const { type, body } of little.got) {
      expect(type).toMatch(/^multipart\/form-data; boundary=/);
      expect(body).toContain('name="payload_json"');
      expect(body).toContain(
        '"attachments":[{"id":"0","filename":"a.csv","description":"The table"}]',
      );
      expect(body).toContain('name="files[0]"; filename="a.csv"');
      expect(body).toContain('a;b');
    }
  });

  test.each([10015, 10008, 50027])('%i means that the token is dead', async (code) => {
    little.next.push({ status: 404, body: { code } });
    expect(await rest.edit(handle(), reply)).toEqual({ kind: 'gone' });
  });
});

test('a follow-up is private, and repeated when nobody knows whether it was heard', async () => {
  little.next.push('lost-answer');
  expect(await rest.followUp(handle(), reply)).toMatchObject({ kind: 'delivered' });
  expect(little.got).toHaveLength(2);
  expect(JSON.parse(little.got[0]?.body ?? '')).toMatchObject({ flags: 64 });
});

test('many answers at once wait for no global limit', async () => {
  // With a limit of 50 a second, this would wait for a time that never comes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  try {
    const answers = Array.from({ length: 200 }, (_, i) =>
      rest.respond({ ...handle(), id: `n${i}` }, { kind: 'defer', ephemeral: false }),
    );
    const kinds = (await Promise.all(answers)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['delivered']));
  } finally {
    vi.useRealTimers();
  }
});
