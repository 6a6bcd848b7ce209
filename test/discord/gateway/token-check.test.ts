import { REST } from 'discord.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTokenCheck, isTokenRefusedBy } from '../../../src/discord/gateway/token-check.js';

/** Answers in turn: true is a 401. Only the pauses advance the clock. */
function checking(answers: boolean[]) {
  const stopped = new AbortController();
  const pauses: number[] = [];
  const refused: number[] = [];
  let asked = 0;
  const check = createTokenCheck({
    isRefused: async () => {
      asked += 1;
      return answers.shift() ?? true;
    },
    onRefused: () => refused.push(asked),
    log: pino({ level: 'silent' }),
    signal: stopped.signal,
    async pause(ms, signal) {
      signal.throwIfAborted();
      pauses.push(ms);
      await Promise.resolve();
    },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { check, pauses, refused, stopped, settled, asked: () => asked };
}

test('a token that is refused every time is refused, once, in less than 15 s', async () => {
  const { check, refused, pauses, settled } = checking([]);
  check.suspect();
  check.suspect();
  await settled();
  expect(refused).toEqual([4]);
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(15_000);
  expect(pauses[0]).toBeLessThan(pauses[2] ?? 0);
  check.suspect();
  await settled();
  expect(refused).toHaveLength(1);
});

test('one other answer clears it, and the next 401 begins again', async () => {
  const { check, refused, settled, asked } = checking([true, true, true, false]);
  check.suspect();
  await settled();
  expect([refused, asked()]).toEqual([[], 4]);
  check.suspect();
  await settled();
  expect(refused).toEqual([8]);
});

test('a stop ends it without a word', async () => {
  const { check, refused, stopped, settled, asked } = checking([]);
  check.suspect();
  stopped.abort();
  await settled();
  check.suspect();
  await settled();
  expect([refused, asked()]).toEqual([[], 1]);
});

test.each([
  ['Discord’s own', true, 'application/json', '{"message":"401: Unauthorized","code":0}'],
  ['a page', false, 'text/html', '<html>401</html>'],
  ['a page that is called JSON', false, 'application/json', '<html>401</html>'],
  ['JSON of something else', false, 'application/json', '{"error":"log in first"}'],
  ['JSON with a code of its own', false, 'application/json', '{"message":"no","code":401}'],
])('a 401 that is %s: refused is %s', async (...[, expected, type, body]) => {
  const rest = new REST({
    makeRequest: async () => new Response(body, { status: 401, headers: { 'content-type': type } }),
  }).setToken('x');
  expect(await isTokenRefusedBy(rest)).toBe(expected);
  rest.clearHandlerSweeper();
  rest.clearHashSweeper();
});
