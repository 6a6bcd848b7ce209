import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import type { LoopbackDiscord } from '../../sandbox/discord/loopback-discord.js';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { DEFAULT_SECTIONS } from '../../src/domain/daily/schedule.js';
import { newShortId } from '../../src/domain/names/short-id.js';
import { systemClock } from '../../src/domain/time/clock.js';
import { createGuilds } from '../../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';

interface Seeding {
  /** The bot's folder. */
  readonly folder: string;
  readonly masterKey: Buffer;
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  readonly guilds: number;
  /** A whole minute. */
  readonly dueAt: number;
}

const MINERS_EACH = 100;

/**
 * As if each guild's admin had connected its key and set its post, because a thousand forms take
 * longer. Returns the channels.
 */
export async function seedDailyPosts(seeding: Seeding): Promise<ReadonlySet<string>> {
  const { folder, masterKey, discord, pool, guilds: count, dueAt } = seeding;
  const store = await openEmbeddedStore(join(folder, 'data'));
  const guilds = createGuilds({
    store,
    clock: systemClock,
    masterKey: createSecretKey(masterKey),
    previousMasterKey: undefined,
  });
  const schedules = createSchedules(store);
  const ids = new Set<string>();
  for (let seed = 0; seed < count; seed++) {
    const guild = discord.addGuild({ name: `Guild ${seed}`, channels: ['pool-ops'] });
    const [channelId = ''] = guild.channels.keys();
    const workspace = { seed, miners: MINERS_EACH, sites: 1, subaccounts: 2, days: 31 };
    await guilds.saveKey(guild.id, pool.addWorkspace(workspace).key, '1');
    await schedules.change(guild.id, () => [
      {
        id: newShortId(),
        channelId,
        time: new Date(dueAt).toISOString().slice(11, 16),
        timeZone: 'UTC',
        currencies: ['BTC'],
        sections: [...DEFAULT_SECTIONS],
        since: 0,
        setBy: '1',
      },
    ]);
    ids.add(channelId);
  }
  await store.close();
  return ids;
}
