import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ApplicationUnread, createApplicationCheck } from '../../src/discord/application-check.js';
import { StoreUnavailable } from '../../src/domain/errors/store-errors.js';

/** Each request gets the next of these; null admits it. */
function asking(outcomes: (Error | null)[]) {
  const stopped = new AbortController();
  const refused: string[] = [];
  const seen = { asks: 0, passed: false };
  const check = createApplicationCheck({
    async admit() {
      seen.asks += 1;
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
    },
    onRefused: (reason) => refused.push(reason),
    log: pino({ level: 'silent' }),
    signal: stopped.signal,
    async pause(_ms, signal) {
      signal.throwIfAborted();
    },
  });
  void check.passed.then(() => (seen.passed = true));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { check, refused, seen, stopped, settled };
}

const locked = () => new StoreUnavailable('locked', 'SQLITE_BUSY');

test('a store that is locked for a while is asked again, and nothing is fatal', async () => {
  const { check, refused, seen, settled } = asking([locked(), locked(), null]);
  check.ask('1');
  check.ask('1');
  await settled();
  expect([seen, refused]).toEqual([{ asks: 3, passed: true }, []]);
});

test('so is a Discord that can’t tell', async () => {
  const { check, refused, seen, settled } = asking([new ApplicationUnread('502'), null]);
  check.ask('1');
  await settled();
  expect([seen, refused]).toEqual([{ asks: 2, passed: true }, []]);
});

test('a refusal is told once, also after the store was away', async () => {
  const { check, refused, seen, settled } = asking([locked(), new Error('another one’s')]);
  check.ask('1');
  await settled();
  expect([seen, refused]).toEqual([{ asks: 2, passed: false }, ['another one’s']]);
});

test('a stop ends the asking', async () => {
  const { check, refused, seen, stopped, settled } = asking([locked(), null]);
  check.ask('1');
  stopped.abort();
  await settled();
  expect([seen, refused]).toEqual([{ asks: 1, passed: false }, []]);
});
