import { expect, test } from 'vitest';
import { appendWithRetry, isNotWritten } from '../../../src/changes/trail/append-with-retry.js';
import { StoreUnavailable } from '../../../src/domain/errors/store-errors.js';

/** A store whose first answer is lost, after or before it took the entry. */
function losing(before: { taken: boolean; there: string | null }) {
  const entries = new Map<number, string>(before.there === null ? [] : [[7, before.there]]);
  let tries = 0;
  return {
    async append(_stream: string, seq: number, text: string) {
      const isFree = !entries.has(seq);
      const isFirst = tries++ === 0;
      if (isFree && (before.taken || !isFirst)) entries.set(seq, text);
      if (isFirst) throw new StoreUnavailable('away', 'the connection was cut');
      return isFree;
    },
    entryAt: (_stream: string, seq: number) => Promise.resolve(entries.get(seq) ?? null),
  };
}

const entry = { stream: 'trail:1', seq: 7, text: 'ours' };
const atOnce = () => Promise.resolve();

test.each([
  ['it was taken', { taken: true, there: null }, true],
  ['it was not', { taken: false, there: null }, true],
  ['another one stands there', { taken: false, there: 'another’s' }, false],
])('an answer is lost, and %s', async (_, before, isOurs) => {
  expect(await appendWithRetry(losing(before), entry, atOnce)).toBe(isOurs);
});

test('an answer is lost, and then the store is locked: it may have been written', async () => {
  let tries = 0;
  const store = {
    append: async () => {
      throw new StoreUnavailable(tries++ === 0 ? 'away' : 'locked', 'no answer');
    },
    entryAt: async () => null,
  };
  const failed = await appendWithRetry(store, entry, atOnce).catch((error: unknown) => error);
  expect(failed).toMatchObject({ fault: 'away' });
  expect(isNotWritten(failed)).toBe(false);
});
