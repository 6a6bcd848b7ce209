import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/clock.js';
import { createKeys } from '../src/guilds/keys.js';
import { openStore } from '../src/store/store.js';
import { startChild } from './child.js';
import { openDiscord, type Asks } from './loopback/discord.js';
import { openPool } from './loopback/pool.js';
import type { Row } from './rows/row.js';

/** From `dist/bench`. */
const ROOT = join(import.meta.dirname, '../..');
const MASTER_KEY = randomBytes(32);

/** Whatever has another name is Pitboss. */
const OTHERS: Readonly<Record<string, string>> = {
  tuned: join(ROOT, 'bench/peers/tuned.mjs'),
  Sapphire: join(ROOT, 'bench/peers/sapphire.mjs'),
  'bare script': join(import.meta.dirname, 'bare.js'),
};
const PITBOSS = [
  // Such as `--cpu-prof --cpu-prof-dir=/tmp/profile`.
  ...(process.env['PITBOSS_FLAGS']?.split(' ') ?? []),
  '--expose-gc',
  `--import=${join(import.meta.dirname, 'observed.js')}`,
  join(ROOT, 'dist/src/main.js'),
];

/** A bot between a Discord and a pool of its own. */
export type Contender = Awaited<ReturnType<typeof startContender>>;

/** Resolves when its commands are registered. */
export async function startContender(name: string, row: Row) {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const pool = await openPool(row);
  const discord = await openDiscord(row);
  const other = OTHERS[name];
  if (!other) await connect(folder, pool.keys);
  const begun = performance.now();
  const started = discord.next('identified').then(async () => {
    const identifyMs = performance.now() - begun;
    const [first] = await discord.ask({ count: 1, guilds: 1, isWhole: true, pace: { atOnce: 1 } });
    return { identifyMs, firstMs: first?.firstMs ?? NaN };
  });
  // Only the row `start` waits for it.
  started.catch(() => {});
  const child = startChild(folder, other ? [other] : PITBOSS, {
    DISCORD_TOKEN: discord.world.token,
    DISCORD_API_URL: `${discord.world.origin}/api`,
    POOL_API_URL: pool.url,
    POOL_KEY: pool.workspace.key,
    DATA_DIR: folder,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    HEALTH_PORT: '0',
  });
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

/** Pitboss as in service: each server's own key is in the store. */
async function connect(folder: string, keys: ReadonlyMap<string, string>): Promise<void> {
  const store = await openStore({ dataDir: folder, clock: systemClock });
  const stored = createKeys(store, createSecretKey(MASTER_KEY));
  for (const [id, key] of keys) {
    const info = { lastFour: key.slice(-4), connectedAt: Date.now(), connectedBy: id };
    await store.inGuild(id, (tx) => stored.store(tx, id, { info, key }));
  }
  await store.close();
}
