import type {
  APIApplicationCommand,
  APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';

/**
 * A Discord on loopback: REST and gateway, as strict as the real one. It holds people, guilds,
 * channels and messages; a person acts through `as(person)` and gets what they would see. Used by
 * the playground page, the end-to-end tests and the benchmarks.
 */
export interface LoopbackDiscord {
  /** For `DISCORD_API_URL`: `http://127.0.0.1:PORT/api`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Another id than that of the bot's user, as with applications of before 2016. */
  readonly applicationId: string;
  readonly botId: string;
  /**
   * An application of today takes the place of this one in the same servers, where messages stay; with
   * the Message Content intent or without. `token`, `applicationId` and `botId` above are the first's.
   */
  replaceApplication(next: { readsContent: boolean }): { token: string; applicationId: string };
  readonly guilds: ReadonlyMap<string, LoopbackGuild>;
  /** `joinedAt`: when the bot joined, as Discord writes a time; years ago if left out. */
  addGuild(guild: { name: string; channels?: readonly string[]; joinedAt?: string }): LoopbackGuild;
  /** Somebody deletes it with everything in it. */
  deleteChannel(channelId: string): void;
  /** A moderator deletes a message. */
  deleteMessage(messageId: string): void;
  /** A moderator takes its embeds away. */
  suppressEmbeds(messageId: string): void;
  /** The bot is removed (GUILD_DELETE without `unavailable`). */
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
  /** Totals of the bot's gateway connections so far. */
  readonly connections: ConnectionCounts;
  readonly faults: DiscordFaults;
  /** The other way to receive interactions: POSTed, in place of the gateway. */
  readonly endpoint: LoopbackEndpoint;
  /** Closes every gateway connection with this code; 4000 = resumable. */
  closeGateway(code: number): void;
  /** Every connection goes silent in both directions without being closed (half open). */
  muteGateway(): void;
  /** Sends any frame over every connection. */
  sendFrame(frame: string): void;
  /** Asks every shard to reconnect (op 7). */
  askToReconnect(): void;
  /** Declares every session invalid (op 9). */
  invalidateSessions(resumable: boolean): void;
  /** For pages: called at every change a viewer could see. Returns the unsubscribe function. */
  onChange(listener: (change: DiscordChange) => void): () => void;
  close(): Promise<void>;
}

export interface LoopbackEndpoint {
  /** The application's public key, 64 hex digits: for `DISCORD_PUBLIC_KEY`. */
  readonly publicKey: string;
  /** Where interactions are POSTed, in turn, as by a balancer; if empty, they use the gateway. */
  readonly addresses: string[];
  /** Each POST so far, newest last (bounded). `status` is 0 if no answer came in time. */
  readonly posts: readonly {
    readonly address: string;
    readonly interactionId: string;
    readonly status: number;
    /** Whether the answer's body was the first response. */
    readonly answered: boolean;
  }[];
  /** The headers that prove it is from Discord. `timestamp`: in seconds, now unless set. */
  readonly sign: (body: string, timestamp?: string) => Record<string, string>;
}

export interface LoopbackGuild {
  readonly id: string;
  readonly name: string;
  readonly channels: ReadonlyMap<string, { id: string; name: string; missing: Set<string> }>;
  readonly people: ReadonlyMap<string, LoopbackPerson>;
  readonly roles: ReadonlyMap<string, { id: string; name: string }>;
  /** Most bytes of one file: 10 MiB, more if the server is boosted. */
  fileBytes: number;
  addPerson(person: { name: string; roleIds?: string[]; manageGuild?: boolean }): LoopbackPerson;
  /** `mentionable`: by everyone, which is the default here. */
  addRole(name: string, mentionable?: boolean): { id: string; name: string };
  removeRole(roleId: string): void;
}

export interface LoopbackPerson {
  readonly id: string;
  readonly guildId: string;
  readonly name: string;
  roleIds: string[];
  manageGuild: boolean;
}

/** What one person can do. Each call resolves with what that person then sees. */
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
  /** Like `click`, but with any custom id: what a forger could send. */
  forge(message: LoopbackMessage, customId: string): Promise<Outcome>;
  /** An ordinary message of this person. */
  say(content: string): LoopbackMessage;
}

/** Follows one interaction from its delivery on. */
export interface Outcome {
  readonly interactionId: string;
  readonly modal: APIModalInteractionResponseCallbackData | null;
  /** The answer as it is now: from "thinking" to the reply, and with later edits. */
  readonly message: LoopbackMessage | null;
  /** Further messages sent with the interaction's token, as they are now. */
  readonly followUps: readonly LoopbackMessage[];
  /** The message once `done` accepts it; without `done`, once it is no longer "thinking". */
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
  /** The people, roles and "everyone" that this message actually pinged. */
  readonly pinged: readonly string[];
  /** The message it replies to. */
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
  /** An embed shows it, so it isn't repeated below the message. */
  readonly inEmbed: boolean;
  /** Served by the loopback itself. */
  readonly url: string;
  readonly data: Uint8Array;
}

/**
 * `gone`: Discord no longer knows the interaction (10062). `taken`: it was already answered
 * (40060).
 */
export type CallbackFault = '429' | '500' | 'reset' | 'hang' | 'lost-answer' | 'gone' | 'taken';

/** Counted since the loopback started. */
export interface ConnectionCounts {
  /** All requested ones, including refused ones. */
  readonly upgrades: number;
  /** Those whose socket is open now. */
  readonly open: number;
  readonly identifies: number;
  /** Sessions that have a connection now. */
  readonly live: number;
}

/**
 * A number: the upgrade is refused with this HTTP status. The last four: a connection that opens
 * and says nothing, is closed after HELLO, never says READY (nor RESUMED), or declares every
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

/** `long-429`: a limit for more than a day; `global-429`: one that holds for all that the bot sends. */
export type RequestFault =
  | '429'
  | 'long-429'
  | 'global-429'
  | '500'
  | 'reset'
  | 'hang'
  | 'lost-answer'
  | '401'
  | '403'
  | '404';

/**
 * `no-answer`: takes effect, but is never answered. `page`, `instead`: something in between answers
 * with a page or JSON of its own, as a success.
 */
export type ChannelFault =
  | '429'
  | '500'
  | 'hang'
  | 'no-answer'
  | 'page'
  | { readonly instead: unknown };

/** Switches, read at each request. */
export interface DiscordFaults {
  /** Added to every REST answer, in ms. */
  latencyMs: number;
  /** Faults of the next interaction callbacks, one each; then normal again. */
  nextCallbacks: CallbackFault[];
  /** The same for the next ordinary REST requests (posts, edits, registration). */
  nextRequests: RequestFault[];
  /**
   * Faults of all requests to a channel's messages until removed, by the channel's id, or by method
   * and id (`POST 123`) for that method alone.
   */
  readonly ofChannels: Map<string, ChannelFault>;
  /** Texts that a message may not hold, as a link that Discord takes for harmful. */
  readonly blockedTexts: Set<string>;
  /** Fault of every gateway connection; null = works. */
  upgrades: UpgradeFault | null;
  /** Faults of the next ones instead, in turn; null = works. */
  nextUpgrades: (UpgradeFault | null)[];
  /** How many times every interaction is delivered. */
  deliveries: number;
  /** Delay between a person's act and delivery, in ms, as if the gateway had been away. */
  deliveryDelayMs: number;
  /** Replaces what is delivered as an interaction, e.g. by one of a new type; null = unchanged. */
  rewrite: ((interaction: Record<string, unknown>) => Record<string, unknown>) | null;
  /** How many GET /gateway/bot requests fail before one succeeds. */
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
