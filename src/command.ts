import { z } from 'zod';
import type { Modal, PostedMessage, Reply, ShownMessage } from './domain/messages/reply.js';
import type { Changes } from './changes/changes.js';
import type { Alerts } from './alerts/alerts.js';
import type { Daily } from './daily/daily.js';
import type { AccessLevel, Member } from './domain/guild/access.js';
import type { Clock } from './domain/time/clock.js';
import type { DurabilityRisk } from './domain/durability-risks.js';
import type { ExportCounts } from './fleet/exports/export-counts.js';
import type { RunningExports } from './fleet/exports/running-exports.js';
import type { Follow } from './fleet/follow/follow.js';
import type { Guilds } from './guilds/guilds.js';
import type { RecentIds } from './guilds/recent-ids.js';
import type { PoolClient } from './pool-api/client.js';
import type { GuildSettings } from './domain/guild/guild-settings.js';

/**
 * The contract between a command and the house. A command declares and returns: it never
 * touches an interaction, never logs, and lets every fault through but that of a read it can do
 * without (`toResult`). It returns an answer or throws.
 */

/** One message, or one that is edited as further states of it come. */
export type Answer = Reply | AsyncIterable<Reply>;

export interface Choice {
  readonly name: string;
  readonly value: string;
}

/** Offers choices while a person types. What takes over a second is answered with nothing. */
export type Suggest = (typed: string, context: Context) => Promise<readonly Choice[]>;

/** Who asks, where and when: what an interaction carries of it. Only inside a guild. */
export interface Caller {
  readonly guildId: string;
  readonly channelId: string;
  readonly member: Member;
  /** The answer is for this person alone, and cannot be edited once its token is 15 minutes old. */
  readonly isPrivate: boolean;
  /** When the person asked, by Discord's clock (from the interaction's id), in ms. */
  readonly askedAt: number;
  /** When the interaction arrived, by our clock, in ms. */
  readonly receivedAt: number;
  /** The message that was clicked on; not one that only this person sees. */
  readonly clickedOn?: PostedMessage;
  /** What that message showed when it was clicked, also one that only this person sees. */
  readonly clickedShown?: ShownMessage;
  /** Most bytes of one file in this channel, where Discord said so. */
  readonly attachmentLimit?: number;
}

/** What a command or a click is given: who asks, where, and the guild's own rooms. */
export interface Context extends Caller {
  readonly settings: GuildSettings;
  /** The guild's workspace. Reading this property throws a UserError while no key is connected. */
  readonly pool: PoolClient;
  /** Read-only: settings and the key are changed through `changes.settings`. */
  readonly guilds: Pick<Guilds, 'settings' | 'keyInfo'>;
  readonly changes: Changes;
  readonly alerts: Alerts;
  readonly daily: Daily;
  /** Exports under way in this process. */
  readonly exports: RunningExports;
  /** How many rows whole exports held. */
  readonly exportCounts: ExportCounts;
  /** Ids that this guild asked for, for autocomplete. */
  readonly recentIds: RecentIds;
  /** Messages that follow a fleet action. */
  readonly follow: Follow;
  readonly clock: Clock;
  /**
   * Keeps what does not fit a custom id and gives a short id for it: the same value, the same
   * id. Kept for 90 days, readable from this guild alone.
   */
  remember(value: unknown): Promise<string>;
  /** Whether a text holds the server's key, in any spelling. */
  holdsKey(text: string): boolean;
  /** Throws a UserError when it has expired or was never this guild's. */
  recall<Value>(id: string, schema: z.ZodType<Value>): Promise<Value>;
  /** What this deployment is: things a command may show but not change. */
  readonly deployment: Deployment;
  /** The list of commands, for /help alone. */
  readonly commands: readonly (Command | CommandGroup)[];
}

/** Filled by `bot.ts`. */
export interface Deployment {
  readonly version: string;
  /** Tries a key that is not saved yet. */
  readonly poolWithKey: (key: string) => PoolClient;
  /** By Discord's names, of those it needs to post. Throws `ChannelRefused` where it is gone. */
  readonly missingPermissions: (channelId: string, guildId: string) => Promise<readonly string[]>;
  /**
   * Whether a mention of the role there notifies anybody; `gone` = there is no such role. Throws
   * `ChannelRefused` where the channel is gone.
   */
  readonly mentionOf: (
    roleId: string,
    channelId: string,
    guildId: string,
  ) => Promise<'heard' | 'unheard' | 'gone'>;
  /** What the store may lose of what it acknowledged, as the deployer allows. */
  readonly storeRisks: () => readonly DurabilityRisk[];
  /** Whether the store answers and takes writes. Never throws. */
  readonly isStoreUsable: () => Promise<boolean>;
}

interface Common {
  /**
   * True of all that changes anything: it is claimed by its interaction's id, since Discord may
   * deliver twice, and runs only once Discord took its acknowledgement. What opens a form can't be
   * acknowledged before, so it only records refusals; its form writes.
   */
  readonly writes?: boolean;
}

export interface Command<Options extends z.ZodObject = z.ZodObject> extends Common {
  readonly access: AccessLevel;
  readonly name: string;
  readonly description: string;
  /**
   * One zod object from which Discord's option list follows. Enum = choices, boolean, int and
   * string as they are; `.meta({ discord })` for channels and roles; `.describe()` is required.
   */
  readonly options: Options;
  /** Autocomplete, by option name. */
  readonly suggest?: Readonly<Record<string, Suggest>>;
  /** Lines as a person would type them, without the slash command's name. */
  readonly examples: readonly string[];
  /** `choose` adds the `private` option; without it the answer is public. */
  readonly audience: 'choose' | 'private' | 'public';
  readonly opens?: 'modal';
  /** Waits for nothing else of its server or of its person: for what stops things. */
  readonly urgent?: boolean;
  run(options: z.output<Options>, context: Context): Promise<Answer | Modal> | Answer | Modal;
}

export interface CommandGroup {
  readonly name: string;
  readonly description: string;
  readonly subcommands: readonly Command[];
}

/** What a click, a selection or a submitted form does: found by the kind in its custom id. */
export interface Action<
  Args extends z.ZodType = z.ZodType,
  Fields extends z.ZodObject = z.ZodObject,
> extends Common {
  /** `anyone` = what it asks judges each person itself, and records whom it refused. */
  readonly access: AccessLevel | 'anyone';
  /** `^[a-z][a-z0-9-]*$`, unique in the house. */
  readonly kind: string;
  /** Parses the custom id's arguments, an array of strings: e.g. a `z.tuple`. */
  readonly args: Args;
  /** A modal's inputs by custom id; for a select `{ values: string[] }`; for a button nothing. */
  readonly fields: Fields;
  /**
   * `update` edits the message it sits on; `update-own` does for who asked for that message, and
   * answers anybody else privately; the others answer with a message of their own.
   */
  readonly answers: 'update' | 'update-own' | 'private' | 'public';
  readonly opens?: 'modal';
  /**
   * Of a form: keeps what was typed and gives the custom id under which it opens again as it was
   * typed. A refusal of the form then carries an "Edit again" button, so nobody types it twice.
   */
  editAgain?(
    input: { args: z.output<Args>; fields: z.output<Fields> },
    context: Context,
  ): Promise<string>;
  /** True of the one form that the server's key belongs into: elsewhere it is refused. */
  readonly takesKey?: boolean;
  run(
    input: { args: z.output<Args>; fields: z.output<Fields> },
    context: Context,
  ): Promise<Answer | Modal> | Answer | Modal;
}

declare module 'zod' {
  interface GlobalMeta {
    /** An option type that zod has no word for. */
    discord?: 'channel' | 'role';
  }
}

/** Keeps the option types inside `run` and forgets them outside. */
export function defineCommand<Options extends z.ZodObject>(command: Command<Options>): Command {
  // The router parses with this very schema before it calls run, so the widening is sound.
  return command;
}

const NO_FIELDS = z.object({});

/** `fields` may be left out of a button: it has none. */
export function defineAction<Args extends z.ZodType, Fields extends z.ZodObject = typeof NO_FIELDS>(
  action: Omit<Action<Args, Fields>, 'fields'> & { readonly fields?: Fields },
): Action {
  // As in defineCommand: the router parses with these very schemas.
  return { fields: NO_FIELDS, ...action };
}
