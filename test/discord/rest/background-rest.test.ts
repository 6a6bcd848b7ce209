import { afterEach, describe, expect, test, vi } from 'vitest';
import { DiscordSilent, LongRateLimit } from '../../../src/domain/errors/discord-errors.js';
import { createBackgroundRest } from '../../../src/discord/rest/background-rest.js';
import { LEAVES_WITHIN_MS } from '../../../src/domain/messages/nonce.js';

const opened: ReturnType<typeof createBackgroundRest>[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const { rest } of opened.splice(0)) {
    rest.clearHandlerSweeper();
    rest.clearHashSweeper();
  }
});

function over(answer: () => Promise<Response>) {
  let asked = 0;
  const background = createBackgroundRest({
    apiUrl: 'http://127.0.0.1:1',
    makeRequest: () => {
      asked += 1;
      return answer();
    },
  });
  background.rest.setToken('token');
  opened.push(background);
  return { ...background, asked: () => asked };
}

const limited = (body: string, headers: Record<string, string>) =>
  over(async () => new Response(body, { status: 429, headers }));

test.each([
  ['ten minutes', '{"retry_after":600}', { 'retry-after': '600' }],
  ['a year', '{}', { 'retry-after': '31536000' }],
  ['by a page', '<html>1015</html>', { 'retry-after': '600', 'content-type': 'text/html' }],
  ['of everything', '{}', { 'retry-after': '300', 'x-ratelimit-global': 'true' }],
])('a wait of more than a minute is a failed attempt: %s', async (_what, body, headers) => {
  const { rest, asked } = limited(body, headers);
  await expect(rest.post('/channels/1/messages')).rejects.toThrow(LongRateLimit);
  expect(asked()).toBe(1);
});

test.each([
  ['a page', '<html>1015</html>', true],
  ['Discord', '{"retry_after":600,"global":true}', false],
])('a wait for everything that %s asks for', async (_who, body, isPage) => {
  const headers = { 'retry-after': '600', 'x-ratelimit-global': 'true' };
  let asked = 0;
  const { rest } = over(async () =>
    asked++ === 0 ? new Response(body, { status: 429, headers }) : Response.json({ id: '1' }),
  );
  await expect(rest.post('/channels/1/messages')).rejects.toThrow(LongRateLimit);
  const elsewhere = rest.post('/channels/2/messages');
  await (isPage
    ? expect(elsewhere).resolves.toEqual({ id: '1' })
    : expect(elsewhere).rejects.toThrow(LongRateLimit));
});

test('the next attempt asks again', async () => {
  let isLimited = true;
  const { rest } = over(async () =>
    isLimited
      ? new Response('{}', { status: 429, headers: { 'retry-after': '600' } })
      : Response.json({ id: '1' }),
  );
  await expect(rest.post('/channels/1/messages')).rejects.toThrow(LongRateLimit);
  isLimited = false;
  await expect(rest.post('/channels/1/messages')).resolves.toEqual({ id: '1' });
});

test('what waits for a limit, for an answer or in a line is given up, and what comes later', async () => {
  const waiting = limited('{}', { 'retry-after': '50' });
  const silent = over(() => new Promise(() => undefined));
  for (const { rest, giveUp } of [waiting, silent]) {
    const all = ['1', '1', '2'].map((id) => rest.post(`/channels/${id}/messages`));
    const settled = Promise.allSettled(all);
    expect(giveUp()).toBe(3);
    for (const each of await settled)
      expect(each).toMatchObject({ reason: expect.any(DiscordSilent) });
    await expect(rest.get('/gateway/bot')).rejects.toThrow(DiscordSilent);
    expect(giveUp()).toBe(0);
  }
});

describe('a request whose process stood still before its answer was lost', () => {
  const once = { passThroughBody: true, body: Buffer.from('{}') };

  function standingStill(ms: number) {
    vi.useFakeTimers({ toFake: ['Date'] });
    const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    let tries = 0;
    return over(async () => {
      vi.setSystemTime(Date.now() + ms);
      if (tries++ === 0) throw lost;
      return Response.json({ id: '1' });
    });
  }

  test('is not posted again after minutes: it may stand, and its nonce be forgotten', async () => {
    const { rest, asked } = standingStill(LEAVES_WITHIN_MS + 1);
    await expect(rest.post('/channels/1/messages', once)).rejects.toThrow(DiscordSilent);
    expect(asked()).toBe(1);
  });

  test('is posted again before, and each post has a time of its own', async () => {
    const { rest, asked } = standingStill(LEAVES_WITHIN_MS);
    const post = () => rest.post('/channels/1/messages', { ...once, body: Buffer.from('{}') });
    await expect(post()).resolves.toEqual({ id: '1' });
    await expect(post()).resolves.toEqual({ id: '1' });
    expect(asked()).toBe(3);
  });

  test('is no edit again: it could show what is long past', async () => {
    const { rest, asked } = standingStill(LEAVES_WITHIN_MS + 1);
    await expect(rest.patch('/channels/1/messages/2', once)).rejects.toThrow(DiscordSilent);
    expect(asked()).toBe(1);
  });
});

test('a wall clock that is set back an hour holds up nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { rest, asked } = over(async () => Response.json({}));
  const post = () => rest.post('/channels/1/messages');
  await Promise.all(Array.from({ length: 5 }, post));
  vi.setSystemTime(Date.now() - 3_600_000);
  // More than the fifty that Discord accepts per second, so they wait for the next one.
  for (let count = 0; count < 45; count++) await post();
  vi.setSystemTime(Date.now() + 2_000);
  for (let count = 0; count < 45; count++) await post();
  expect(asked()).toBe(95);
});
