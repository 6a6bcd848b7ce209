import {
  PermissionFlagsBits,
  type APIApplicationCommand,
  type APIAttachment,
  type APIModalInteractionResponseCallbackData,
  type InteractionType,
} from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { LoopbackChannel, LoopbackGuild, Outcome, Person, ShownMessage } from './types.js';

/** Everything one loopback Discord knows. */
export interface World {
  readonly now: () => number;
  readonly token: string;
  /** Of the application and of its user. */
  readonly botId: string;
  /** Such as `http://127.0.0.1:4010`. */
  origin: string;
  readonly guilds: Map<string, GuildRecord>;
  readonly channels: Map<string, ChannelRecord>;
  readonly messages: Map<string, StoredMessage>;
  /** By token. */
  readonly interactions: Map<string, Interaction>;
  /** By guild; the global ones under `global`. */
  readonly commands: Map<string, APIApplicationCommand[]>;
  /** Message and moment by channel and nonce. */
  readonly nonces: Map<string, { messageId: string; at: number }>;
  readonly sessions: Set<Session>;
  readonly refusals: string[];
  readonly listeners: Set<(guildId: string) => void>;
  /** Unique and increasing. */
  nextId(): string;
}

export interface GuildRecord extends LoopbackGuild {
  /** `commands`: added without the scope `bot`. */
  bot: 'inside' | 'commands' | 'removed';
  readonly botRoleId: string;
  readonly people: PersonRecord[];
  readonly channels: ChannelRecord[];
  readonly roles: RoleRecord[];
}

export interface RoleRecord {
  readonly id: string;
  readonly name: string;
  readonly mentionable: boolean;
}

/** The overwrite is for @everyone, which the bot is part of. */
export interface ChannelRecord extends LoopbackChannel {
  /** Of a thread. */
  readonly parent: ChannelRecord | null;
  allow: bigint;
  deny: bigint;
}

export interface PersonRecord extends Person {
  readonly admin: boolean;
}

export interface StoredMessage extends ShownMessage {
  /** Also those that an embed shows, which `attachments` leaves out. */
  readonly files: readonly APIAttachment[];
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly person: PersonRecord;
  readonly channel: ChannelRecord;
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
  readonly intents: number;
  socket: WebSocket | null;
  readonly events: { op: 0; s: number; t: string; d: unknown }[];
}

/** Discord's epoch. Ids begin no earlier than 2020, so that they have 18 digits under any clock. */
const EPOCH = Date.UTC(2015, 0, 1);
const EARLIEST = Date.UTC(2020, 0, 1);

export function createWorld({ now, token }: { now: () => number; token: string }): World {
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

export function shardOf(guildId: string, count: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(count));
}

export function changed(world: World, guildId: string): void {
  for (const listener of world.listeners) listener(guildId);
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

export const EVERYONE_MAY = permissionBits([
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
  'UseApplicationCommands',
]);

/** @throws Error where Discord has no permission of that name */
export function permissionBits(names: readonly string[]): bigint {
  return names.reduce((bits, name) => bits | permissionBit(name), 0n);
}

function permissionBit(name: string): bigint {
  const bit = Object.entries(PermissionFlagsBits).find(([key]) => key === name)?.[1];
  if (bit === undefined) throw new Error(`Discord has no permission named ${name}`);
  return bit;
}

/** In a thread the parent's overwrite counts. */
export function permissionsIn(channel: ChannelRecord, person?: PersonRecord): bigint {
  const { allow, deny } = channel.parent ?? channel;
  const base = person?.admin ? EVERYONE_MAY | PermissionFlagsBits.ManageGuild : EVERYONE_MAY;
  return (base & ~deny) | allow;
}

export function botMay(channel: ChannelRecord, permission: keyof typeof PermissionFlagsBits) {
  return (permissionsIn(channel) & PermissionFlagsBits[permission]) !== 0n;
}
