import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopbackDiscord } from '../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import { startPool } from '../sandbox/pool/server.js';
import { DEFAULT_SECTIONS, newScheduleId } from '../src/domain/daily/schedule.js';
import { createSchedules } from '../src/daily/schedule/schedules.js';
import { systemClock } from '../src/domain/time/clock.js';
import { createGuilds } from '../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../src/store/sqlite/embedded.js';
import { createBenchBot } from './support/bench-bot.js';
import { askSteadily, cpuSeconds, memoryOf, MIB, quantile } from './support/process-figures.js';

/**
 * `node dist/bench/daily-fan-out.js [guilds] [window in s]`, on Linux: the daily posts of many
 * guilds that all asked for the same minute, made and posted by the real bot between the
 * loopback servers. How long it takes, how much memory, whether a limit was broken, and how soon
 * commands are answered meanwhile.
 */
const guildCount = Number(process.argv[2] ?? 1_000);
const windowSeconds = Number(process.argv[3] ?? 60);
const POOL_LATENCY_MS = 60;
const DISCORD_LATENCY_MS = 40;
/** Discord's global limit, enforced: what goes over it is answered 429. */
const REQUESTS_PER_SECOND = 50;
const MINERS_EACH = 100;
const ASK_EVERY_MS = 100;
const LEAD_MS = 20_000;
const GIVE_UP_MS = 10 * 60_000;

const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
const { bot, folder, masterKey, close } = await createBenchBot(discord, pool.url, {
  DAILY_SPREAD_SECONDS: String(windowSeconds),
});
const dueAt = Math.ceil((Date.now() + LEAD_MS + guildCount * 10) / 60_000) * 60_000;
const channels = await seed();
const counted = countPosts(discord, channels);
bot.start();
await discord.ready(30_000);
pool.faults.latencyMs = POOL_LATENCY_MS;
discord.faults.latencyMs = DISCORD_LATENCY_MS;
discord.faults.requestsPerSecond = REQUESTS_PER_SECOND;
await measure();
await close();
await Promise.all([discord.close(), pool.close()]);
process.exit(0);

/** As if each guild's admin had connected its key and set its post; a thousand forms take longer. */
async function seed(): Promise<ReadonlySet<string>> {
  const store = await openEmbeddedStore(join(folder, 'data'));
  const guilds = createGuilds({
    store,
    clock: systemClock,
    masterKey: createSecretKey(masterKey),
    previousMasterKey: undefined,
  });
  const schedules = createSchedules(store);
  const ids = new Set<string>();
  for (let count = 0; count < guildCount; count++) {
    const guild = discord.addGuild({ name: `Guild ${count}`, channels: ['pool-ops'] });
    const [channelId = ''] = guild.channels.keys();
    const workspace = { seed: count, miners: MINERS_EACH, sites: 1, subaccounts: 2, days: 31 };
    await guilds.saveKey(guild.id, pool.addWorkspace(workspace).key, '1');
    await schedules.change(guild.id, () => [
      {
        id: newScheduleId(),
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

interface Counted {
  readonly byChannel: ReadonlyMap<string, number>;
  readonly lastAt: () => number;
}

function countPosts(from: LoopbackDiscord, own: ReadonlySet<string>): Counted {
  const byChannel = new Map<string, number>();
  const seen = new Set<string>();
  let lastAt = 0;
  from.onChange((change) => {
    if (change.kind !== 'message' || seen.has(change.message.id)) return;
    const { id, channelId } = change.message;
    if (!own.has(channelId)) return;
    seen.add(id);
    byChannel.set(channelId, (byChannel.get(channelId) ?? 0) + 1);
    lastAt = Date.now();
  });
  return { byChannel, lastAt: () => lastAt };
}

async function measure(): Promise<void> {
  const pid = bot.pid ?? 0;
  const asking = discord.addGuild({ name: 'Asking', channels: ['pool-ops'] });
  const [channelId = ''] = asking.channels.keys();
  const person = discord.as(asking.addPerson({ name: 'Adam', manageGuild: true }), channelId);
  for (let warm = 0; warm < 30; warm++) await (await person.command('help')).settled();
  const idleAnswers = askSteadily(() => person.command('help'), ASK_EVERY_MS);
  await sleep(5_000);
  const idleMs = await idleAnswers.stop();
  const idle = memoryOf(pid);
  await sleep(Math.max(0, dueAt - Date.now()));
  const cpuBefore = cpuSeconds(pid);
  const answers = askSteadily(() => person.command('help'), ASK_EVERY_MS);
  while (counted.byChannel.size < guildCount && Date.now() < dueAt + GIVE_UP_MS) await sleep(200);
  const meanwhileMs = await answers.stop();
  // Long enough for one that came twice to show.
  await sleep(5_000);
  const posts = [...counted.byChannel.values()];
  const seconds = (counted.lastAt() - dueAt) / 1_000;
  const refused = discord.requests.filter(({ status }) => status === 429).length;
  for (const refusal of discord.refusals) process.stderr.write(`refused: ${refusal}\n`);
  console.table({
    posts: posts.length,
    'more than one in a channel': posts.filter((count) => count > 1).length,
    'last one after (s)': seconds.toFixed(1),
    'posts a second': (posts.length / seconds).toFixed(1),
    'CPU ms each': (((cpuSeconds(pid) - cpuBefore) / posts.length) * 1_000).toFixed(1),
    '429 from Discord': refused,
    'refused by Discord': discord.refusals.length,
    'pool requests refused': pool.requests.filter(({ status }) => status === 429).length,
    'idle (MiB)': (idle / MIB).toFixed(0),
    'peak (MiB)': (memoryOf(pid, 'VmHWM') / MIB).toFixed(0),
    'commands not answered': meanwhileMs.filter((ms) => ms === Infinity).length,
    'commands idle, p50 / p99 (ms)': halfAndMost(idleMs),
    'commands meanwhile, p50 / p99 (ms)': halfAndMost(meanwhileMs),
  });
}

function halfAndMost(ms: readonly number[]): string {
  return `${quantile(ms, 0.5).toFixed(0)} / ${quantile(ms, 0.99).toFixed(0)}`;
}
