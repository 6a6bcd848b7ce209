import type {
  APIApplicationCommand,
  APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';

/**
 * A Discord on loopback: REST and gateway, strict where the real one is strict. It holds people,
 * guilds, channels and messages; a person acts through `as(person)`, and what a person would
 * see comes back. Used by the playground page, the end-to-end tests and the benchmarks.
 */
export interface LoopbackDiscord {
  /** For `DISCORD_API_URL`: `http://127.0.0.1:PORT/api`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly guilds: ReadonlyMap<string, LoopbackGuild>;
  /** `joinedAt`: when the bot did, as Discord writes a time; left out, years ago. */
  addGuild(guild: { name: string; channels?: readonly string[]; joinedAt?: string }): LoopbackGuild;
  /** Somebody deletes it, with all that stands in it. */
  deleteChannel(channelId: string): void;
  /** The bot is thrown out (GUILD_DELETE without `unavailable`). */
  removeBot(guildId: string): void;
  /** Invites the bot again. */
  returnBot(guildId: string): void;
  /** An outage begins (GUILD_DELETE with `unavailable`) or ends (GUILD_CREATE). */
  setUnavailable(guildId: string, unavailable: boolean): void;
  /** Resolves when a bot has identified and its commands are registered. */
  ready(timeoutMs?: number): Promise<void>;
  commands(guildId?: string): readonly APIApplicationCommand[];
  as(person: LoopbackPerson, channelId: string): Actor;
  messages(channelId: string): readonly LoopbackMessage[];
  /** Everything the bot sent that the real Discord would have refused, in words. */
  readonly refusals: readonly string[];
  /** Every REST request of the bot, newest last (bounded). */
  readonly requests: readonly { method: string; path: string; status: number; at: number }[];
  /** What the bot's gateway connections amount to so far. */
  readonly connections: ConnectionCounts;
  readonly faults: DiscordFaults;
  /** Closes every gateway connection with this code; 4000 = resumable. */
  closeGateway(code: number): void;
  /** Every connection falls silent in both directions without being closed (half open). */
  muteGateway(): void;
  /** Sends this as a frame over every connection, whatever it is. */
  sendFrame(frame: string): void;
  /** Asks every shard to reconnect (op 7). */
  askToReconnect(): void;
  /** Declares every session invalid (op 9). */
  invalidateSessions(resumable: boolean): void;
  /** For pages: called at every change a viewer could see. Returns the unsubscribe. */
  onChange(listener: (change: DiscordChange) => void): () => void;
  close(): Promise<void>;
}

export interface LoopbackGuild {
  readonly id: string;
  readonly name: string;
  readonly channels: ReadonlyMap<string, { id: string; name: string; missing: Set<string> }>;
  readonly people: ReadonlyMap<string, LoopbackPerson>;
  readonly roles: ReadonlyMap<string, { id: string; name: string }>;
  /** Most bytes of one file: 10 MiB, more where a server is boosted. */
  fileBytes: number;
  addPerson(person: { name: string; roleIds?: string[]; manageGuild?: boolean }): LoopbackPerson;
  /** `mentionable`: by everyone, as is usual here. */
  addRole(name: string, mentionable?: boolean): { id: string; name: string };
}

export interface LoopbackPerson {
  readonly id: string;
  readonly guildId: string;
  readonly name: string;
  roleIds: string[];
  manageGuild: boolean;
}

/** What one person can do. Each resolves with what that person then sees. */
export interface Actor {
  /** `path` as typed: `summary`, `setup key`. Options by name; channel and role options by id. */
  command(path: string, options?: Record<string, string | number | boolean>): Promise<Outcome>;
  complete(
    path: string,
    options: Record<string, string | number | boolean>,
    focused: string,
  ): Promise<readonly { name: string; value: string | number }[]>;
  click(message: LoopbackMessage, customId: string): Promise<Outcome>;
  select(message: LoopbackMessage, customId: string, values: readonly string[]): Promise<Outcome>;
  /** Fills the modal that an earlier outcome opened. */
  submit(outcome: Outcome, fields: Record<string, string | readonly string[]>): Promise<Outcome>;
  /** As `click`, of a custom id that the message may not carry: what a forger could send. */
  forge(message: LoopbackMessage, customId: string): Promise<Outcome>;
  /** An ordinary message of this person. */
  say(content: string): LoopbackMessage;
}

/** Follows one interaction from its delivery on. */
export interface Outcome {
  readonly interactionId: string;
  readonly modal: APIModalInteractionResponseCallbackData | null;
  /** The answer as it stands now: grows from "thinking" to the reply, and with later edits. */
  readonly message: LoopbackMessage | null;
  /** Further messages sent with the interaction's token, as they stand now. */
  readonly followUps: readonly LoopbackMessage[];
  /** The message once `done` holds of it; without `done`, once it is no longer "thinking". */
  settled(
    done?: (message: LoopbackMessage) => boolean,
    timeoutMs?: number,
  ): Promise<LoopbackMessage>;
  /** Milliseconds from the person's act to the first response; null before it. */
  readonly firstResponseMs: number | null;
  /** "The application did not respond": nothing came within 3 s. */
  readonly failed: boolean;
}

export interface LoopbackMessage {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly content: string;
  readonly embeds: readonly Record<string, unknown>[];
  readonly components: readonly Record<string, unknown>[];
  readonly attachments: readonly LoopbackAttachment[];
  /** Only this person sees it; null = everybody. */
  readonly ephemeralFor: string | null;
  readonly thinking: boolean;
  readonly edited: boolean;
  readonly deleted: boolean;
  /** The people, roles and "everyone" whom this message really pinged. */
  readonly pinged: readonly string[];
  /** The message that it replies to. */
  readonly repliesTo: string | null;
  readonly createdAt: number;
  /** Which interaction it answers; null for an ordinary post. */
  readonly interaction: MessageInteraction | null;
}

interface MessageInteraction {
  readonly id: string;
  readonly type: number;
  readonly userId: string;
  /** As in `Interaction`. */
  readonly command: string;
}

export interface LoopbackAttachment {
  readonly id: string;
  readonly filename: string;
  readonly description: string | null;
  readonly size: number;
  readonly contentType: string;
  /** An embed shows it, so it is not shown once more below the message. */
  readonly inEmbed: boolean;
  /** Served by the loopback itself. */
  readonly url: string;
  readonly data: Uint8Array;
}

/**
 * `gone`: Discord no longer knows the interaction (10062). `taken`: somebody else has answered it
 * (40060).
 */
export type CallbackFault = '429' | '500' | 'reset' | 'hang' | 'lost-answer' | 'gone' | 'taken';

/** Counted since the loopback has been there. */
export interface ConnectionCounts {
  /** Asked for, also those that were refused. */
  readonly upgrades: number;
  /** Of these, whose socket is still open; now. */
  readonly open: number;
  readonly identifies: number;
  /** Sessions with a connection; now. */
  readonly live: number;
}

/**
 * A number: the upgrade is refused with this HTTP status. The last four: a connection that is
 * opened and says nothing, is closed after HELLO, never says READY (nor RESUMED), calls every
 * session invalid.
 */
export type UpgradeFault =
  | number
  | 'hang'
  | 'reset'
  | 'no-hello'
  | 'close-after-hello'
  | 'no-ready'
  | 'invalid-session';

/** `no-answer`: it has its effect, and nothing is ever said of it. */
export type ChannelFault = '429' | '500' | 'hang' | 'no-answer';

/** Switches, read at each request. */
export interface DiscordFaults {
  /** Added to every REST answer, in ms. */
  latencyMs: number;
  /** The next n interaction callbacks are answered so, then normally again. */
  nextCallbacks: CallbackFault[];
  /** The next n ordinary REST requests (posts, edits, registration) likewise. */
  nextRequests: ('429' | '500' | 'reset' | 'hang' | 'lost-answer' | '401' | '403' | '404')[];
  /**
   * What each request to a channel's messages meets until it is taken out, by the channel's id, or
   * by a method and the id (`POST 123`) for those alone.
   */
  readonly ofChannels: Map<string, ChannelFault>;
  /** What every gateway connection meets; null = works. */
  upgrades: UpgradeFault | null;
  /** What the next ones meet instead, in turn; null = works. */
  nextUpgrades: (UpgradeFault | null)[];
  /** Every interaction is delivered this many times. */
  deliveries: number;
  /** And so long after the person acted, ms: the gateway was away meanwhile. */
  deliveryDelayMs: number;
  /** Gives what is delivered in place of an interaction, such as one of a new type; null = itself. */
  rewrite: ((interaction: Record<string, unknown>) => Record<string, unknown>) | null;
  /** Answers on GET /gateway/bot before one succeeds. */
  gatewayBotFailures: number;
  /** Discord's global limit, from which interaction answers are exempt; Infinity = off. */
  requestsPerSecond: number;
}

export type DiscordChange =
  | { kind: 'message'; message: LoopbackMessage }
  | { kind: 'deleted'; messageId: string; channelId: string }
  | { kind: 'interaction'; interactionId: string; failed: boolean }
  | { kind: 'modal'; interactionId: string; userId: string }
  | { kind: 'commands' }
  | { kind: 'bot'; online: boolean };
