import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { prepareEntries } from '../../../src/store/sqlite/keyv-sqlite.js';

it('asks SQLite for its version once in a turn of the event loop, and in the next one again', async () => {
  let asked = 0;
  const entries = prepareEntries({
    write: () => async () => 1,
    note: () => async () => 1,
    read: () => ({
      as: (row) => ({
        first: async () => row.parse({ data_version: ++asked }),
        all: async () => [],
      }),
    }),
  });
  await turn();
  const first = await entries.revision('things');
  expect(await entries.revision('others')).toBe(first);
  expect(asked).toBe(1);
  // What this process writes itself counts at once.
  await entries.delete('things', 'a', 0);
  expect(await entries.revision('things')).not.toBe(first);
  await turn();
  expect(await entries.revision('others')).not.toBe(first);
  expect(asked).toBe(2);
});
