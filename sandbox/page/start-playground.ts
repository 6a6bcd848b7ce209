import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBotProcess } from '../bot-process.js';
import type { LoopbackDiscord } from '../discord/loopback-discord.js';
import { startLoopbackDiscord } from '../discord/server.js';
import type { LoopbackPool } from '../pool/loopback-pool.js';
import { startPool } from '../pool/server.js';
import { builtBot } from '../dist-paths.js';
import { botControls } from './controls/bot-controls.js';
import { changeControls } from './controls/change-controls.js';
import { connectGuild } from './connect-guild.js';
import { dailyControls } from './controls/daily-controls.js';
import { discordControls } from './controls/discord-controls.js';
import { createHub, type Hub } from './hub.js';
import { readLogLine } from './log-lines.js';
import { poolControls } from './controls/pool-controls.js';
import type { LogLine } from './protocol.js';
import { startPageServer } from './server.js';
import { workspaceControls } from './controls/workspace-controls.js';
import { createWorld } from './world.js';

export interface Playground {
  readonly url: string;
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  /** The connected server's API key at the loopback pool. */
  readonly key: string;
  close(): Promise<void>;
}

export interface PlaygroundOptions {
  /** The first port tried for the page; 0 = any. */
  readonly port: number;
  /** Told what happens, line by line. */
  readonly say: (line: string) => void;
  /** Further settings of the bot. */
  readonly env?: Readonly<Record<string, string>>;
}

const readyMs = 30_000;
const linesShown = 15;
const linesKept = 200;

/** Both loopbacks, the real bot between them, the page in front. Nothing of it leaves this machine. */
export async function startPlayground({
  port,
  say,
  env = {},
}: PlaygroundOptions): Promise<Playground> {
  const pool = await startPool();
  const discord = await startLoopbackDiscord();
  const dataDir = await mkdtemp(join(tmpdir(), 'pitboss-playground-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const world = createWorld(discord);
  const { key } = pool.addWorkspace();
  const spare = pool.addWorkspace({ seed: 2 });

  const log: LogLine[] = [];
  const keepLine = (line: LogLine): void => {
    log.push(line);
    if (log.length > linesKept) log.shift();
  };
  const bot = createBotProcess({
    ...builtBot,
    cwd: dataDir,
    env: {
      ...env,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      POOL_API_URL: pool.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: join(dataDir, 'data'),
    },
    onLine: (line) => keepLine(readLogLine(line, Date.now())),
    onDeath: (how) => reportDeath(how),
  });

  const hub: Hub = createHub({
    discord,
    pool,
    world,
    logLines: () => log,
    controls: [
      ...botControls({ restart: () => restart(), kill: bot.kill }),
      ...dailyControls(discord, world.connected),
      ...workspaceControls(pool, { connected: key, spare: spare.key }),
      ...changeControls(pool, key),
      ...poolControls(pool),
      ...discordControls(discord),
    ],
  });

  let restarting = false;
  let connected = false;
  let failStart: (reason: Error) => void = () => undefined;

  function reportDeath(how: string): void {
    const lines = bot.lines.slice(-linesShown).map((line) => `\n  ${line}`);
    const words = `The bot ${how}. Its last lines:${lines.join('')}`;
    failStart(new Error(words));
    hub.setBot({ state: 'dead', reason: how });
    if (connected) say(words);
  }

  async function startBot(): Promise<void> {
    const death = new Promise<never>((_resolve, reject) => {
      failStart = reject;
    });
    bot.start();
    await Promise.race([discord.ready(readyMs), death]);
    hub.setBot({ state: 'online', reason: '' });
  }

  async function restart(): Promise<void> {
    if (restarting) return;
    restarting = true;
    hub.setBot({ state: 'restarting', reason: '' });
    await bot.stop();
    await startBot().catch((error: unknown) => {
      if (bot.state === 'running') hub.setBot({ state: 'dead', reason: `hangs: ${String(error)}` });
    });
    restarting = false;
  }

  async function close(): Promise<void> {
    await bot.stop();
    hub.close();
    await page.close();
    await discord.close();
    await pool.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  const page = await startPageServer({ hub, discord, world }, port);
  try {
    say('Starting the bot …');
    await startBot();
    say('Connecting its workspace …');
    await connectGuild({ discord, cast: world.connected, key });
    connected = true;
  } catch (error) {
    await close();
    throw error;
  }
  return { url: page.url, discord, pool, key, close };
}
