import { createSecretKey, randomBytes } from 'node:crypto';
import type { LoopbackPool } from '../../../sandbox/pool/loopback-pool.js';
import { createDailyPosts, type DailyPosts } from '../../../src/daily/daily.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import type { Guilds } from '../../../src/guilds/guilds.js';
import type { OpenedPool } from '../../../src/pool-api/opened-pool.js';
import { createPoolClients } from '../../../src/pool-api/pool-clients.js';
import { createChannels, type Channels } from './channel.js';
import { aSchedule, createClock, step, type TurnedClock } from './daily-harness.js';
import { createSharedStore } from './shared-store.js';

const MINUTE = 60_000;

/** The daily posts as `bot.ts` assembles them; only clock and Discord are fakes. */
export interface DailyHouse {
  readonly daily: DailyPosts;
  readonly guilds: Guilds;
  readonly clock: TurnedClock;
  readonly channels: Channels;
  readonly trouble: unknown[];
  /** Looks every five minutes, up to and including `at`. */
  until(at: number): Promise<void>;
  close(): Promise<void>;
}

export interface DailyHouseParts {
  readonly startsAt: number;
  readonly poolUrl: string;
  readonly timeoutMs?: number;
}

export function openDailyHouse({ startsAt, poolUrl, timeoutMs = 5_000 }: DailyHouseParts) {
  const clock = createClock(startsAt);
  const store = createSharedStore(clock);
  const channels = createChannels(clock);
  const masterKey = createSecretKey(randomBytes(32));
  const guilds = createGuilds({ store, clock, masterKey, previousMasterKey: undefined });
  const pools = createPoolClients({
    baseUrl: poolUrl,
    authPrefix: '',
    timeoutMs,
    clock,
    // The real number of attempts, without the waits in between.
    retryPolicy: { firstWaitMs: 1 },
  });
  const trouble: unknown[] = [];
  const openPool = async (guildId: string): Promise<OpenedPool> => {
    const opened = await guilds.openKey(guildId);
    if (opened === null) throw new UserError({ title: 'No key', sentence: 'not connected' });
    return { pool: pools.withKey(opened.key), connectedAt: opened.connectedAt };
  };
  const daily = createDailyPosts({
    store,
    guilds,
    clock,
    channels,
    openPool,
    onError: (_what, error) => void trouble.push(error),
    spreadMs: 0,
  });
  const house: DailyHouse = {
    daily,
    guilds,
    clock,
    channels,
    trouble,
    async until(at) {
      for (; clock.at <= at; clock.at += 5 * MINUTE) await step(daily);
    },
    close: () => pools.close(),
  };
  return house;
}

/** A house with one server, connected to a small workspace, whose daily post is due a minute later. */
export async function openHouseBefore(
  due: number,
  { guildId, pool }: { readonly guildId: string; readonly pool: LoopbackPool },
): Promise<DailyHouse> {
  const house = openDailyHouse({ startsAt: due - MINUTE, poolUrl: pool.url });
  const { key } = pool.addWorkspace({ sites: 1, subaccounts: 2, miners: 20, days: 31 });
  await house.guilds.saveKey(guildId, key, '1');
  await house.daily.change(guildId, () => [aSchedule()]);
  return house;
}
