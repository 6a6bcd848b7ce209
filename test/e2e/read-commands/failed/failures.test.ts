import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PoolFault } from '../../../../sandbox/pool/loopback-pool.js';
import { shown } from '../../shown.js';
import { ask, startConnectedWorld, type World } from '../../world.js';

/** What the pool does, and the words that a person gets for it. */
const FAULTS: readonly [PoolFault, RegExp][] = [
  ['hang', /did not answer in time/],
  ['reset', /could not be reached, or the connection broke/],
  [400, /did not accept the request \(400\)/],
  [401, /no longer accepts the connected API key \(401\).*`\/setup key`/],
  [403, /has no access to this, or a name is misspelt \(403\)/],
  [404, /has nothing with that name or id \(404\)/],
  [429, /is limiting requests \(429\)/],
  [500, /failed on its side \(500\)/],
  [503, /failed on its side \(503\)/],
  ['html', /could not be read/],
  ['half-json', /could not be read/],
  ['plain-text', /could not be read/],
  ['empty', /could not be read/],
];

describe('a pool that fails', () => {
  let world: World;
  beforeAll(async () => {
    world = await startConnectedWorld();
    // For a 429, to keep the key's pause short; test/e2e/read-commands/failed/reading-failures.test.ts doesn't.
    world.pool.faults.retryAfterSeconds = 1;
  });
  afterEach(() => {
    world.pool.faults.always = null;
  });
  afterAll(() => world.close());

  test.each(FAULTS)('%s: one clear sentence, no incident, no restart', async (fault, sentence) => {
    world.pool.faults.always = fault;
    // Each requests a different subaccount, so that no earlier answer is reused.
    const message = await ask(world.as('viewer'), 'summary', { subaccounts: `for-${fault}` });
    expect(shown(message)).toMatch(sentence);
    expect(shown(message)).not.toMatch(/incident/i);
    expect(message.ephemeralFor).toBe(world.people.viewer.id);
    world.pool.faults.always = null;
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
    expect(world.bot.state).toBe('running');
  });

  test('a 429 that asks for ten years: when Pitboss asks again, before and while it waits', async () => {
    const there = world.neighbour();
    await there.connect();
    const { retryAfterSeconds } = world.pool.faults;
    world.pool.faults.retryAfterSeconds = 315_360_000;
    world.pool.faults.next = [429];
    const sentence = /wait of more than a year, but Pitboss waits a minute at most: try again then/;
    expect(shown(await ask(there.as('viewer'), 'summary'))).toMatch(sentence);
    world.pool.faults.retryAfterSeconds = retryAfterSeconds;
    expect(shown(await ask(there.as('viewer'), 'summary'))).toMatch(sentence);
  });

  test('a redirect is not followed, and the key goes nowhere', async () => {
    world.pool.faults.always = 'redirect';
    const before = world.pool.requests.length;
    const message = await ask(world.as('viewer'), 'summary', { subaccounts: 'elsewhere' });
    expect(shown(message)).toMatch(/could not be read|did not accept/);
    const since = world.pool.requests.slice(before);
    expect(new Set(since.map(({ path }) => path.split('?')[0]))).toEqual(
      new Set(['/api/v2/pool/summary/BTC']),
    );
  });

  test('everything said was within Discord’s limits', () => {
    expect(world.discord.refusals).toEqual([]);
  });
});
