import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PoolFault } from '../../../../sandbox/pool/loopback-pool.js';
import { readings } from '../readings.js';
import { idOf, shown } from '../../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../../world.js';

/** What the pool does, and the words that a person gets for it, whatever the request was. */
const FAULTS: readonly [PoolFault, RegExp][] = [
  ['hang', /did not answer in time/],
  ['reset', /could not be reached, or the connection broke/],
  [400, /did not accept the request \(400\)/],
  [401, /no longer accepts the connected API key \(401\)/],
  [403, /has no access to this, or a name is misspelt \(403\)/],
  [404, /has nothing with that name or id \(404\)/],
  [429, /is limiting requests \(429\)/],
  [500, /failed on its side \(500\)/],
  ['html', /could not be read/],
  ['half-json', /could not be read/],
  ['empty', /could not be read/],
];

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld();
});
afterEach(() => expect(world.discord.refusals).toEqual([]));
afterAll(() => world.close());

/** A pool that limits requests takes longest, so its tests run beside all others. */
describe.concurrent.each([
  ['and limits requests', FAULTS.filter(([fault]) => fault === 429)],
  ['otherwise', FAULTS.filter(([fault]) => fault !== 429)],
] as const)('every reading command, of a pool that fails %s', (_, faults) => {
  let house: World;
  beforeAll(async () => {
    // A pool that answers is retried; only one that hangs makes anybody wait this long.
    const timeout = faults.some(([fault]) => fault === 'hang') ? '1000' : '5000';
    house = await startConnectedWorld({ env: { POOL_API_TIMEOUT_MS: timeout } });
  });
  afterEach(() => {
    house.pool.faults.always = null;
    expect(house.discord.refusals).toEqual([]);
  });
  afterAll(() => house.close());

  test.sequential.for(faults)(
    'with %s',
    { timeout: 60_000 },
    async ([fault, sentence], { expect: expectHere }) => {
      const neighbour = house.neighbour({ miners: 60 });
      await neighbour.connect();
      house.pool.faults.always = fault;
      const asked = readings(neighbour).map(async ({ path, options }) => {
        const outcome = await neighbour.as('viewer').command(path, options);
        const message = await outcome.settled(
          ({ thinking, embeds }) => !thinking && embeds[0]?.['title'] !== 'Exporting miners',
          35_000,
        );
        return { path, text: shown(message), firstResponseMs: outcome.firstResponseMs };
      });
      for (const { path, text, firstResponseMs } of await Promise.all(asked)) {
        expectHere.soft(text, path).toMatch(sentence);
        expectHere.soft(text, path).not.toMatch(/incident/i);
        expectHere.soft(firstResponseMs, path).not.toBeNull();
      }
      expect(house.bot.state).toBe('running');
    },
  );
});

describe('every reading command', () => {
  test('without a key: what to do, from each', async () => {
    const stranger = world.neighbour();
    for (const { path, options } of readings(world)) {
      const text = shown(await ask(stranger.as('viewer'), path, options));
      expect.soft(text, path).toMatch(/`\/setup key`/);
    }
  });
});

describe('every paged list', () => {
  const LISTS = [
    ['revenue', { from: 'last 30 days' }],
    ['derivatives contracts', {}],
    ['derivatives payments', {}],
    ['miners list', {}],
    ['subaccount list', {}],
    ['payment-settings list', {}],
  ] as const;

  test('turns its pages and gives its file after a kill', async () => {
    const before = new Map<string, Awaited<ReturnType<typeof ask>>>();
    for (const [path, options] of LISTS)
      before.set(path, await ask(world.as('viewer'), path, options));
    world.bot.kill();
    await expect.poll(() => world.bot.state).toBe('dead');
    await world.start();
    let turns = 0;
    for (const [path, first] of before) {
      const outcome = await world.as('second').click(first, idOf(first, 'CSV'));
      const file = await outcome.settled(({ attachments }) => attachments.length > 0);
      expect.soft(file.ephemeralFor, path).toBe(world.people.second.id);
      if (!shown(first).includes('more follow')) continue;
      turns++;
      const next = await settledOf(world.as('viewer').click(first, idOf(first, 'Next')));
      expect.soft(next.id, path).toBe(first.id);
      expect.soft(shown(next), path).toMatch(/Page 2, (more follow|the last)/);
      const back = await settledOf(world.as('viewer').click(next, idOf(next, 'Previous')));
      expect.soft(tableOf(shown(back)), path).toEqual(tableOf(shown(first)));
    }
    expect(turns).toBeGreaterThanOrEqual(3);
  }, 60_000);

  test('of one row and of none', async () => {
    const small = world.neighbour({ miners: 1, subaccounts: 1, sites: 1, days: 2 });
    await small.connect();
    for (const [path, options] of LISTS) {
      const text = shown(await ask(small.as('viewer'), path, options));
      expect.soft(text, path).not.toMatch(/incident|did not give/);
      // The pool's contracts don't depend on the size of its workspace.
      if (path !== 'derivatives contracts') expect.soft(text, path).not.toContain('more follow');
    }
    const none = world.neighbour({ miners: 0, subaccounts: 0, sites: 1, days: 0 });
    await none.connect();
    for (const { path, options, heading } of readings(none)) {
      if (path === 'action status') continue;
      const outcome = await none.as('viewer').command(path, options);
      const message = await outcome.settled(
        ({ thinking, embeds }) => !thinking && embeds[0]?.['title'] !== 'Exporting miners',
      );
      expect.soft(shown(message), path).toMatch(path === 'miners export' ? /No miner/ : heading);
    }
  });
});

function tableOf(text: string): string | undefined {
  return /```\n([^]*?)\n```/.exec(text)?.[1];
}
