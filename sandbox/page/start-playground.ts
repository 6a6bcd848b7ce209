import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBotProcess } from '../bot-process.js';
import { turningClock } from '../clock-ahead.js';
import type { LoopbackDiscord } from '../discord/loopback-discord.js';
import { startLoopbackDiscord } from '../discord/server.js';
import { createPoolConsole } from '../pool/pool-operator.js';
import type { LoopbackPool } from '../pool/loopback-pool.js';
import { startPool } from '../pool/server.js';
import { builtBot } from '../dist-paths.js';
import { createPlaygroundClock } from './bot/playground-clock.js';
import { readLogLine } from './bot/log-lines.js';
import { createRunningBot } from './bot/running-bot.js';
import { botControls } from './controls/bot-controls.js';
import { changeControls } from './controls/change-controls.js';
import { connectGuild } from './connect-guild.js';
import { dailyControls } from './controls/daily-controls.js';
import { discordControls } from './controls/discord-controls.js';
import { createHub, type Hub } from './hub.js';
import { poolControls } from './controls/pool-controls.js';
import { siteControls } from './controls/site-controls.js';
import type { LogLine } from './protocol.js';
import { startPageServer } from './server.js';
import { allStories } from './stories/all-stories.js';
import { createStories } from './stories/story-player.js';
import { workspaceControls } from './controls/workspace-controls.js';
import { createPlaygroundWorld, type Cast } from './world.js';

export interface Playground {
  readonly url: string;
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  /** The connected server and its people. */
  readonly cast: Cast;
  /** Its API key at the loopback pool. */
  readonly key: string;
  close(): Promise<void>;
}

export interface PlaygroundOptions {
  /** The first port to try for the page; 0 = any. */
  readonly port: number;
  /** Gets progress messages, line by line. */
  readonly say: (line: string) => void;
  /** Additional settings of the bot. */
  readonly env?: Readonly<Record<string, string>>;
}

const linesKept = 200;

/**
 * Both loopbacks with the real bot between them and the page in front. Nothing leaves this machine.
 */
export async function startPlayground({
  port,
  say,
  env = {},
}: PlaygroundOptions): Promise<Playground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitboss-playground-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const pool = await startPool();
  const clock = createPlaygroundClock({ folder: dataDir, onTurn: () => hub.worldChanged() });
  const { now } = clock;
  const { key, workspace } = pool.addWorkspace({ now });
  const spare = pool.addWorkspace({ seed: 2, now });
  const console = createPoolConsole(workspace);
  const discord = await startLoopbackDiscord({ now });
  const world = createPlaygroundWorld(discord);

  const log: LogLine[] = [];
  const keepLine = (line: LogLine): void => {
    log.push(line);
    if (log.length > linesKept) log.shift();
  };
  const bot = createBotProcess({
    ...builtBot,
    nodeFlags: [...builtBot.nodeFlags, '--import', turningClock],
    cwd: dataDir,
    env: {
      ...env,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      POOL_API_URL: pool.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: join(dataDir, 'data'),
    },
    onLine: (line) => keepLine(readLogLine(line, now())),
    onDeath: (how) => running.died(how),
  });
  let connected = false;
  const running = createRunningBot({
    process: () => bot,
    discord,
    tell: (view) => hub.setBot(view),
    onDeath: (words) => connected && say(words),
  });
  const letDayPass = () => running.restart(clock.passDay);

  const hub: Hub = createHub({
    discord,
    pool,
    console,
    world,
    clock,
    logLines: () => log,
    stories: (interactions) =>
      createStories(
        allStories({
          discord,
          pool,
          workspace,
          console,
          cast: world.connected,
          interactions,
          clock,
          letDayPass,
          wakeBot: async () => (bot.state === 'running' ? undefined : running.restart()),
        }),
      ),
    controls: [
      ...botControls({
        restart: running.restart,
        kill: bot.kill,
        letDayPass,
        letHourPass: () => clock.passMinutes(60),
      }),
      ...dailyControls(discord, world.connected),
      ...workspaceControls(pool, { connected: key, spare: spare.key }),
      ...siteControls(workspace, console),
      ...changeControls(pool, workspace, console),
      ...poolControls(pool, workspace),
      ...discordControls(discord),
    ],
  });

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
    await running.start();
    say('Connecting its workspace …');
    await connectGuild({ discord, cast: world.connected, key });
    connected = true;
  } catch (error) {
    await close();
    throw error;
  }
  return { url: page.url, discord, pool, cast: world.connected, key, close };
}
