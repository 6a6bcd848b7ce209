import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMessage } from '../../sandbox/discord/text.js';
import { startDiscord } from '../../sandbox/discord/server.js';
import type {
  LoopbackChannel,
  LoopbackDiscord,
  LoopbackGuild,
  Person,
  ShownMessage,
} from '../../sandbox/discord/types.js';
import { createMovableClock, type MovableClock } from '../../sandbox/movable-clock.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { LoopbackPool, Workspace, WorkspaceOptions } from '../../sandbox/pool/types.js';
import { readConfig } from '../../src/config.js';
import { start } from '../../src/start.js';

/** The moment at which each test's time begins. */
const START = Date.parse('2026-11-29T12:00:00Z');

export interface World {
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  /** Stands still until a test moves it. */
  readonly clock: MovableClock;
  /** Stops the bot and starts it again on the same data. */
  restart(): Promise<void>;
}

let running: Promise<World> | undefined;

/** The bot between a loopback Discord and a loopback pool: one for all tests of a worker. */
function world(): Promise<World> {
  running ??= startWorld();
  return running;
}

async function startWorld(): Promise<World> {
  const clock = createMovableClock({ startAt: START, ticking: false });
  const discord = await startDiscord({ now: () => clock.now() });
  const pool = await startPool();
  const config = readConfig({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    POOL_API_URL: pool.url,
    POOL_API_TIMEOUT_MS: '400',
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'pitboss-test-')),
    LOG_LEVEL: 'silent',
  });
  const startBot = () =>
    start(config, {
      clock,
      exit: (code, sentence) => {
        throw new Error(`The bot ended itself with ${code}: ${sentence}`);
      },
    });
  let bot = await startBot();
  return {
    discord,
    pool,
    clock,
    async restart() {
      await bot.stop();
      bot = await startBot();
    },
  };
}

/** A Discord server of its own with a workspace of its own, so that no test meets another. */
export interface Server extends World {
  readonly guild: LoopbackGuild;
  readonly channel: LoopbackChannel;
  readonly workspace: Workspace;
  readonly admin: Person;
  readonly manager: Person;
  readonly approver: Person;
  readonly viewer: Person;
}

export interface ServerOptions extends WorkspaceOptions {
  /** Default: true. */
  readonly connected?: boolean;
  /** With a bot of its own, so that time begins at `START` whatever ran before. */
  readonly ownWorld?: boolean;
}

export async function newServer({
  connected = true,
  ownWorld = false,
  ...options
}: ServerOptions = {}): Promise<Server> {
  return addServer(await (ownWorld ? startWorld() : world()), options, connected);
}

/** By default connected, with its roles set. */
export async function addServer(
  running: World,
  options: WorkspaceOptions = {},
  connected = true,
): Promise<Server> {
  const { discord, pool, clock } = running;
  const workspace = pool.addWorkspace({ size: 'small', now: () => clock.now(), ...options });
  const guild = discord.addGuild({ name: 'Northwind Mining' });
  const managerRole = guild.addRole('Pool manager', { mentionable: true });
  const approverRole = guild.addRole('Approvers', { mentionable: true });
  const server: Server = {
    ...running,
    guild,
    channel: guild.addChannel('pool-ops'),
    workspace,
    admin: guild.addPerson('Adam', { admin: true }),
    manager: guild.addPerson('Marek', { roles: [managerRole.id] }),
    approver: guild.addPerson('Sofia', { roles: [approverRole.id] }),
    viewer: guild.addPerson('Vera'),
  };
  if (connected) {
    await connect(server);
    await server.admin.run('setup roles', { manager: managerRole.id, approver: approverRole.id });
  }
  return server;
}

/** Lets the pool client forget what it read while the server was set up. */
export async function pastCache({ clock }: World): Promise<void> {
  await clock.advance(6_000);
}

/**
 * Lets time pass by seconds until it holds: posts and edits are on their way. Between seconds, what
 * goes through sockets gets some real time.
 */
export async function eventually<Value>({ clock }: World, look: () => Value): Promise<Value> {
  for (let tries = 0; tries < 240; tries++) {
    try {
      return look();
    } catch {
      if (tries % 4 === 0) await clock.advance(1_000);
      else await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return look();
}

/** Types the workspace's key into the form of `/setup key`. */
export async function connect({ admin, workspace }: Server) {
  const opened = await admin.run('setup key');
  return admin.submit(opened, { key: workspace.key });
}

/**
 * A message as people of the server read it, with names in place of ids; with `hideTimes` moments
 * are `<t:…:R>` and `time`, so that two readings compare.
 */
export function shown(
  { guild }: Server,
  message: ShownMessage | null,
  { hideTimes = false }: { readonly hideTimes?: boolean } = {},
): string {
  if (message === null) throw new Error('There is no message');
  const names = new Map(
    [...guild.people, ...guild.roles, ...guild.channels].map(({ id, name }) => [id, name]),
  );
  const text = readMessage(message)
    .replaceAll(/<\/([^:>]+):\d+>/g, '/$1')
    .replaceAll(/<@&?(\d+)>/g, (_, id: string) => `@${names.get(id) ?? id}`)
    .replaceAll(/<#(\d+)>/g, (_, id: string) => `#${names.get(id) ?? id}`);
  if (!hideTimes) return text;
  return text.replaceAll(/<t:\d+:/g, '<t:…:').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
}
