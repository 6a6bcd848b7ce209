import { spawnSync } from 'node:child_process';
import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { guildIdOf } from '../sandbox/discord/state.js';
import { systemClock } from '../src/clock.js';
import { createKeys } from '../src/guilds/keys.js';
import { openStore } from '../src/store/open-store.js';
import type { Store } from '../src/store/store.js';
import { startChild, type Child } from './child.js';
import type { Asks } from './loopback/asks.js';
import { TOKEN } from './loopback/discord.js';
import {
  openLoopback,
  type Answers,
  type Loopback,
  type LoopbackOptions,
} from './loopback/loopback.js';
import type { Figures, Measuring } from './rows/row.js';

/** From `dist/bench`. */
const ROOT = join(import.meta.dirname, '../..');
const PEERS = join(ROOT, 'bench/peers');

/** Other bots, in `peers`; any other name is Pitboss's. */
const PEER_FILES: Readonly<Record<string, string>> = {
  tuned: 'discord-js-tuned.mjs',
  Sapphire: 'sapphire/main.mjs',
  'defer then call': 'defer-then-call.mjs',
};

export interface BotOptions extends LoopbackOptions {
  /** Servers with a key of their own; default: all. */
  readonly connected?: number;
  onStart?(loopback: Loopback): void;
}

/** A bot between a Discord and a pool of its own. */
export interface Contender {
  readonly loopback: Loopback;
  readonly child: Child;
  /** Also the bot's processor time for each ask, in ms. */
  ask(asks: Asks): Promise<Answers & { readonly cpuMs: number }>;
  /** Of Pitboss: changes the store while it is stopped. */
  restart(rewrite: (store: Store) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface ContendersOptions extends BotOptions {
  readonly names: readonly string[];
  /** V8 compiles what runs often only after thousands of calls. */
  warmUp(bot: Contender, name: string): Promise<unknown>;
  round(bot: Contender, name: string): Promise<Figures>;
}

/** Bots that run side by side and take turns. */
export async function openContenders(options: ContendersOptions): Promise<Measuring> {
  const bots = new Map<string, Contender>();
  const close = async () => {
    for (const bot of bots.values()) await bot.close();
  };
  try {
    for (const name of options.names) {
      const bot = await startContender(name, options);
      bots.set(name, bot);
      await options.warmUp(bot, name);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    contenders: options.names,
    async round(name) {
      const bot = bots.get(name);
      if (bot === undefined) throw new Error(`There is no ${name}`);
      return options.round(bot, name);
    },
    close,
  };
}

/** Bots that are started for each round. */
export function freshContenders(options: Omit<ContendersOptions, 'warmUp'>): Measuring {
  return {
    contenders: options.names,
    async round(name) {
      const bot = await startContender(name, options);
      return options.round(bot, name).finally(bot.close);
    },
    close: async () => {},
  };
}

/** Resolves when its commands are registered. */
export async function startContender(name: string, options: BotOptions): Promise<Contender> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const loopback = await openLoopback(options);
  const peer = PEER_FILES[name];
  const { args, env } = peer === undefined ? await ours(folder, options) : theirs(peer);
  let child = await start();

  async function start(): Promise<Child> {
    const urls = { DISCORD_API_URL: `${loopback.discord.url}/api`, POOL_API_URL: loopback.pool.url };
    const ready = loopback.discord.next('ready');
    options.onStart?.(loopback);
    const started = startChild({ args, env: { DISCORD_TOKEN: TOKEN, ...urls, ...env }, folder });
    await started.whileAlive(ready);
    return started;
  }

  return {
    loopback,
    get child() {
      return child;
    },
    async ask(asks) {
      const before = child.cpuMs();
      const answers = await child.whileAlive(loopback.ask(asks));
      return { ...answers, cpuMs: (child.cpuMs() - before) / asks.count };
    },
    async restart(rewrite) {
      await child.stop();
      const store = await openStore({ dataDir: join(folder, 'data'), clock: systemClock });
      await rewrite(store).finally(() => store.close());
      child = await start();
    },
    async close() {
      await child.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Moves Pitboss's clock over a minute in ten seconds, so that each server was watched once. */
export async function passMinute({ child }: Contender): Promise<void> {
  for (let seconds = 0; seconds < 12; seconds++) {
    await sleep(1_000);
    await child.call('ahead', 5_000);
  }
}

/** The admin of each server runs the command, some at once. @throws Error for another card */
export async function runEverywhere(
  { loopback }: Contender,
  { path, options, title }: { path: string; options: Record<string, string>; title: string },
): Promise<void> {
  const left = [...loopback.discord.people];
  const lane = async () => {
    for (let person = left.pop(); person; person = left.pop()) {
      const { message } = await person.run(path, options);
      const [card] = message?.embeds ?? [];
      if (card?.title !== title) throw new Error(`/${path}: ${card?.title}. ${card?.description}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** Asks as others do while the work is done. */
export async function askMeanwhile(
  bot: Contender,
  work: Promise<unknown>,
): Promise<{ readonly firstMs: readonly number[]; readonly seconds: number }> {
  const asks: Asks = { count: 50, guilds: 16, named: true, pace: { everyMs: 20 } };
  const firstMs: number[] = [];
  const begun = performance.now();
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) firstMs.push(...(await bot.ask(asks)).times.map((times) => times.firstMs));
  await done;
  return { firstMs, seconds: (performance.now() - begun) / 1_000 };
}

/** Pitboss as in service: each server's own key in the store, log and metrics on. */
async function ours(folder: string, { guilds, connected = guilds }: BotOptions) {
  const masterKey = randomBytes(32);
  const dataDir = join(folder, 'data');
  const store = await openStore({ dataDir, clock: systemClock });
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
    env: { DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64'), HEALTH_PORT: '0' },
  };
}

/** A program in `peers`, whose packages are installed when they are first needed. */
export function theirs(file: string) {
  if (!existsSync(join(PEERS, 'node_modules/.package-lock.json'))) {
    process.stderr.write('Installing the other bots’ packages in bench/peers …\n');
    const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status } = spawnSync('npm', npm, { cwd: PEERS, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('npm could not install the other bots’ packages');
  }
  return { args: [join(PEERS, file)], env: { POOL_KEY: `lpk_${'0'.repeat(40)}` } };
}
