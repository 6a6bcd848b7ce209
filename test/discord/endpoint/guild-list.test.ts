import { expect, test } from 'vitest';
import { readGuildIds } from '../../../src/discord/endpoint/guild-list.js';

const FIRST = 10n ** 17n;
const guilds = (count: number, start = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: String(FIRST + BigInt(start + index)) }));

/** Pages of a list as Discord returns them, at most `most` long. */
function discordOf(all: readonly { id: string }[], most = 200) {
  const asked: string[] = [];
  return {
    asked,
    rest: {
      async get(route: string, { query = new URLSearchParams() } = {}) {
        asked.push(`${route}?${String(query)}`);
        const after = BigInt(query.get('after') ?? 0);
        const limit = Math.min(most, Number(query.get('limit')));
        return all.filter(({ id }) => BigInt(id) > after).slice(0, limit);
      },
    },
  };
}

test.each([0, 1, 199, 200, 201, 1000])('reads all of %i', async (count) => {
  const { rest } = discordOf(guilds(count));
  expect([...(await readGuildIds(rest))]).toEqual(guilds(count).map(({ id }) => id));
});

test('asks for the most that Discord gives at once', async () => {
  const { rest, asked } = discordOf(guilds(201));
  await readGuildIds(rest);
  expect(asked).toEqual([
    '/users/@me/guilds?limit=200&after=0',
    `/users/@me/guilds?limit=200&after=${FIRST + 199n}`,
    `/users/@me/guilds?limit=200&after=${FIRST + 200n}`,
  ]);
});

test('a page that is shorter than asked for is not the end', async () => {
  const { rest } = discordOf(guilds(30), 7);
  expect((await readGuildIds(rest)).size).toBe(30);
});

test.each<[string, unknown]>([
  ['no list', { message: 'a page of a proxy' }],
  ['null', null],
  ['a server without an id', [{ name: 'Northwind' }]],
  ['the same page for ever', guilds(3)],
])('%s is no list to go by', async (_name, body) => {
  await expect(readGuildIds({ get: async () => body })).rejects.toThrow();
});

test('a page that fails is not left out', async () => {
  const { rest } = discordOf(guilds(300));
  const failing: typeof rest = {
    async get(route, options) {
      const page = await rest.get(route, options);
      if (page.length === 100) throw new Error('502');
      return page;
    },
  };
  await expect(readGuildIds(failing)).rejects.toThrow('502');
});
