import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startDiscord } from '../../sandbox/discord/server.js';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import { startPool } from '../../sandbox/pool/server.js';
import { readConfig } from '../../src/config.js';
import { start, type Bot } from '../../src/start.js';
import { freePort } from './postgres.js';
import { addServer } from './world.js';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

type Variables = Readonly<Record<string, string | undefined>>;

export type BotProcess = ReturnType<typeof spawnBot>;
export type House = Awaited<ReturnType<typeof startHouse>>;

interface HouseOptions {
  /** A Postgres database; default: SQLite in the folder. */
  readonly url?: string;
  /** How far the clock is behind the machine's, which processes have. */
  readonly behindMs?: number;
}

/** A loopback Discord and pool, and a folder for the data of bots between them. */
export async function startHouse({ url, behindMs = 0 }: HouseOptions = {}) {
  // Real time, until a test moves it.
  const clock = createMovableClock({ startAt: Date.now() - behindMs, ticking: true });
  const discord = await startDiscord({ now: () => clock.now() });
  const pool = await startPool();
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-killed-'));
  const dataDir = join(folder, 'data');
  // Where processes run: no .env lies there.
  mkdirSync(dataDir);
  const variables: Variables = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    POOL_API_URL: pool.url,
    // A request that hangs hangs until the bot is killed.
    POOL_API_TIMEOUT_MS: '30000',
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    ...(url !== undefined && { STORE_URL: url }),
  };
  const processes = new Set<BotProcess>();
  const botsHere = new Set<Bot>();

  const run = (others: Variables = {}) => {
    const bot = spawnBot({ ...variables, ...others }, folder);
    processes.add(bot);
    return bot;
  };
  const restart = () => Promise.reject(new Error('Use startHere'));
  const endBots = async () => {
    for (const bot of processes) bot.signal('SIGKILL');
    await Promise.all([...processes].map(({ ended }) => ended));
    await Promise.all([...botsHere].map((bot) => bot.stop()));
    processes.clear();
    botsHere.clear();
  };

  return {
    discord,
    pool,
    clock,
    /** What each bot gets. */
    variables,
    folder,
    /** Starts a process and does not wait for it. */
    run,
    /** Resolves once it answers. */
    async start(others?: Variables): Promise<BotProcess> {
      const port = await freePort();
      const bot = run({ HEALTH_PORT: String(port), ...others });
      let hasEnded = false;
      void bot.ended.then(() => (hasEnded = true));
      while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
        if (hasEnded) throw new Error(`The bot ended: ${bot.stderr()}`);
        await sleep(20);
      }
      return bot;
    },
    /** Starts a bot in this process on the same data, on the movable clock. */
    async startHere(others?: Variables): Promise<void> {
      const config = readConfig({ ...variables, LOG_LEVEL: 'silent', ...others });
      const exit = (_: number, sentence: string) => {
        throw new Error(sentence);
      };
      botsHere.add(await start(config, { clock, exit }));
    },
    /** A connected Discord server. */
    newServer: () => addServer({ discord, pool, clock, restart }),
    /** Ends all bots, processes by `SIGKILL`. */
    endBots,
    async close(): Promise<void> {
      await endBots();
      await discord.stop();
      await pool.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The built bot, as operators run it. */
function spawnBot(env: Variables, cwd: string) {
  const child = spawn(process.execPath, [MAIN], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  return {
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    /** Its exit code, or the signal that ended it. */
    ended,
    signal: (signal: NodeJS.Signals): void => void child.kill(signal),
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
