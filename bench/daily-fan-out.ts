import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, LoopbackDiscord, Outcome } from '../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import { startPool } from '../sandbox/pool/server.js';
import { DEFAULT_SECTIONS, newScheduleId } from '../src/daily/schedule.js';
import { createSchedules } from '../src/daily/schedules.js';
import { systemClock } from '../src/domain/clock.js';
import { createGuilds } from '../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../src/store/embedded.js';
import { createBenchBot } from './bench-bot.js';

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
const MIB = 1024 * 1024;

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
  const asking = discord.addGuild({ name: 'Asking', channels: ['pool-ops'] });
  const [channelId = ''] = asking.channels.keys();
  const person = discord.as(asking.addPerson({ name: 'Adam', manageGuild: true }), channelId);
  for (let warm = 0; warm < 30; warm++) await (await person.command('help')).settled();
  const idleAnswers = askMeanwhile(person);
  await sleep(5_000);
  const idleMs = await idleAnswers.stop();
  const idle = memory('VmRSS');
  await sleep(Math.max(0, dueAt - Date.now()));
  const cpuBefore = cpuSeconds();
  const answers = askMeanwhile(person);
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
    'CPU ms each': (((cpuSeconds() - cpuBefore) / posts.length) * 1_000).toFixed(1),
    '429 from Discord': refused,
    'refused by Discord': discord.refusals.length,
    'pool requests refused': pool.requests.filter(({ status }) => status === 429).length,
    'idle (MiB)': (idle / MIB).toFixed(0),
    'peak (MiB)': (memory('VmHWM') / MIB).toFixed(0),
    'commands not answered': meanwhileMs.filter((ms) => ms === Infinity).length,
    'commands idle, p50 / p99 (ms)': `${quantile(idleMs, 0.5)} / ${quantile(idleMs, 0.99)}`,
    'commands meanwhile, p50 / p99 (ms)': `${quantile(meanwhileMs, 0.5)} / ${quantile(meanwhileMs, 0.99)}`,
  });
}

function memory(what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${bot.pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
}

/** User and system time of the bot; the kernel counts in hundredths of a second. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${bot.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A command at a steady pace, until stopped. */
function askMeanwhile(person: Actor) {
  const outcomes: Promise<Outcome>[] = [];
  const timer = setInterval(() => outcomes.push(person.command('help')), ASK_EVERY_MS);
  return {
    async stop(): Promise<number[]> {
      clearInterval(timer);
      const asked = await Promise.all(outcomes);
      // One that is never answered counts as such.
      await Promise.allSettled(asked.map((each) => each.settled()));
      return asked.map(({ firstResponseMs }) => firstResponseMs ?? Infinity);
    },
  };
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return found.toFixed(0);
}
