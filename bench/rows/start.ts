import { setTimeout as sleep } from 'node:timers/promises';
import { startLoopbackDiscord } from '../../sandbox/discord/server.js';
import { startPool } from '../../sandbox/pool/server.js';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { DEFAULT_SECTIONS, newScheduleId } from '../../src/domain/daily/schedule.js';
import { systemClock } from '../../src/domain/time/clock.js';
import { createGuilds } from '../../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../../src/store/sqlite/embedded.js';
import { asking } from '../support/asking.js';
import { createBenchBot } from '../support/bench-bot.js';
import { memoryOf, MIB } from '../support/process-figures.js';

export interface StartFigures {
  /** From the start of the process to the READY that follows its IDENTIFY. */
  readonly identifyMs: number;
  /** What the first answer took of somebody who asked 10 ms after READY. */
  readonly askAfterReadyMs: number;
  /** Resident three seconds later. */
  readonly idleMiB: number;
}

export interface StartBench {
  /** One start of the bot, on the store that the last one left. */
  measure(): Promise<StartFigures>;
  close(): Promise<void>;
}

const ASKED_AFTER_MS = 10;
const SETTLED_AFTER_MS = 3_000;
/** A first start writes an entry for each server. */
const FIRST_START_MS = 30_000;

/** A bot in many servers, each with a key, settings, a trail and a daily post. */
export async function openStartBench(servers = 2_500): Promise<StartBench> {
  const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
  const { bot, folder, masterKey, close } = await createBenchBot(discord, pool.url);
  const guild = discord.addGuild({ name: 'Northwind Mining', channels: ['pool-ops'] });
  const [channelId = ''] = guild.channels.keys();
  const actor = discord.as(guild.addPerson({ name: 'Adam', manageGuild: true }), channelId);
  const { key, workspace } = pool.addWorkspace({ miners: 50, days: 7, subaccounts: 12 });
  const names = [...workspace.subaccounts].map((each) => each.name);
  const ids = [guild.id];
  while (ids.length < servers) ids.push(discord.addGuild({ name: `Guild ${ids.length}` }).id);
  await seed();
  await start();
  await sleep(servers === 1 ? SETTLED_AFTER_MS : FIRST_START_MS);
  const ask = asking(actor, names);

  async function seed(): Promise<void> {
    const store = await openEmbeddedStore(`${folder}/data`);
    const guilds = createGuilds({ store, masterKey, clock: systemClock });
    const schedules = createSchedules(store);
    // Not due while this runs.
    const time = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(11, 16);
    const post = { channelId, time, timeZone: 'UTC', currencies: ['BTC' as const], since: 0 };
    const sections = [...DEFAULT_SECTIONS];
    for (const id of ids) {
      await guilds.saveKey(id, id === guild.id ? key : `${key}-${id}`, '1');
      const schedule = { ...post, id: newScheduleId(), sections, setBy: '1' };
      await schedules.change(id, () => [schedule]);
    }
    await store.close();
  }

  /** Resolves at READY, with the ms that it took. */
  async function start(): Promise<number> {
    const begun = performance.now();
    const ready = new Promise<number>((done) => {
      const forget = discord.onChange((change) => {
        if (change.kind !== 'bot' || !change.online) return;
        forget();
        done(performance.now() - begun);
      });
    });
    bot.start();
    return ready;
  }

  return {
    async measure() {
      await bot.stop();
      const identifyMs = await start();
      await sleep(ASKED_AFTER_MS);
      const { firstMs } = await ask();
      await sleep(SETTLED_AFTER_MS);
      return { identifyMs, askAfterReadyMs: firstMs, idleMiB: memoryOf(bot.pid ?? 0) / MIB };
    },
    async close() {
      await close();
      await Promise.all([discord.close(), pool.close()]);
    },
  };
}
