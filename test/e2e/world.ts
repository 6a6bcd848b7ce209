import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtBot } from '../../sandbox/dist-paths.js';
import { createBotProcess, type BotProcess } from '../../sandbox/bot-process.js';
import type {
  Actor,
  LoopbackDiscord,
  LoopbackGuild,
  LoopbackMessage,
  LoopbackPerson,
  Outcome,
} from '../../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord, type LoopbackOptions } from '../../sandbox/discord/server.js';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { WorkspaceOptions } from '../../sandbox/pool/workspace.js';

/** The real bot process between a loopback Discord and a loopback pool. */
export interface Installation {
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  readonly dataDir: string;
  readonly bot: BotProcess;
  /** The process's environment, including secrets: for a second process beside it. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything the process printed. */
  readonly log: readonly string[];
  /** Starts the bot (again) and waits until it answers. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** One guild, its workspace at the pool, and people who use both. */
export interface World extends Installation {
  readonly guild: LoopbackGuild;
  readonly key: string;
  readonly channelId: string;
  readonly people: Record<'viewer' | 'manager' | 'second' | 'admin' | 'otherAdmin', LoopbackPerson>;
  as(who: keyof World['people']): Actor;
  /** As an admin would: `/setup key`, with the form filled in. */
  connect(key?: string): Promise<LoopbackMessage>;
  /** Another guild with the same bot, not connected: keeps tests from seeing each other's work. */
  neighbour(workspace?: WorkspaceOptions): World;
}

export interface WorldOptions {
  readonly workspace?: WorkspaceOptions;
  readonly discord?: LoopbackOptions;
  /** Where the built bot is, if not in `dist`. */
  readonly main?: string;
  /** Overrides the world's own; gets the servers, in case something is placed before them. */
  readonly env?: Given | ((servers: Pick<Installation, 'discord' | 'pool'>) => Promise<Given>);
}

type Given = Record<string, string>;

/** A world whose guild isn't connected and whose bot isn't started. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { workspace, env } = options;
  const [discord, pool] = await Promise.all([startLoopbackDiscord(options.discord), startPool()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'pitboss-e2e-'));
  const log: string[] = [];
  const given = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    POOL_API_URL: pool.url,
    POOL_API_TIMEOUT_MS: '1000',
    // A look at a server's figures would meet faults that a test intends for its own request.
    ALERT_ROUND_SECONDS: '0',
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(dataDir, 'data'),
    ...(typeof env === 'function' ? await env({ discord, pool }) : env),
  };
  const bot = createBotProcess({
    ...builtBot,
    main: options.main ?? builtBot.main,
    cwd: dataDir,
    env: given,
    onLine: (line) => log.push(line),
    // If killed by a test, it says nothing; if it ended by itself, its last lines say why.
    onDeath: (how) => {
      if (how.includes('exit code'))
        process.stderr.write(`The bot ${how}:\n${log.slice(-4).join('\n')}\n`);
    },
  });
  const house: Installation = {
    discord,
    pool,
    dataDir,
    bot,
    env: given,
    log,
    async start() {
      bot.start();
      await discord.ready(45_000);
    },
    async close() {
      await bot.stop();
      await Promise.all([discord.close(), pool.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return worldIn(house, workspace);
}

function worldIn(house: Installation, workspace: WorkspaceOptions = {}): World {
  const { discord, pool } = house;
  const guild = discord.addGuild({ name: 'Northwind Mining', channels: ['pool-ops', 'audit'] });
  const managers = guild.addRole('Managers');
  const people = {
    viewer: guild.addPerson({ name: 'Vera' }),
    manager: guild.addPerson({ name: 'Marek', roleIds: [managers.id] }),
    second: guild.addPerson({ name: 'Sofia', roleIds: [managers.id] }),
    admin: guild.addPerson({ name: 'Adam', manageGuild: true }),
    otherAdmin: guild.addPerson({ name: 'Ada', manageGuild: true }),
  };
  const [channelId = ''] = guild.channels.keys();
  const { key } = pool.addWorkspace({ seed: 7, ...workspace });
  const as = (who: keyof typeof people) => discord.as(people[who], channelId);
  return {
    ...house,
    guild,
    key,
    channelId,
    people,
    as,
    async connect(asked = key) {
      const opened = await as('admin').command('setup key');
      return (await as('admin').submit(opened, { key: asked })).settled();
    },
    neighbour: (theirs) => worldIn(house, theirs),
  };
}

/** Runs a command and waits for the final answer. */
export async function ask(
  actor: Actor,
  path: string,
  options: Record<string, string | number | boolean> = {},
): Promise<LoopbackMessage> {
  return (await actor.command(path, options)).settled();
}

/** A connected world, which most tests begin with. */
export async function startConnectedWorld(options: WorldOptions = {}): Promise<World> {
  const world = await startWorld(options);
  await world.start();
  await world.connect();
  return world;
}

export async function settledOf(outcome: Promise<Outcome>): Promise<LoopbackMessage> {
  return (await outcome).settled();
}
