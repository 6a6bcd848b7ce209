import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startLoopbackDiscord } from '../../sandbox/discord/server.js';
import type { Actor, LoopbackMessage, Outcome } from '../../sandbox/discord/loopback-discord.js';
import { createBenchBot } from '../support/bench-bot.js';
import { connectGuild } from '../support/connect-guild.js';
import { askSteadily, cpuSeconds, memoryOf, quantile } from '../support/process-figures.js';
import { startMinerPool, type MinerPool } from '../pools/start-miner-pool.js';
import type { Figures, Row } from './row.js';

const SPEED = 'miners a second';
const CPU = 'CPU (s)';
const PEAK = 'peak over idle (MB)';
const FIRST = 'first progress (ms)';
const OTHERS = 'others meanwhile, p99 (ms)';
const BARE = 'bare undici';
const POOL_LATENCY_MS = 20;
const ASK_EVERY_MS = 50;
const SAMPLE_MS = 5;
const BARE_EXPORT = join(import.meta.dirname, '../support/bare-export.js');

/** P9: `/miners export` of a large fleet, and reading the same pages with bare undici. */
export const exporting: Row = {
  id: 'P9',
  name: 'export',
  what: '100,000 miners to a file, pool 20 ms away',
  targets: [
    { figure: SPEED, beside: BARE, atLeast: 0.7 },
    { figure: PEAK, atMost: 100 },
    { figure: OTHERS, atMost: 100 },
  ],
  mostRounds: 3,
  async open({ quick }) {
    const miners = quick ? 10_000 : 100_000;
    const pool = await startMinerPool(miners, POOL_LATENCY_MS);
    // The first export also makes the pool create the pages.
    await bareExport(pool, miners);
    return {
      contenders: ['pitboss', BARE],
      round: (name) => (name === BARE ? bareExport(pool, miners) : ourExport(pool, miners)),
      async close() {
        pool.close();
      },
    };
  },
};

/** With as many pages at once, and of the same size, as the bot. */
async function bareExport({ url, key }: MinerPool, miners: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-bare-'));
  const args = [BARE_EXPORT, url, key, join(folder, 'bare.csv')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  await rm(folder, { recursive: true, force: true });
  const { rows, seconds, cpu } = Object(JSON.parse(stdout));
  if (rows !== miners) throw new Error(`bare undici read ${rows} of ${miners} miners`);
  return { [SPEED]: miners / Number(seconds), [CPU]: Number(cpu) };
}

/** By a newly started bot: once alone, and once while others ask. */
async function ourExport(pool: MinerPool, miners: number): Promise<Figures> {
  const discord = await startLoopbackDiscord();
  const { bot, close } = await createBenchBot(discord, pool.url);
  try {
    bot.start();
    await discord.ready(60_000);
    const { admin } = await connectGuild(discord, pool.key);
    // Warm-up: runs the code of an export and of the other commands once.
    await exported(await admin.command('miners export', { status: 'offline', model: 'none' }));
    for (let warm = 0; warm < 50; warm++) await (await admin.command('help')).settled();
    await sleep(2_000);
    const idle = memoryOf(bot.pid());
    const watch = watchPeak(bot.pid());
    const cpuBefore = cpuSeconds(bot.pid());
    const alone = await wholeExport(admin);
    const cpu = cpuSeconds(bot.pid()) - cpuBefore;
    const peak = watch.stop();
    const asking = askSteadily(() => admin.command('help'), ASK_EVERY_MS);
    await wholeExport(admin);
    return {
      [SPEED]: miners / alone.seconds,
      [CPU]: cpu,
      [PEAK]: (peak - idle) / 1e6,
      [FIRST]: alone.firstMs,
      [OTHERS]: quantile(await asking.stop(), 0.99),
    };
  } finally {
    await close();
    await discord.close();
  }
}

async function wholeExport(admin: Actor) {
  const begun = performance.now();
  let firstMs = NaN;
  await exported(await admin.command('miners export'), (message) => {
    const isProgress = message.embeds[0]?.['title'] === 'Exporting miners';
    if (isProgress && Number.isNaN(firstMs)) firstMs = performance.now() - begun;
  });
  return { seconds: (performance.now() - begun) / 1_000, firstMs };
}

async function exported(outcome: Outcome, look?: (message: LoopbackMessage) => void) {
  await outcome.settled((message) => {
    look?.(message);
    return message.attachments.length > 0;
  }, 240_000);
}

function watchPeak(pid: number) {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), SAMPLE_MS);
  return {
    stop(): number {
      clearInterval(timer);
      return peak;
    },
  };
}
