import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guildIdOf } from '../sandbox/discord/state.js';
import { systemClock } from '../src/clock.js';
import { createKeys } from '../src/guilds/keys.js';
import { openStore } from '../src/store/open-store.js';
import { startChild } from './child.js';
import type { Asks } from './loopback/asks.js';
import { TOKEN } from './loopback/discord.js';
import { openLoopback, type Answers, type LoopbackOptions } from './loopback/loopback.js';
import type { Figures, Measuring } from './rows/row.js';

/** From `dist/bench`. */
const ROOT = join(import.meta.dirname, '../..');
const PEERS = join(ROOT, 'bench/peers');

/** Another bot's file in `peers`. */
const FILES = {
  tuned: 'discord-js-tuned.mjs',
  Sapphire: 'sapphire/main.mjs',
  'defer then call': 'defer-then-call.mjs',
};
export type ContenderName = 'Pitboss' | keyof typeof FILES;

/** A bot between a Discord and a pool of its own. */
export interface Contender {
  /** Also the bot's processor time for each ask, in ms. */
  ask(asks: Asks): Promise<Answers & { readonly cpuMs: number }>;
  close(): Promise<void>;
}

export interface ContendersOptions extends LoopbackOptions {
  readonly names: readonly ContenderName[];
  /** V8 compiles what runs often only after thousands of calls. */
  readonly warmUp: Asks;
  round(contender: Contender): Promise<Figures>;
}

/** Bots that run side by side and are asked in turn. */
export async function openContenders(options: ContendersOptions): Promise<Measuring> {
  const bots = new Map<string, Contender>();
  const close = async () => {
    for (const bot of bots.values()) await bot.close();
  };
  try {
    for (const name of options.names) {
      const bot = await startContender(name, options);
      bots.set(name, bot);
      await bot.ask(options.warmUp);
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
      return options.round(bot);
    },
    close,
  };
}

async function startContender(name: ContenderName, options: LoopbackOptions): Promise<Contender> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const loopback = await openLoopback(options);
  const { args, env } =
    name === 'Pitboss' ? await ours(folder, options.guilds) : await theirs(FILES[name]);
  const child = startChild({
    args,
    env: {
      DISCORD_TOKEN: TOKEN,
      DISCORD_API_URL: loopback.discordUrl,
      POOL_API_URL: loopback.poolUrl,
      ...env,
    },
    folder,
  });
  const close = async () => {
    await child.stop();
    await rm(folder, { recursive: true });
  };
  try {
    await child.whileAlive(loopback.ready);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async ask(asks) {
      const before = child.cpuMs();
      const answers = await child.whileAlive(loopback.ask(asks));
      return { ...answers, cpuMs: (child.cpuMs() - before) / asks.count };
    },
    close,
  };
}

/** Pitboss as in service: each server's own key in the store, log and metrics on. */
async function ours(folder: string, guilds: number) {
  const masterKey = randomBytes(32);
  const dataDir = join(folder, 'data');
  const store = await openStore({ dataDir, clock: systemClock });
  const keys = createKeys(store, createSecretKey(masterKey));
  for (let number = 1; number <= guilds; number++) {
    const id = guildIdOf(number);
    const key = `lpk_${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;
    const info = { lastFour: key.slice(-4), connectedAt: Date.now(), connectedBy: id };
    await store.inGuild(id, (tx) => keys.store(tx, id, { info, key }));
  }
  await store.close();
  return {
    // Such as `--cpu-prof --cpu-prof-dir=/tmp/profile`.
    args: [...(process.env['PITBOSS_FLAGS']?.split(' ') ?? []), join(ROOT, 'dist/src/main.js')],
    env: { DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64'), HEALTH_PORT: '0' },
  };
}

/** Their packages are installed when they are first needed. */
async function theirs(file: string) {
  if (!existsSync(join(PEERS, 'node_modules/.package-lock.json'))) {
    process.stderr.write('Installing the other bots’ packages in bench/peers …\n');
    const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status } = spawnSync('npm', npm, { cwd: PEERS, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('npm could not install the other bots’ packages');
  }
  return { args: [join(PEERS, file)], env: { POOL_KEY: `lpk_${'0'.repeat(40)}` } };
}
