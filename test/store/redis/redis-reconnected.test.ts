import { setImmediate as breath } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { DurabilityRisk } from '../../../src/domain/durability-risks.js';
import { CLOSED } from '../../../src/store/closed-store.js';
import { toText } from '../../../src/store/adapter/namespace.js';
import { entryKey } from '../../../src/store/redis/keys.js';
import { openRedisStore } from '../../../src/store/redis/redis.js';
import type { Store } from '../../../src/store/store.js';
import { startTcpFront, type TcpFront } from '../../support/tcp-front.js';
import {
  asAdmin,
  hasRedisServer,
  LOADS_SLOWLY,
  startRedisServer,
  type RedisServer,
} from '../support/redis-server.js';

const title = hasRedisServer ? 'a Redis that is connected again' : 'skipped: no redis-server';
const MOVED = { state: 'moved', id: 'i', at: 0, to: '/elsewhere' };

/** The rules alone: connection-guard.test.ts. */
describe.skipIf(!hasRedisServer)(title, () => {
  let redis: RedisServer;
  let store: Store;
  let address: TcpFront;
  let broken: string[];
  afterEach(async () => {
    await store.close();
    await address.close();
    await redis.stop();
  });

  async function begin(
    settings: Readonly<Record<string, string>> = {},
    mayLose: readonly DurabilityRisk[] = [],
  ) {
    redis = await startRedisServer(undefined, settings);
    address = await startTcpFront(redis.port);
    broken = [];
    store = await openRedisStore(through(redis.url), mayLose, {
      onBroken: ({ message }) => broken.push(message),
    });
  }
  const through = (url: string) => url.replace(String(redis.port), String(address.port));

  /** Asks as fast as it can, until `isOver`: how often the store answered, and its refusals. */
  async function askUntil(isOver: (answered: number, refusals: ReadonlySet<string>) => boolean) {
    const refusals = new Set<string>();
    let answered = 0;
    while (!isOver(answered, refusals)) {
      await store.lastSeq('s').then(
        () => answered++,
        (error: unknown) => refusals.add(String(error)),
      );
      await breath();
    }
    return { answered, refusals: [...refusals] };
  }
  const isBroken = () => broken.length > 0;

  const closeStore = (url: string) =>
    asAdmin(url, (client) => client.set(entryKey(CLOSED.space, CLOSED.key), toText(MOVED)));

  test('is asked nothing before its settings are known', async () => {
    await begin();
    address.moveTo(1);
    await asAdmin(redis.url, (client) => client.configSet('appendonly', 'no'));
    address.moveTo(redis.port);
    expect((await askUntil(isBroken)).answered).toBe(0);
    expect(broken).toEqual([expect.stringContaining('  - appendonly-no: ')]);
    await expect(store.lastSeq('s')).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  test('is asked nothing before it is known whether the store was moved', async () => {
    await begin();
    address.moveTo(1);
    await closeStore(redis.url);
    address.moveTo(redis.port);
    expect((await askUntil(isBroken)).answered).toBe(0);
    expect(broken).toEqual([expect.stringContaining('This store was moved to /elsewhere')]);
  });

  test('is away while it rewrites its file, which may be its first', async () => {
    await begin();
    const away = 'StoreUnavailable: the store is away: its append-only file may not be written yet';
    const rewriteAndCutOff = async () =>
      asAdmin(redis.url, async (client) => {
        await client.set('other', 'x');
        // In µs. Stands for much data.
        await client.configSet('rdb-key-save-delay', '3000000');
        await client.bgRewriteAof();
        await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal']);
      });
    let seen: readonly string[] = [];
    // On a busy machine the rewrite may end before the store connects again.
    while (!seen.includes(away)) {
      await rewriteAndCutOff();
      const isBack = (answered: number, refusals: ReadonlySet<string>) =>
        refusals.has(away) || (refusals.size > 0 && answered > 0);
      ({ refusals: seen } = await askUntil(isBack));
    }
    await askUntil((answered) => answered > 0);
    expect(broken).toEqual([]);
  });

  test('is away while it loads its data, whatever it says of itself meanwhile', async () => {
    await begin(LOADS_SLOWLY);
    await redis.fill();
    await redis.end();
    const again = redis.startAgain();
    const { refusals } = await askUntil((answered) => answered > 0);
    expect(refusals).toContain('StoreUnavailable: the store is away: LOADING');
    expect(broken).toEqual([]);
    await again;
  });

  test('is checked once it has loaded: the store was moved meanwhile', async () => {
    // Its data would say nothing against it, if only it could be read.
    await begin({ ...LOADS_SLOWLY, appendonly: 'no' }, ['appendonly-no']);
    await redis.fill();
    address.moveTo(1);
    await closeStore(redis.url);
    await asAdmin(redis.url, (client) => client.sendCommand(['SAVE']));
    await redis.end();
    const again = redis.startAgain();
    address.moveTo(redis.port);
    expect((await askUntil(isBroken)).answered).toBe(0);
    expect(broken).toEqual([expect.stringContaining('This store was moved to /elsewhere')]);
    await again;
  });

  test('is not opened while it loads, in words', async () => {
    await begin(LOADS_SLOWLY);
    await redis.fill();
    await redis.end();
    const again = redis.startAgain();
    const opened = async () =>
      openRedisStore(redis.url).then(
        (other) => other.close(),
        (error: unknown) => Promise.reject(error),
      );
    await expect
      .poll(() => opened().catch(String), { timeout: 10_000 })
      .toContain('LOADING. The server still loads its data. Start again once it has.');
    await again;
  });
});
