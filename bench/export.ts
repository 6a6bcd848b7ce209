import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBotProcess } from '../sandbox/bot-process.js';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import { startPool } from '../sandbox/pool/server.js';
import type { LoopbackMessage, Outcome } from '../sandbox/discord/loopback-discord.js';

/**
 * `node dist/bench/export.js [miners] [rounds]`, on Linux: `/miners export` of a large fleet by
 * the real bot between the loopback servers. How much memory it takes over idle, when the first
 * progress shows, and how soon other commands are answered meanwhile.
 */
const miners = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 3);
const POOL_LATENCY_MS = 20;
const ASK_EVERY_MS = 50;
const SAMPLE_MS = 5;
const MIB = 1024 * 1024;

interface Round {
  readonly seconds: number;
  readonly firstProgressMs: number | null;
  readonly idleMib: number;
  readonly peakMib: number;
  readonly answersMs: readonly number[];
  readonly files: string;
}

const results: Round[] = [];
for (let round = 0; round < rounds; round++) results.push(await measure());
print(results);
process.exit(0);

async function measure(): Promise<Round> {
  const house = await openHouse();
  try {
    const { guild, key, channelId, discord } = house;
    const admin = discord.as(guild.addPerson({ name: 'Adam', manageGuild: true }), channelId);
    const form = await admin.command('setup key');
    await (await admin.submit(form, { key })).settled();
    // Warm: the code of an export and of the other commands has run once.
    await exported(await admin.command('miners export', { status: 'offline', model: 'none' }));
    for (let warm = 0; warm < 50; warm++) await (await admin.command('help')).settled();
    await sleep(2_000);
    const idle = residentBytes(house.pid());
    const watch = watchPeak(house.pid());
    const begun = performance.now();
    const outcome = await admin.command('miners export');
    const asking = askMeanwhile(() => admin.command('help'));
    let firstProgressMs: number | null = null;
    const message = await outcome.settled((each) => {
      if (isProgress(each)) firstProgressMs ??= performance.now() - begun;
      return each.attachments.length > 0;
    }, 120_000);
    const seconds = (performance.now() - begun) / 1000;
    return {
      seconds,
      firstProgressMs,
      idleMib: idle / MIB,
      peakMib: watch.stop() / MIB,
      answersMs: await asking.stop(),
      files: message.attachments
        .map(({ filename, size }) => `${filename.replace(/^.*?Z/, '')} ${(size / MIB).toFixed(1)}`)
        .join(', '),
    };
  } finally {
    await house.close();
  }
}

async function openHouse() {
  const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const { key } = pool.addWorkspace({ miners });
  pool.faults.latencyMs = POOL_LATENCY_MS;
  const guild = discord.addGuild({ name: 'Northwind Mining', channels: ['pool-ops'] });
  const [channelId = ''] = guild.channels.keys();
  const bot = createBotProcess({
    main: resolve(import.meta.dirname, '../src/main.js'),
    cwd: dataDir,
    env: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      POOL_API_URL: pool.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: join(dataDir, 'data'),
    },
    onLine: () => undefined,
    onDeath: (how) => process.stderr.write(`the bot ended: ${how}\n`),
  });
  bot.start();
  await discord.ready(20_000);
  return {
    discord,
    guild,
    key,
    channelId,
    pid: () => bot.pid ?? 0,
    async close() {
      await bot.stop();
      await Promise.all([discord.close(), pool.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function isProgress({ embeds }: LoopbackMessage): boolean {
  return embeds[0]?.['title'] === 'Exporting miners';
}

async function exported(outcome: Outcome): Promise<void> {
  await outcome.settled(({ attachments }) => attachments.length > 0, 60_000);
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

function watchPeak(pid: number) {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), SAMPLE_MS);
  return {
    stop(): number {
      clearInterval(timer);
      return peak;
    },
  };
}

/** One command after the other, at a steady pace, until stopped. */
function askMeanwhile(ask: () => Promise<Outcome>) {
  const outcomes: Promise<Outcome>[] = [];
  const timer = setInterval(() => outcomes.push(ask()), ASK_EVERY_MS);
  return {
    async stop(): Promise<number[]> {
      clearInterval(timer);
      const asked = await Promise.all(outcomes);
      await Promise.all(asked.map((each) => each.settled()));
      return asked.map(({ firstResponseMs }) => firstResponseMs ?? Infinity);
    },
  };
}

function print(all: readonly Round[]): void {
  const answers = all.flatMap(({ answersMs }) => answersMs);
  const over = all.map(({ peakMib, idleMib }) => peakMib - idleMib);
  console.table(
    all.map(({ seconds, firstProgressMs, idleMib, peakMib, answersMs, files }) => ({
      'whole (s)': seconds.toFixed(2),
      'first progress (ms)': firstProgressMs?.toFixed(0) ?? 'none',
      'idle (MiB)': idleMib.toFixed(0),
      'peak over idle (MiB)': (peakMib - idleMib).toFixed(0),
      'others, p50 (ms)': quantile(answersMs, 0.5).toFixed(0),
      'others, p99 (ms)': quantile(answersMs, 0.99).toFixed(0),
      'files (MiB)': files,
    })),
  );
  process.stdout.write(
    `${miners} miners, pool ${POOL_LATENCY_MS} ms away, medians: peak ${quantile(over, 0.5).toFixed(0)} MiB over idle, ` +
      `others answered in ${quantile(answers, 0.5).toFixed(0)} ms (p99 ${quantile(answers, 0.99).toFixed(0)} ms, ${answers.length} asked)\n`,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
