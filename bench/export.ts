import { execFile, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import type { LoopbackMessage, Outcome } from '../sandbox/discord/loopback-discord.js';
import { createBenchBot } from './support/bench-bot.js';
import { askSteadily, cpuSeconds, memoryOf, MIB, quantile } from './support/process-figures.js';

/**
 * `node dist/bench/export.js [miners] [rounds]`, on Linux: `/miners export` of a large fleet by
 * the real bot, in turns with the same pages read by bare undici. How fast it is beside that,
 * how much memory it takes over idle, when the first progress shows, and how soon other commands
 * are answered meanwhile. The pool is a process of its own; this one is Discord and who asks.
 */
const miners = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 3);
const POOL_LATENCY_MS = 20;
const ASK_EVERY_MS = 50;
const SAMPLE_MS = 5;

interface Round {
  readonly bare: Took;
  /** With nothing else to do. */
  readonly alone: Took;
  readonly firstProgressMs: number | null;
  readonly idleMib: number;
  readonly peakMib: number;
  readonly answersMs: readonly number[];
  readonly files: string;
}

interface Took {
  readonly seconds: number;
  /** Seconds of processor time: also fair where other work keeps the machine busy. */
  readonly cpu: number;
}

const results: Round[] = [];
for (let round = 0; round < rounds; round++) results.push(await measure());
print(results);
process.exit(0);

async function measure(): Promise<Round> {
  const house = await openHouse();
  try {
    const { guild, key, channelId, discord } = house;
    // The first one also has the pool make the pages.
    await house.bare();
    const bare = await house.bare();
    const admin = discord.as(guild.addPerson({ name: 'Adam', manageGuild: true }), channelId);
    const form = await admin.command('setup key');
    await (await admin.submit(form, { key })).settled();
    // Warm: the code of an export and of the other commands has run once.
    await exported(await admin.command('miners export', { status: 'offline', model: 'none' }));
    for (let warm = 0; warm < 50; warm++) await (await admin.command('help')).settled();
    await sleep(2_000);
    const idle = memoryOf(house.pid());
    const watch = watchPeak(house.pid());
    let firstProgressMs: number | null = null;
    const run = async () => {
      const begun = performance.now();
      const cpuBefore = cpuSeconds(house.pid());
      const outcome = await admin.command('miners export');
      const message = await outcome.settled((each) => {
        if (isProgress(each)) firstProgressMs ??= performance.now() - begun;
        return each.attachments.length > 0;
      }, 120_000);
      const seconds = (performance.now() - begun) / 1000;
      return { seconds, cpu: cpuSeconds(house.pid()) - cpuBefore, message };
    };
    const alone = await run();
    const peak = watch.stop();
    const asking = askSteadily(() => admin.command('help'), ASK_EVERY_MS);
    const { message } = await run();
    return {
      bare,
      alone,
      firstProgressMs,
      idleMib: idle / MIB,
      peakMib: peak / MIB,
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
  const [discord, pool] = await Promise.all([startLoopbackDiscord(), startMinerPool()]);
  const { bot, folder, close } = await createBenchBot(discord, pool.url);
  const guild = discord.addGuild({ name: 'Northwind Mining', channels: ['pool-ops'] });
  const [channelId = ''] = guild.channels.keys();
  bot.start();
  await discord.ready(20_000);
  return {
    discord,
    guild,
    key: pool.key,
    channelId,
    pid: () => bot.pid ?? 0,
    bare: () => bareExport(pool, join(folder, 'bare.csv')),
    async close() {
      await close();
      pool.close();
      await discord.close();
    },
  };
}

async function startMinerPool() {
  const main = resolve(import.meta.dirname, 'support/miner-pool.js');
  const args = [main, String(miners), String(POOL_LATENCY_MS)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, key } = Object(JSON.parse(line));
    return { url: String(url), key: String(key), close: () => child.stdin.end() };
  }
  throw new Error('the pool did not start');
}

/** With as many pages at once, of the same size, as the bot reads them. */
async function bareExport(
  { url, key }: { readonly url: string; readonly key: string },
  file: string,
): Promise<Took> {
  const main = resolve(import.meta.dirname, 'support/bare-export.js');
  const { stdout } = await promisify(execFile)(process.execPath, [main, url, key, file]);
  const { rows, seconds, cpu } = Object(JSON.parse(stdout));
  if (rows !== miners) throw new Error(`bare undici read ${rows} of ${miners} miners`);
  return { seconds: Number(seconds), cpu: Number(cpu) };
}

function isProgress({ embeds }: LoopbackMessage): boolean {
  return embeds[0]?.['title'] === 'Exporting miners';
}

async function exported(outcome: Outcome): Promise<void> {
  await outcome.settled(({ attachments }) => attachments.length > 0, 60_000);
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

function print(all: readonly Round[]): void {
  const answers = all.flatMap(({ answersMs }) => answersMs);
  const speed = quantile(
    all.map(({ bare, alone }) => bare.seconds / alone.seconds),
    0.5,
  );
  const over = all.map(({ peakMib, idleMib }) => peakMib - idleMib);
  console.table(
    all.map(({ bare, alone, firstProgressMs, idleMib, peakMib, answersMs, files }) => ({
      'bare undici (s, CPU s)': `${bare.seconds.toFixed(2)}, ${bare.cpu.toFixed(2)}`,
      'export alone (s, CPU s)': `${alone.seconds.toFixed(2)}, ${alone.cpu.toFixed(2)}`,
      'of its speed': `${((100 * bare.seconds) / alone.seconds).toFixed(0)} %`,
      'first progress (ms)': firstProgressMs?.toFixed(0) ?? 'none',
      'idle (MiB)': idleMib.toFixed(0),
      'peak over idle (MiB)': (peakMib - idleMib).toFixed(0),
      'others, p50 (ms)': quantile(answersMs, 0.5).toFixed(0),
      'others, p99 (ms)': quantile(answersMs, 0.99).toFixed(0),
      'files (MiB)': files,
    })),
  );
  process.stdout.write(
    `${miners} miners, pool ${POOL_LATENCY_MS} ms away, medians: ${(100 * speed).toFixed(0)} % of bare undici’s speed, peak ${quantile(over, 0.5).toFixed(0)} MiB over idle, ` +
      `others answered in ${quantile(answers, 0.5).toFixed(0)} ms (p99 ${quantile(answers, 0.99).toFixed(0)} ms, ${answers.length} asked)\n`,
  );
}
