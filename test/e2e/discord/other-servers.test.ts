import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startFront, type Front } from '../../support/proxy.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

/** Servers that speak the same protocols differently from the loopbacks. */
let world: World;
let pool: Front;
let discord: Front;
beforeAll(async () => {
  world = await startWorld({
    async env(behind) {
      [discord, pool] = await Promise.all([
        startFront(behind.discord.apiUrl),
        startFront(behind.pool.url),
      ]);
      return { POOL_API_URL: pool.url, DISCORD_API_URL: `${discord.url}/api` };
    },
  });
  await world.start();
});
afterEach(() => {
  for (const { habits } of [pool, discord]) {
    habits.encoding = null;
    habits.pieceBytes = 0;
    habits.hangsUp = false;
  }
});
afterAll(async () => {
  await world.close();
  await Promise.all([pool.close(), discord.close()]);
});

/** Connects, reads and turns a page, in a workspace with nothing cached. */
async function useEverything(): Promise<void> {
  const there = world.neighbour();
  expect(shown(await there.connect())).toContain('# Connected');
  expect(shown(await ask(there.as('viewer'), 'summary'))).toContain('# Pool summary');
  const list = await ask(there.as('viewer'), 'miners list');
  const next = await settledOf(there.as('viewer').click(list, idOf(list, 'Next')));
  expect(shown(next)).toContain('Page 2');
}

describe('a pool', () => {
  test.each(['gzip', 'br', 'deflate'] as const)('that packs in %s', async (encoding) => {
    pool.habits.encoding = encoding;
    await useEverything();
  });

  test('that says it packs and does not: unreadable, and no incident', async () => {
    const there = world.neighbour();
    await there.connect();
    pool.habits.encoding = 'nonsense';
    // Plain text with a wrong coding name can still be read.
    expect(shown(await ask(there.as('viewer'), 'summary'))).not.toMatch(/incident/);
  });

  test('that answers in pieces, without a length', async () => {
    pool.habits.pieceBytes = 7;
    await useEverything();
  });

  test('that hangs up after each answer without having said so', async () => {
    pool.habits.hangsUp = true;
    const before = pool.connections();
    await useEverything();
    expect(pool.connections() - before).toBeGreaterThan(1);
  });
});

describe('a Discord', () => {
  test('that answers in pieces and hangs up after each', async () => {
    discord.habits.pieceBytes = 11;
    discord.habits.hangsUp = true;
    await useEverything();
  });

  test('refused nothing of all this', () => {
    expect(world.discord.refusals).toEqual([]);
  });
});
