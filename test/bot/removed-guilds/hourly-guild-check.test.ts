import { expect, test } from 'vitest';
import { createHourlyGuildCheck } from '../../../src/bot/removed-guilds/hourly-guild-check.js';

/** Processes on one store, and what each of them did. */
function processes() {
  const held = new Map<string, string>();
  const done: string[] = [];
  const store = {
    async hold(key: string) {
      if (held.has(key)) return null;
      const hold = `hold ${done.length}`;
      held.set(key, hold);
      return hold;
    },
    async release(key: string, hold: string) {
      if (held.get(key) === hold) held.delete(key);
    },
  };
  const start = (name: string, readGuilds = async () => void done.push(`${name} reads`)) =>
    createHourlyGuildCheck({
      store,
      readGuilds,
      missing: { look: async () => void done.push(`${name} looks`) },
    });
  return { done, start };
}

test('one of all processes reads the list, and looks by it', async () => {
  const { done, start } = processes();
  await Promise.all(['a', 'b', 'c'].map((name) => start(name)()));
  expect(done).toEqual(['a reads', 'a looks']);
});

test('without a list nobody looks, and the next one may try at once', async () => {
  const { done, start } = processes();
  const failing = start('a', async () => Promise.reject(new Error('no list')));
  await expect(failing()).rejects.toThrow('no list');
  expect(done).toEqual([]);
  await start('b')();
  expect(done).toEqual(['b reads', 'b looks']);
});
