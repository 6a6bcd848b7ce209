import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { guildIdOf } from '../sandbox/discord/state.js';
import { systemClock } from '../src/clock.js';
import { createKeys } from '../src/guilds/keys.js';
import { openStore } from '../src/store/store.js';
import { startChild } from './child.js';
import type { Asks } from './loopback/asks.js';
import { openDiscord, TOKEN, type DiscordOptions } from './loopback/discord.js';
import { openPool, type PoolOptions } from './loopback/pool.js';
import { quantile } from './statistics.js';

/** From `dist/bench`. */
const ROOT = join(import.meta.dirname, '../..');
const KEY = `lpk_${'0'.repeat(40)}`;

/** Whatever has another name is Pitboss. */
const OTHERS: Readonly<Record<string, string>> = {
  tuned: join(ROOT, 'bench/peers/tuned.mjs'),
  Sapphire: join(ROOT, 'bench/peers/sapphire.mjs'),
  'bare script': join(import.meta.dirname, 'bare.js'),
};

export interface BotOptions extends DiscordOptions, PoolOptions {
  /** Servers with a key of their own; default: all. */
  readonly connected?: number;
}

/** A bot between a Discord and a pool of its own. */
export type Contender = Awaited<ReturnType<typeof startContender>>;

/** Resolves when its commands are registered. */
export async function startContender(name: string, options: BotOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const pool = await openPool(options);
  const discord = await openDiscord(options);
  const other = OTHERS[name];
  const { args, env } = other ? { args: [other], env: {} } : await ours(folder, options);
  const begun = performance.now();
  const started = discord.next('identified').then(async () => {
    const identifyMs = performance.now() - begun;
    const [first] = await discord.ask({ count: 1, guilds: 1, isWhole: true, pace: { atOnce: 1 } });
    return { identifyMs, firstMs: first?.firstMs ?? NaN };
  });
  // Only the row `start` waits for it.
  started.catch(() => {});
  const urls = { DISCORD_API_URL: `${discord.url}/api`, POOL_API_URL: pool.url };
  const shared = { DISCORD_TOKEN: TOKEN, POOL_KEY: KEY, ...urls };
  const child = startChild({ args, env: { ...shared, ...env }, folder });
  await child.whileAlive(Promise.race([discord.next('ready'), child.said()]));

  /** What the bot, the pool and the loopback do until the work is done. */
  async function during<Result>(work: Promise<Result>) {
    const [begun, cpu, reads] = [performance.now(), child.cpuMs(), pool.reads()];
    const own = process.cpuUsage();
    const result = await child.whileAlive(work);
    const seconds = (performance.now() - begun) / 1_000;
    const { user, system } = process.cpuUsage(own);
    return {
      result,
      seconds,
      /** The bot's processor time. */
      cpuMs: child.cpuMs() - cpu,
      /** Of the pool. */
      reads: pool.reads() - reads,
      /** Processor time of the loopback, in percent of a core. */
      busy: (user + system) / 1e4 / seconds,
    };
  }

  return {
    name,
    folder,
    pool,
    discord,
    child,
    /** From its start to IDENTIFY, and the first response to an ask right after READY. */
    started,
    during,
    ask: (asks: Asks) => during(discord.ask(asks)),
    async close() {
      await child.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Pitboss as in service: each server's own key in the store, log and metrics on. */
async function ours(folder: string, { guilds, connected = guilds }: BotOptions) {
  const masterKey = randomBytes(32);
  const store = await openStore({ dataDir: folder, clock: systemClock });
  const keys = createKeys(store, createSecretKey(masterKey));
  for (let number = 1; number <= connected; number++) {
    const id = guildIdOf(number);
    const key = `lpk_${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;
    const info = { lastFour: key.slice(-4), connectedAt: Date.now(), connectedBy: id };
    await store.inGuild(id, (tx) => keys.store(tx, id, { info, key }));
  }
  await store.close();
  // Such as `--cpu-prof --cpu-prof-dir=/tmp/profile`.
  const flags = process.env['PITBOSS_FLAGS']?.split(' ') ?? [];
  const observed = ['--expose-gc', '--import', join(import.meta.dirname, 'observed.js')];
  return {
    args: [...flags, ...observed, join(ROOT, 'dist/src/main.js')],
    env: { DATA_DIR: folder, MASTER_KEY: masterKey.toString('base64'), HEALTH_PORT: '0' },
  };
}

/** The admin of each server runs the command. @throws Error for a card with another title */
export async function runEverywhere(
  { discord: { people } }: Contender,
  { path, options, title }: { path: string; options: Record<string, string>; title: string },
): Promise<void> {
  const runs = people.map((person) => async () => {
    const { message } = await person.run(path, options);
    const [card] = message?.embeds ?? [];
    if (card?.title !== title) throw new Error(`/${path}: ${card?.title}. ${card?.description}`);
  });
  await new PQueue({ concurrency: 4 }).addAll(runs);
}

/** Moves Pitboss's clock on by a minute in half of it: faster, and it would lose its lease. */
export async function passMinute({ child }: Contender): Promise<void> {
  for (let second = 0; second < 30; second++) {
    await sleep(1_000);
    await child.call('ahead', 1_500);
  }
}

/** Asks 50 times a second, as others do, while the work is done. */
export async function askMeanwhile(bot: Contender, work: Promise<unknown>) {
  const firstMs: number[] = [];
  const underWay = new Set([work]);
  const others = async () => {
    while (underWay.size > 0) {
      const { result } = await bot.ask({ count: 50, guilds: 16, pace: { everyMs: 20 } });
      firstMs.push(...result.map((times) => times.firstMs));
    }
  };
  const done = work.finally(() => underWay.clear());
  const { cpuMs, seconds } = await bot.during(Promise.all([done, others()]));
  return { p99: quantile(firstMs, 0.99), asks: firstMs.length, cpuMs, seconds };
}
