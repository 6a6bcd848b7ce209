import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startDiscord } from '../../sandbox/discord/server.js';
import type { LoopbackDiscord } from '../../sandbox/discord/types.js';
import { createMovableClock, type MovableClock } from '../../sandbox/movable-clock.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { LoopbackPool } from '../../sandbox/pool/types.js';
import { readConfig } from '../../src/config.js';
import { start, type Bot } from '../../src/start.js';
import { freePort } from './postgres.js';
import { connect, type Server } from './world.js';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

type Variables = Readonly<Record<string, string | undefined>>;

/** The built bot, as operators run it. */
export interface BotProcess {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  signal(signal: NodeJS.Signals): void;
}

/** A loopback Discord and pool, and a folder for the data of bots between them. */
export interface House {
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  /** Real time, until a test moves it; processes have the machine's. */
  readonly clock: MovableClock;
  /** What each bot gets. */
  readonly variables: Variables;
  readonly folder: string;
  /** Starts a process and does not wait for it. */
  run(others?: Variables): BotProcess;
  /** Resolves once it answers. */
  start(others?: Variables): Promise<BotProcess>;
  /** Starts a bot in this process on the same data, on the movable clock. */
  startHere(others?: Variables): Promise<void>;
  /** A connected Discord server. */
  newServer(): Promise<Server>;
  /** Ends all bots, processes by `SIGKILL`. */
  endBots(): Promise<void>;
  close(): Promise<void>;
}

export async function startHouse(store: { readonly url?: string } = {}): Promise<House> {
  const clock = createMovableClock({ ticking: true });
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
    ...(store.url !== undefined && { STORE_URL: store.url }),
  };
  const processes = new Set<BotProcess>();
  const botsHere = new Set<Bot>();

  const run = (others: Variables = {}) => {
    const bot = spawnBot({ ...variables, ...others }, folder);
    processes.add(bot);
    return bot;
  };
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
    variables,
    folder,
    run,
    async start(others) {
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
    async startHere(others) {
      const config = readConfig({ ...variables, LOG_LEVEL: 'silent', ...others });
      const exit = (_: number, sentence: string) => {
        throw new Error(sentence);
      };
      botsHere.add(await start(config, { clock, exit }));
    },
    newServer: () => newServer({ discord, pool, clock }),
    endBots,
    async close() {
      await endBots();
      await discord.stop();
      await pool.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function spawnBot(env: Variables, cwd: string): BotProcess {
  const child = spawn(process.execPath, [MAIN], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  return {
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal))),
    signal: (signal) => void child.kill(signal),
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function newServer(house: Pick<House, 'discord' | 'pool' | 'clock'>): Promise<Server> {
  const { discord, pool, clock } = house;
  const guild = discord.addGuild({ name: 'Northwind Mining' });
  const managers = guild.addRole('Pool manager', { mentionable: true });
  const approvers = guild.addRole('Approvers', { mentionable: true });
  const server: Server = {
    ...house,
    restart: () => Promise.reject(new Error('Use startHere')),
    guild,
    channel: guild.addChannel('pool-ops'),
    workspace: pool.addWorkspace({ size: 'small', now: () => clock.now() }),
    admin: guild.addPerson('Adam', { admin: true }),
    manager: guild.addPerson('Marek', { roles: [managers.id] }),
    approver: guild.addPerson('Sofia', { roles: [approvers.id] }),
    viewer: guild.addPerson('Vera'),
  };
  await connect(server);
  await server.admin.run('setup roles', { manager: managers.id, approver: approvers.id });
  return server;
}
