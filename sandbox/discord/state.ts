import {
  PermissionFlagsBits,
  type APIApplicationCommand,
  type APIModalInteractionResponseCallbackData,
  type InteractionType,
} from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type {
  LoopbackChannel,
  LoopbackGuild,
  Outcome,
  Permission,
  Person,
  Role,
  ShownMessage,
} from './types.js';

/** Everything one loopback Discord knows. */
export interface World {
  readonly now: () => number;
  readonly token: string;
  /** Id of the application and of its user. */
  readonly botId: string;
  /** Such as `http://127.0.0.1:4010`. */
  origin: string;
  readonly guilds: Map<string, Guild>;
  readonly channels: Map<string, LoopbackChannel>;
  readonly messages: Map<string, ShownMessage>;
  /** By token. */
  readonly interactions: Map<string, Interaction>;
  /** By guild; the global ones under `global`. */
  readonly commands: Map<string, APIApplicationCommand[]>;
  /** Message and moment by channel and nonce. */
  readonly nonces: Map<string, { messageId: string; at: number }>;
  readonly sessions: Set<Session>;
  readonly refusals: string[];
  readonly listeners: Set<() => void>;
  /** Unique and increasing. */
  nextId(): string;
}

export interface Guild extends LoopbackGuild {
  bot: LoopbackGuild['bot'];
  readonly people: Person[];
  readonly roles: Role[];
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly person: Person;
  readonly channel: LoopbackChannel;
  /** The message whose button, select or form it was. */
  readonly sourceId: string | null;
  readonly createdAt: number;
  first: Outcome['first'] | null;
  /** What `@original` names. */
  originalId: string | null;
  /** The message that is the bot's answer, once it has given one. */
  answerId: string | null;
  form: APIModalInteractionResponseCallbackData | null;
  choices: readonly { name: string; value: string }[] | null;
}

/** A gateway session; it outlives its connection so that it can be resumed. */
export interface Session {
  readonly id: string;
  readonly shard: readonly [id: number, count: number];
  socket: WebSocket | null;
  readonly events: { op: 0; s: number; t: string; d: unknown }[];
}

/** Discord's epoch. Ids begin no earlier than 2020, so that they have 18 digits under any clock. */
const EPOCH = Date.UTC(2015, 0, 1);
const EARLIEST = Date.UTC(2020, 0, 1);

export function createWorld({ now, token }: Pick<World, 'now' | 'token'>): World {
  let last = 0n;
  const nextId = () => {
    const at = BigInt(Math.max(now(), EARLIEST) - EPOCH) << 22n;
    last = at > last ? at : last + 1n;
    return String(last);
  };
  return {
    now,
    token,
    botId: nextId(),
    origin: '',
    guilds: new Map(),
    channels: new Map(),
    messages: new Map(),
    interactions: new Map(),
    commands: new Map(),
    nonces: new Map(),
    sessions: new Set(),
    refusals: [],
    listeners: new Set(),
    nextId,
  };
}

/** Guild ids lie one millisecond apart, so that consecutive guilds belong to consecutive shards. */
export function guildIdOf(number: number): string {
  return String(BigInt(Date.UTC(2019, 0, 1) + number - EPOCH) << 22n);
}

export function guildOf(world: World, { guildId }: { guildId: string }): Guild {
  const guild = world.guilds.get(guildId);
  if (!guild) throw new Error(`There is no server ${guildId}`);
  return guild;
}

export function changed({ listeners }: World): void {
  for (const listener of listeners) listener();
}

/** True once it holds; false if not within `ms` of real time. */
export function until(world: World, ms: number, holds: () => boolean): Promise<boolean> {
  if (holds()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (result: boolean) => {
      clearTimeout(timer);
      world.listeners.delete(check);
      resolve(result);
    };
    const check = () => {
      if (holds()) finish(true);
    };
    const timer = setTimeout(() => finish(holds()), ms);
    world.listeners.add(check);
  });
}

export const EVERYONE_MAY = bitsOf([
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
  'UseApplicationCommands',
]);

export function bitsOf(permissions: readonly Permission[] = []): bigint {
  return permissions.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);
}

/** Permissions of the bot, or of a person. In a thread the parent's overwrite counts. */
export function permissionsIn(channel: LoopbackChannel, person?: Person): bigint {
  const { deny } = (channel.parent ?? channel).overwrite;
  const base = person?.admin ? EVERYONE_MAY | PermissionFlagsBits.ManageGuild : EVERYONE_MAY;
  return base & ~bitsOf(deny);
}

export function botMay(channel: LoopbackChannel, permission: Permission): boolean {
  return (permissionsIn(channel) & PermissionFlagsBits[permission]) !== 0n;
}
