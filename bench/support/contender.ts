import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/domain/time/clock.js';
import { createGuilds } from '../../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { guildId, now, TOKEN, type Answers, type Asks } from '../loopback/protocol.js';
import type { Loopback } from '../loopback/start-loopback.js';
import { createChild } from './child.js';
import { builtBot } from '../../sandbox/dist-paths.js';
import { installPeers } from './peers.js';
import { cpuSeconds } from './process-figures.js';

/** By name: its file among the peers, and its environment. */
const PEERS = {
  raw: ['raw.mjs', {}],
  'raw, defer then call': ['raw.mjs', { DEFER: '1' }],
  'discord.js': ['discord-js.mjs', { CAP: 'off' }],
  'discord.js as it comes': ['discord-js.mjs', {}],
  'discord.js tuned': ['discord-js-tuned.mjs', {}],
  Sapphire: ['sapphire/main.mjs', { CAP: 'off' }],
  'Sapphire as it comes': ['sapphire/main.mjs', {}],
  core: ['core.mjs', { CAP: 'off' }],
} as const satisfies Record<string, readonly [string, Readonly<Record<string, string>>]>;

export type ContenderName = 'pitboss' | keyof typeof PEERS;

/** A bot that answers `/summary` in the benchmark's own Discord. */
export interface Contender {
  readonly pid: () => number;
  /** Where it runs. */
  readonly folder: string;
  /** How many ms until it identified, and the times of one ask so long after READY, if any. */
  start(askAfterReadyMs?: number): Promise<Begun>;
  stop(): Promise<void>;
  /** Also the processor time for each. */
  ask(asks: Asks): Promise<Answers & { readonly cpuMs: number }>;
  close(): Promise<void>;
}

interface Begun {
  readonly identifyMs: number;
  readonly firstMs: number;
  readonly finalMs: number;
}

export interface ContenderOptions {
  readonly loopback: Loopback;
  readonly guilds: number;
  /** For our bot: what else the store holds. */
  readonly seed?: ((store: Store) => Promise<void>) | undefined;
  /** For our bot: servers are checked for alerts, which other rows would measure as well. */
  readonly isWatching?: boolean;
  /** Additional flags for Node. */
  readonly flags?: readonly string[];
}

/** Not started yet. */
export async function createContender(
  name: ContenderName,
  options: ContenderOptions,
): Promise<Contender> {
  const { loopback, guilds, flags = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  await loopback.order('haveGuilds', guilds);
  const shared = {
    DISCORD_TOKEN: TOKEN,
    DISCORD_API_URL: loopback.discordUrl,
    POOL_API_URL: loopback.poolUrl,
  };
  const { args, env } = name === 'pitboss' ? await ours(folder, options) : theirs(name);
  const child = createChild({ args: [...flags, ...args], env: { ...shared, ...env }, folder });
  return {
    pid: child.pid,
    folder,
    async start(askAfterReadyMs) {
      const watched = { askAfterReadyMs: askAfterReadyMs ?? null };
      const started = loopback.order('nextStart', watched);
      const begun = now();
      child.start();
      const { identifiedAt, firstMs, finalMs } = await child.whileAlive(started);
      return { identifyMs: identifiedAt - begun, firstMs, finalMs };
    },
    stop: () => child.stop(),
    async ask(asks) {
      const before = cpuSeconds(child.pid());
      const answers = await child.whileAlive(loopback.order('ask', asks));
      const cpuMs = ((cpuSeconds(child.pid()) - before) * 1_000) / asks.count;
      if (asks.command === 'summary' && Math.round(answers.poolRequests) !== 1)
        throw new Error(`${name} makes ${answers.poolRequests} requests to the pool for each ask`);
      return { ...answers, cpuMs };
    },
    async close() {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function theirs(name: keyof typeof PEERS) {
  const [file, env] = PEERS[name];
  return { args: [join(installPeers(), file)], env: { POOL_KEY: 'key-of-the-pool', ...env } };
}

/** With a key for each guild, as if its admin had entered it. */
async function ours(folder: string, { guilds: count, seed, isWatching = false }: ContenderOptions) {
  const masterKey = randomBytes(32);
  const store = await openEmbeddedStore(join(folder, 'data'));
  await saveKeys(store, count, masterKey);
  await seed?.(store);
  await store.close();
  const env = {
    MASTER_KEY: masterKey.toString('base64'),
    DATA_DIR: join(folder, 'data'),
    ALERT_ROUND_SECONDS: isWatching ? '60' : '0',
  };
  return { args: [...builtBot.nodeFlags, builtBot.main], env };
}

/** A key for each guild, as if its admin had entered it. */
export async function saveKeys(store: Store, count: number, masterKey: Buffer): Promise<void> {
  const guilds = createGuilds({
    store,
    clock: systemClock,
    masterKey: createSecretKey(masterKey),
    previousMasterKey: undefined,
  });
  await inLanes(count, (index) => guilds.saveKey(guildId(index), keyOf(index), '1'));
}

/** As long as a pool's keys: searching an answer for a key costs more the longer the key is. */
function keyOf(index: number): string {
  return `lpk_${createHash('sha256').update(String(index)).digest('hex').slice(0, 48)}`;
}

/** Sixty-four at once, because the store makes one fsync for all that are waiting. */
export async function inLanes(count: number, each: (index: number) => Promise<unknown>) {
  let next = 0;
  const lane = async () => {
    while (next < count) await each(next++);
  };
  await Promise.all(Array.from({ length: 64 }, lane));
}
