import type { Changes } from '../src/changes/changes.js';
import type { Clock } from '../src/clock.js';
import type { Alerts } from '../src/alerts/alerts.js';
import type { Daily } from '../src/daily/daily.js';
import type { Channels } from '../src/discord/channels.js';
import { definitions, type Action, type Caller, type Command } from '../src/discord/command.js';
import type { Memory } from '../src/discord/custom-id.js';
import type { createExports } from '../src/fleet/export.js';
import type { createFollows } from '../src/fleet/follow-action.js';
import type { Guilds } from '../src/guilds/guilds.js';
import type { GuildSettings } from '../src/guilds/settings.js';
import type { Pool } from '../src/pool/pool.js';

/** What a command or click receives: who asks, and what it may call. */
export interface Context extends Caller, Memory {
  readonly settings: GuildSettings;
  /** The server's workspace. Reading it throws a UserError while no key is connected. */
  readonly pool: Pool;
  /** Version of the key that `pool` uses. */
  readonly keyVersion: number;
  readonly guilds: Guilds;
  readonly changes: Changes;
  readonly daily: Daily;
  readonly alerts: Alerts;
  readonly fleet: ReturnType<typeof createFollows> & ReturnType<typeof createExports>;
  readonly channels: Channels;
  readonly clock: Clock;
  /** All commands, for `/help`. */
  readonly commands: readonly Command<Context>[];
}

/** What a file in this folder exports. */
export interface CommandFile {
  readonly commands: readonly Command<Context>[];
  readonly actions: readonly Action<Context>[];
}

export const { defineCommand, defineAction } = definitions<Context>();
