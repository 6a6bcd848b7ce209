import type {
  APIModalInteractionResponseCallbackData,
  InteractionType,
} from 'discord-api-types/v10';
import { boundedList, type BoundedList } from './bounded.js';
import { createEndpointState, type EndpointState } from './endpoint-state.js';
import { createCommandStore, type CommandStore } from './command-store.js';
import type {
  DiscordChange,
  DiscordFaults,
  LoopbackDiscord,
  LoopbackGuild,
  LoopbackPerson,
} from '../loopback-discord.js';
import { createMessageStore, type MessageStore } from './message-store.js';
import { createSnowflakes, type Snowflakes } from './snowflake.js';

interface Bot {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** Everything the loopback knows, read and changed by routes, gateway and people. */
export interface DiscordState {
  readonly now: () => number;
  readonly ids: Snowflakes;
  bot: Bot;
  applicationId: string;
  /** It has the Message Content intent: else Discord hides what others wrote. */
  readsContent: boolean;
  /** `http://127.0.0.1:PORT`, once the server listens. */
  readonly address: { origin: string };
  /** Enforced only on request: most tests restart their bot within seconds. */
  readonly sessionStart: { readonly maxConcurrency: number; readonly isEnforced: boolean };
  readonly guilds: Map<string, GuildRecord>;
  /** Of all guilds, so that lookups stay quick with thousands of guilds. */
  readonly channels: Map<string, ChannelRecord>;
  readonly people: Map<string, LoopbackPerson>;
  readonly messages: MessageStore;
  readonly commands: CommandStore;
  /** By token; the oldest are forgotten. */
  readonly interactions: Map<string, Interaction>;
  readonly refusals: BoundedList<string>;
  readonly requests: BoundedList<LoopbackDiscord['requests'][number]>;
  readonly faults: DiscordFaults;
  readonly endpoint: EndpointState;
  readonly changes: Changes;
}

interface Changes {
  readonly emit: (change: DiscordChange) => void;
  readonly on: (listener: (change: DiscordChange) => void) => () => void;
}

interface WorldOptions {
  readonly now: () => number;
  readonly token: string;
  readonly maxConcurrency: number | undefined;
  readonly hasOneId: boolean;
  readonly readsContent: boolean;
}

/** `max_concurrency` in the real Discord's answer to a large bot. */
const MAX_CONCURRENCY = 16;

export function createDiscordState(options: WorldOptions): DiscordState {
  const ids = createSnowflakes(options.now);
  const changes = createChanges();
  const botId = ids.next();
  return {
    now: options.now,
    ids,
    bot: { id: botId, name: 'Pitboss', token: options.token },
    applicationId: options.hasOneId ? botId : ids.next(),
    readsContent: options.readsContent,
    address: { origin: '' },
    sessionStart: {
      maxConcurrency: options.maxConcurrency ?? MAX_CONCURRENCY,
      isEnforced: options.maxConcurrency !== undefined,
    },
    guilds: new Map(),
    channels: new Map(),
    people: new Map(),
    messages: createMessageStore(changes.emit),
    commands: createCommandStore(),
    interactions: new Map(),
    refusals: boundedList(500),
    requests: boundedList(2000),
    faults: {
      latencyMs: 0,
      nextCallbacks: [],
      nextRequests: [],
      ofChannels: new Map(),
      blockedTexts: new Set(),
      upgrades: null,
      nextUpgrades: [],
      deliveries: 1,
      deliveryDelayMs: 0,
      rewrite: null,
      gatewayBotFailures: 0,
      requestsPerSecond: 50,
    },
    endpoint: createEndpointState(options.now),
    changes,
  };
}

function createChanges(): Changes {
  const listeners = new Set<(change: DiscordChange) => void>();
  return {
    emit(change) {
      for (const listener of listeners) listener(change);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly person: LoopbackPerson;
  readonly guildId: string;
  readonly channelId: string;
  /** The slash command's path, even behind its form: "setup key". Empty for a component. */
  readonly command: string;
  /** The message whose component was used, or whose component opened the modal. */
  readonly sourceMessageId: string | null;
  /** For autocomplete: the type of the option being typed. */
  readonly focusedType: number | null;
  /** When the person acted. The token's 15 min run from here, however late it is delivered. */
  readonly createdAt: number;
  /**
   * The same by `performance.now`, because the 3 s pass at its pace even if the clock is turned.
   */
  readonly madeAt: number;
  /** The first response: its callback type, its time by `performance.now`, and a digest of it. */
  response: { type: number; at: number; digest: string } | null;
  /** The message that `@original` refers to. */
  originalId: string | null;
  /** The original was edited, or a thinking one filled in. */
  originalEdited: boolean;
  followUpIds: string[];
  modal: APIModalInteractionResponseCallbackData | null;
  choices: readonly { name: string; value: string | number }[] | null;
}

export interface ChannelRecord {
  readonly id: string;
  readonly name: string;
  readonly guildId: string;
  /** Permissions the bot lacks here, by name: `SendMessages`. */
  readonly missing: Set<string>;
}

export interface GuildRecord extends LoopbackGuild {
  readonly channels: Map<string, ChannelRecord>;
  readonly people: Map<string, LoopbackPerson>;
  readonly roles: Map<string, { id: string; name: string; mentionable?: boolean }>;
  /** The managed role that came with the bot. */
  readonly botRoleId: string;
  readonly ownerId: string;
  /** The bot is a member. */
  botInside: boolean;
  /** As Discord writes a time; missing = years ago. */
  readonly joinedAt?: string | undefined;
  /** An outage: the guild exists but can't be reached. */
  unavailable: boolean;
}
