import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../sandbox/free-port.js';
import {
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../../../store/support/redis-server.js';
import { idOf, shown } from '../../shown.js';
import { ask, settledOf, startWorld, type World } from '../../world.js';

const title = hasRedisServer ? 'a Redis that goes away' : 'skipped: no redis-server';
/** Long enough for all background work to try several times. */
const AWAY_MS = 20_000;
/** One for each kind of background work, and another when it is over. */
const MAX_LINES = 20;

describe.skipIf(!hasRedisServer)(title, () => {
  let redis: RedisServer;
  let world: World;
  let url: string;
  beforeAll(async () => {
    redis = await startRedisServer();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    world = await startWorld({ env: { REDIS_URL: redis.url, HEALTH_PORT: String(port) } });
    await world.start();
    await world.connect();
  });
  afterAll(async () => {
    await world.close();
    await redis.stop();
  });

  const status = async (path: string) => (await fetch(url + path)).status;
  const notReady = () => expect.poll(() => status('/readyz')).toBe(503);
  const ready = () => expect.poll(() => status('/readyz')).toBe(200);

  test('hanging: alive and not ready, and whoever asks is told; going on: ready', async () => {
    await ready();
    redis.process.kill('SIGSTOP');
    // Asked before anybody can have noticed that it hangs.
    const asked = ['summary', 'miners list'].map((path) => ask(world.as('viewer'), path));
    const shows = ask(world.as('admin'), 'setup show');
    await notReady();
    expect(await status('/healthz')).toBe(200);
    for (const message of await Promise.all([...asked, shows])) {
      expect(shown(message)).toContain('can’t reach its data');
    }
    redis.process.kill('SIGCONT');
    await ready();
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  });

  test('ended: words for commands, clicks, forms and what is typed; the log says it once', async () => {
    const list = await ask(world.as('viewer'), 'miners list');
    const form = await world.as('admin').command('setup key');
    await redis.end();
    await notReady();
    const from = world.log.length;

    const words = shown(await ask(world.as('viewer'), 'summary'));
    expect(words).toMatchInlineSnapshot(`
      "(only you can see this)
      # Pitboss can’t reach its data
      Pitboss’s own data store doesn’t answer. Try again in a minute. If it keeps happening, tell the bot’s operator."
    `);
    const clicked = await settledOf(world.as('viewer').click(list, idOf(list, 'Next')));
    const submitted = await settledOf(world.as('admin').submit(form, { key: world.key }));
    const frozen = await ask(world.as('admin'), 'changes freeze', { reason: 'a test' });
    for (const message of [clicked, submitted, frozen]) {
      expect(shown(message)).not.toMatch(/went wrong|incident/i);
    }
    expect(shown(clicked)).toBe(words);
    expect(
      await world.as('viewer').complete('summary', { subaccounts: 'a' }, 'subaccounts'),
    ).toEqual([]);
    expect(world.log.slice(from).join('\n')).not.toContain('"result":"incident"');

    await sleep(AWAY_MS);
    const said = background(from);
    expect(said.length).toBeGreaterThan(0);
    expect(said.length).toBeLessThan(MAX_LINES);
    expect(new Set(said).size).toBe(said.length);

    await redis.startAgain();
    await ready();
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
    await expect
      .poll(() => background(from), { timeout: 30_000 })
      .toContain('resolved: the store cannot be used');
  }, 120_000);

  /** What was logged, except interactions, each of which has its own lines. */
  function background(from: number): string[] {
    return world.log
      .slice(from)
      .flatMap((line) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? [])
      .filter((message) => !message.includes('interaction'));
  }
});
