import { z } from 'zod';
import type { Modal, PostedMessage, Reply, ShownMessage } from './domain/messages/reply.js';
import type { Changes } from './changes/changes.js';
import type { Alerts } from './alerts/alerts.js';
import type { DailyPosts } from './daily/daily.js';
import type { AccessLevel, Member } from './domain/guild/access-levels.js';
import type { Clock } from './domain/time/clock.js';
import type { DurabilityRisk } from './domain/durability-risks.js';
import type { ExportCounts } from './fleet/miner-exports/export-counts.js';
import type { RunningExports } from './fleet/miner-exports/running-exports.js';
import type { Follow } from './fleet/follow/follow.js';
import type { Guilds } from './guilds/guilds.js';
import type { RecentIds } from './guilds/recent-ids.js';
import type { PoolClient } from './pool-api/client.js';
import type { GuildSettings } from './domain/guild/guild-settings.js';

/**
 * The contract between a command and the house. A command declares and returns: it never touches an
 * interaction, never logs, and catches no failure except of a read it can do without (`toResult`).
 * It returns a reply or throws.
 */

/** A single message, or one that is edited as further states arrive. */
export type Replies = Reply | AsyncIterable<Reply>;

export interface Choice {
  readonly name: string;
  readonly value: string;
}

/** Offers choices while a person types. If it takes over a second, nothing is offered. */
export type Autocomplete = (typed: string, context: Context) => Promise<readonly Choice[]>;

/** Who asks, where and when, as the interaction says. Only inside a guild. */
export interface Caller {
  readonly guildId: string;
  readonly channelId: string;
  readonly member: Member;
  /** The reply is only for this person, and can't be edited once its token is 15 minutes old. */
  readonly isPrivate: boolean;
  /** When the person asked, by Discord's clock (from the interaction's id), in ms. */
  readonly askedAt: number;
  /** When the interaction arrived, by our clock, in ms. */
  readonly receivedAt: number;
  /** The clicked message, unless only this person sees it. */
  readonly clickedOn?: PostedMessage;
  /** What the clicked message showed at the time, even if only this person sees it. */
  readonly clickedShown?: ShownMessage;
  /** Maximum bytes of one file in this channel, if Discord said so. */
  readonly attachmentLimit?: number;
}

/** What a command or click receives: who asks, where, and the guild's own rooms. */
export interface Context extends Caller {
  readonly settings: GuildSettings;
  /** The guild's workspace. Reading this property throws a UserError while no key is connected. */
  readonly pool: PoolClient;
  /** When the key that `pool` asks with was connected, in ms; 0 without one. */
  readonly connectedAt: number;
  /** Read-only: settings and the key are changed through `changes.settings`. */
  readonly guilds: Pick<Guilds, 'settings' | 'keyInfo'>;
  readonly changes: Changes;
  readonly alerts: Alerts;
  readonly daily: DailyPosts;
  /** Exports that run, in this process or another. */
  readonly exports: RunningExports;
  /** How many rows complete exports had. */
  readonly exportCounts: ExportCounts;
  /** Ids this guild has asked for, for autocomplete. */
  readonly recentIds: RecentIds;
  /** Messages that follow a fleet action. */
  readonly follow: Follow;
  readonly clock: Clock;
  /**
   * Stores what doesn't fit a custom id and returns a short id for it: same value, same id. Kept
   * for 90 days, readable only by this guild.
   */
  remember(value: unknown): Promise<string>;
  /** Whether a text contains the server's key, in any spelling. */
  holdsKey(text: string): boolean;
  /** Throws a UserError if it has expired or was never this guild's. */
  recall<Value>(id: string, schema: z.ZodType<Value>): Promise<Value>;
  /** About this deployment: things a command may show but not change. */
  readonly deployment: Deployment;
  /** The list of commands, only for /help. */
  readonly commands: readonly (Command | CommandGroup)[];
}

/** Filled by `bot.ts`. */
export interface Deployment {
  readonly version: string;
  /** Tries a key that isn't saved yet. */
  readonly poolWithKey: (key: string) => PoolClient;
  /**
   * The permissions the bot needs to post but lacks, by Discord's names. Throws `ChannelRefused` if
   * the channel is gone.
   */
  readonly missingPermissions: (channelId: string, guildId: string) => Promise<readonly string[]>;
  /**
   * Whether mentioning the role there notifies anybody; `gone` = there is no such role. Throws
   * `ChannelRefused` if the channel is gone.
   */
  readonly mentionOf: (
    roleId: string,
    channelId: string,
    guildId: string,
  ) => Promise<'heard' | 'unheard' | 'gone'>;
  /** Which acknowledged writes the store may lose, as the deployer allows. */
  readonly storeRisks: () => readonly DurabilityRisk[];
  /** Whether the store answers and accepts writes. Never throws. */
  readonly isStoreUsable: () => Promise<boolean>;
  /** Null if the last entry of any trail that this process had to save was saved. */
  readonly appendFailedAt: () => number | null;
}

interface CommonDeclaration {
  /**
   * True for everything that changes something: it is claimed by its interaction's id, since
   * Discord may deliver twice, and runs only after Discord accepts its acknowledgement. What opens
   * a form can't be acknowledged before, so it only records refusals; its form writes.
   */
  readonly writes?: boolean;
}

export interface Command<Options extends z.ZodObject = z.ZodObject> extends CommonDeclaration {
  readonly access: AccessLevel;
  readonly name: string;
  readonly description: string;
  /**
   * One zod object from which Discord's option list is derived. Enum = choices; boolean, int and
   * string as they are; `.meta({ discord })` for channels and roles; `.describe()` is required.
   */
  readonly options: Options;
  /** What it changes, for docs/commands.md; left out by what changes nothing. */
  readonly changes?: string;
  /** Autocomplete, by option name. */
  readonly autocomplete?: Readonly<Record<string, Autocomplete>>;
  /** Lines as a person would type them, without the slash command's name. */
  readonly examples: readonly string[];
  /** `choose` adds the `private` option; without that the reply is public. */
  readonly audience: 'choose' | 'private' | 'public';
  readonly opens?: 'modal';
  /** Its buttons, menus and forms; those of a subcommand may stand in its group. */
  readonly actions?: readonly Action[];
  /** Waits for nothing else from its server or person: for commands that stop things. */
  readonly urgent?: boolean;
  /** Acknowledged before it begins: what it reads may hold up the process past Discord's 3 s. */
  readonly isLong?: boolean;
  run(options: z.output<Options>, context: Context): Promise<Replies | Modal> | Replies | Modal;
}

export interface CommandGroup {
  readonly name: string;
  readonly description: string;
  readonly subcommands: readonly Command[];
  readonly actions?: readonly Action[];
}

/** What a click, a selection or a submitted form does; found by the kind in its custom id. */
export interface Action<
  Args extends z.ZodType = z.ZodType,
  Fields extends z.ZodObject = z.ZodObject,
> extends CommonDeclaration {
  /** `anyone` = what it calls judges each person itself, and records refusals. */
  readonly access: AccessLevel | 'anyone';
  /** `^[a-z][a-z0-9-]*$`, unique in the house. */
  readonly kind: string;
  /** Parses the custom id's arguments, an array of strings, e.g. with a `z.tuple`. */
  readonly args: Args;
  /** A modal's inputs by custom id; for a select `{ values: string[] }`; for a button nothing. */
  readonly fields: Fields;
  /**
   * `update` edits the message it is on; `update-own` does so for the person who asked for that
   * message, and answers others privately; the rest answer with their own message.
   */
  readonly answers: 'update' | 'update-own' | 'private' | 'public';
  readonly opens?: 'modal';
  /**
   * For a form: keeps what was typed and returns the custom id that reopens it that way. A refused
   * form then has an "Edit again" button, so nobody types it twice.
   */
  editAgain?(
    input: { args: z.output<Args>; fields: z.output<Fields> },
    context: Context,
  ): Promise<string>;
  /** True for the one form meant for the server's key: elsewhere the key is refused. */
  readonly takesKey?: boolean;
  run(
    input: { args: z.output<Args>; fields: z.output<Fields> },
    context: Context,
  ): Promise<Replies | Modal> | Replies | Modal;
}

declare module 'zod' {
  interface GlobalMeta {
    /** An option type that zod has no word for. */
    discord?: 'channel' | 'role';
  }
}

/** Keeps the option types inside `run` and erases them outside. */
export function defineCommand<Options extends z.ZodObject>(command: Command<Options>): Command {
  // The router parses with this very schema before it calls run, so the widening is sound.
  return command;
}

const NO_FIELDS = z.object({});

/** `fields` may be omitted for a button: it has none. */
export function defineAction<Args extends z.ZodType, Fields extends z.ZodObject = typeof NO_FIELDS>(
  action: Omit<Action<Args, Fields>, 'fields'> & { readonly fields?: Fields },
): Action {
  // As in defineCommand: the router parses with these very schemas.
  return { fields: NO_FIELDS, ...action };
}
