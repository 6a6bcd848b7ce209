import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.js';
import { start } from '../../src/start.js';
import { startDiscord } from '../discord/server.js';
import type { LoopbackDiscord, LoopbackGuild, Outcome, Person } from '../discord/types.js';
import { createMovableClock, type MovableClock } from '../movable-clock.js';
import { startPool } from '../pool/server.js';
import type { Workspace } from '../pool/types.js';
import type { Place } from './protocol.js';
import type { Step } from './stories/story.js';

/** The bot between a loopback Discord and a loopback pool, with a server of people around it. */
export interface Stage {
  readonly discord: LoopbackDiscord;
  readonly guild: LoopbackGuild;
  readonly workspace: Workspace;
  readonly clock: MovableClock;
  /** What people did on the page, oldest first. */
  readonly acts: Act[];
  /** Labels of the events that happened. */
  readonly happened: Set<string>;
  poolMode: string;
  /** The story that is played; `at` is the step that is next. */
  story: { readonly title: string; readonly steps: readonly Step[]; at: number } | null;
  stop(): Promise<void>;
}

export interface Act extends Place {
  readonly label: string;
  /** Null until the bot has answered. */
  outcome: Outcome | null;
}

/** Short, so that a silent pool is soon told from a slow one. */
const POOL_TIMEOUT_MS = 2_500;

export async function startStage(logLevel: string): Promise<Stage> {
  const clock = createMovableClock({ ticking: true });
  const now = () => clock.now();
  const discord = await startDiscord({ now });
  const pool = await startPool();
  const workspace = pool.addWorkspace({ now });
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-playground-'));
  const config = readConfig({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    POOL_API_URL: pool.url,
    POOL_API_TIMEOUT_MS: String(POOL_TIMEOUT_MS),
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    LOG_LEVEL: logLevel,
  });
  const bot = await start(config, {
    clock,
    exit(code, sentence) {
      console.error(sentence);
      process.exit(code);
    },
  });
  const guild = discord.addGuild({ name: 'Northwind Mining' });
  await connect(guild, castServer(guild), workspace.key);
  return {
    discord,
    guild,
    workspace,
    clock,
    acts: [],
    happened: new Set(),
    poolMode: 'Well',
    story: null,
    async stop() {
      await bot.stop();
      await discord.stop();
      await pool.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Adds channels, roles and people; returns the admin. */
function castServer(guild: LoopbackGuild): Person {
  for (const name of ['pool-ops', 'treasury', 'audit', 'alerts']) guild.addChannel(name);
  const managers = guild.addRole('Pool manager', { mentionable: true });
  const approvers = guild.addRole('Approvers', { mentionable: true });
  guild.addPerson('Vera');
  guild.addPerson('Marek', { roles: [managers.id] });
  guild.addPerson('Sofia', { roles: [managers.id, approvers.id] });
  const adam = guild.addPerson('Adam', { admin: true });
  guild.addPerson('Nora', { admin: true });
  return adam;
}

/** As an admin does it on the first day. */
async function connect(guild: LoopbackGuild, admin: Person, key: string): Promise<void> {
  const opened = await admin.run('setup key');
  await admin.submit(opened, { key });
  await admin.run('setup roles', { manager: 'Pool manager', approver: 'Approvers' });
  await admin.run('setup defaults', { audit: 'audit' });
}
