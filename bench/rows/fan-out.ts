import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopbackDiscord } from '../../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../../sandbox/discord/server.js';
import { startPool } from '../../sandbox/pool/server.js';
import { createBenchBot } from '../support/bench-bot.js';
import { watchCpuUsage } from '../support/cpu-usage.js';
import { askSteadily, cpuSeconds, memoryOf, MIB, quantile } from '../support/process-figures.js';
import { seedDailyPosts } from '../support/seed-daily-posts.js';
import { LOOPBACK_BUSY, type Figures, type Row } from './row.js';

const SPEED = 'posts a second';
const CPU = 'CPU for each post (ms)';
const SLOWER = 'p99 of commands meanwhile, × idle';
const WRONG = 'posts missing or doubled';
const POOL_LATENCY_MS = 60;
const DISCORD_LATENCY_MS = 40;
/** Discord's global limit, enforced: requests beyond it are answered 429. */
const REQUESTS_PER_SECOND = 50;
const ASK_EVERY_MS = 100;
/** For seeding, starting, and at least some seconds in which nothing is due. */
const LEAD_MS = 10_000;
const LEAD_OF_EACH_GUILD_MS = 5;
const SETTLE_MS = 1_000;
const GIVE_UP_MS = 5 * 60_000;

/** P10: one daily post per guild, all for the same minute. */
export const fanOut: Row = {
  id: 'P10',
  name: 'fan-out',
  what: '1,000 daily posts due in 20 seconds',
  targets: [
    { figure: SLOWER, atMost: 3 },
    { figure: CPU, atMost: 25 },
    { figure: SPEED, atLeast: 40 },
    { figure: WRONG, atMost: 0 },
  ],
  mostRounds: 3,
  quickRounds: 1,
  open: async ({ quick }) => ({
    contenders: ['pitboss'],
    round: () => fanOutTo(quick ? 50 : 1_000),
    close: async () => undefined,
  }),
};

async function fanOutTo(guilds: number): Promise<Figures> {
  const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
  const house = await createBenchBot(discord, pool.url, {
    env: { DAILY_SPREAD_SECONDS: String(guilds / REQUESTS_PER_SECOND) },
  });
  try {
    const dueAt =
      Math.ceil((Date.now() + LEAD_MS + guilds * LEAD_OF_EACH_GUILD_MS) / 60_000) * 60_000;
    const channels = await seedDailyPosts({ ...house, discord, pool, guilds, dueAt });
    const posts = countPosts(discord, channels);
    house.bot.start();
    await discord.ready(60_000);
    pool.faults.latencyMs = POOL_LATENCY_MS;
    discord.faults.latencyMs = DISCORD_LATENCY_MS;
    discord.faults.requestsPerSecond = REQUESTS_PER_SECOND;
    return await measure({ discord, pid: house.bot.pid(), posts, dueAt, guilds });
  } finally {
    await house.close();
    await Promise.all([discord.close(), pool.close()]);
  }
}

interface Running {
  readonly discord: LoopbackDiscord;
  readonly pid: number;
  readonly posts: ReturnType<typeof countPosts>;
  readonly dueAt: number;
  readonly guilds: number;
}

async function measure({ discord, pid, posts, dueAt, guilds }: Running): Promise<Figures> {
  const asking = discord.addGuild({ name: 'Asking', channels: ['pool-ops'] });
  const [channelId = ''] = asking.channels.keys();
  const person = discord.as(asking.addPerson({ name: 'Adam', manageGuild: true }), channelId);
  const help = () => person.command('help');
  for (let warm = 0; warm < 30; warm++) await (await help()).settled();
  // We must wait for that minute anyway; the longer it is, the better the idle figure.
  const idleAnswers = askSteadily(help, ASK_EVERY_MS);
  await sleep(Math.max(0, dueAt - Date.now() - SETTLE_MS));
  const idleMs = quantile(await idleAnswers.stop(), 0.99);
  await sleep(Math.max(0, dueAt - Date.now()));
  const cpuBefore = cpuSeconds(pid);
  const usage = watchCpuUsage();
  const answers = askSteadily(help, ASK_EVERY_MS);
  while (posts.byChannel.size < guilds && Date.now() < dueAt + GIVE_UP_MS) await sleep(50);
  const cpuMs = (cpuSeconds(pid) - cpuBefore) * 1_000;
  const share = usage.stop();
  const meanwhileMs = quantile(await answers.stop(), 0.99);
  // Long enough for a duplicate to show up.
  await sleep(5_000);
  const counts = [...posts.byChannel.values()];
  const wrong = counts.filter((count) => count > 1).length + guilds - counts.length;
  for (const refusal of discord.refusals.slice(0, 3))
    process.stderr.write(`refused by Discord: ${refusal}\n`);
  return {
    [SPEED]: counts.length / ((posts.lastAt() - dueAt) / 1_000),
    [CPU]: cpuMs / counts.length,
    'commands idle, p99 (ms)': idleMs,
    'commands meanwhile, p99 (ms)': meanwhileMs,
    [SLOWER]: meanwhileMs / idleMs,
    [WRONG]: wrong,
    'refused by Discord': discord.refusals.length,
    'answered 429 by Discord': discord.requests.filter(({ status }) => status === 429).length,
    'peak (MiB)': memoryOf(pid, 'VmHWM') / MIB,
    [LOOPBACK_BUSY]: share,
  };
}

function countPosts(discord: LoopbackDiscord, own: ReadonlySet<string>) {
  const byChannel = new Map<string, number>();
  const seen = new Set<string>();
  let lastAt = 0;
  discord.onChange((change) => {
    if (change.kind !== 'message' || seen.has(change.message.id)) return;
    const { id, channelId } = change.message;
    if (!own.has(channelId)) return;
    seen.add(id);
    byChannel.set(channelId, (byChannel.get(channelId) ?? 0) + 1);
    lastAt = Date.now();
  });
  return { byChannel, lastAt: () => lastAt };
}
