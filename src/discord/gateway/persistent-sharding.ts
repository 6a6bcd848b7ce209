import { setTimeout as delay } from 'node:timers/promises';
import type { IShardingStrategy, SimpleShardingStrategy } from 'discord.js';
import type { Logger } from 'pino';
import { settlesWithin } from '../../domain/async/timeout.js';
import { createConnectionPace, type ConnectionPace } from './connection-pace.js';
import type { ShardManager } from './dispatch-gate.js';
import { describeError } from '../error-reply.js';
import type { GatewayInformation } from './gateway-information.js';

/** Counted, per shard: an IDENTIFY sent; a session begun or resumed; a connection lost. */
export type OnGatewayEvent = (
  event: 'identify' | 'session-begun' | 'session-resumed' | 'connection-lost',
) => void;

export interface PersistentShardingParts {
  readonly manager: ShardManager;
  /** The strategy of discord.js that runs the shards. */
  readonly strategy: SimpleShardingStrategy;
  readonly information: GatewayInformation;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** After this no shard connects any more. */
  readonly signal: AbortSignal;
  /** As in `createConnectionPace`. */
  readonly firstGapMs?: number;
  readonly onGatewayEvent?: OnGatewayEvent;
}

/** A shard of @discordjs/ws, of which `status` and `destroy` alone are declared public. */
interface Shard {
  /** 0 idle, 1 connecting, 2 resuming, 3 ready. */
  readonly status: number;
  readonly connection: Connection | null;
  /** Opens a connection and identifies or resumes; throws when the shard has one. */
  internalConnect(): Promise<void>;
  destroy(options: { reason: string; recover: number }): Promise<void>;
  /** Null of what is no JSON, and of a part of a packed one, which we never ask for. */
  unpackMessage(data: unknown, isBinary: boolean): Promise<unknown>;
  /** Called with each frame; nobody waits for it, so its rejection would end the process. */
  onMessage(data: unknown, isBinary: boolean): Promise<void>;
}

interface Connection {
  readonly readyState: number;
  on(event: 'error' | 'close', listener: () => void): void;
  terminate(): void;
}

const CONNECTING = 0;
const CLOSED = 3;
const IDLE = 0;
const RESUMING = 2;
/** `WebSocketShardDestroyRecovery.Reconnect`: with a new session. */
const RECONNECT = 0;
/** `WebSocketShardDestroyRecovery.Resume`: with the same one, where there is one. */
const RESUME = 1;

/** From so many failed tries in a row on, the address may be what's wrong. */
const DOUBTFUL_FAILURES = 4;
/** discord.js waits for READY for 15 s, but for RESUMED without end. */
const RESUMED_WITHIN_MS = 60_000;
const CLOSED_WITHIN_MS = 3_000;

/**
 * A shard of discord.js opens its next connection half a second after one has failed, for as long
 * as it takes, and rejects its `connect` at the first that was refused with an HTTP status, though
 * it goes on. Here a shard waits its turn before each connection, and `connect` resolves once all
 * shards have been ready.
 */
export function persist(parts: PersistentShardingParts): IShardingStrategy {
  const { manager, strategy, information, log, signal, onGatewayEvent } = parts;
  const paces = new Map<number, ConnectionPace>();
  const resuming = new Map<number, NodeJS.Timeout>();
  const missing = new Set<number>();
  let onAllReady: () => void = () => undefined;
  const allReady = new Promise<void>((resolve) => (onAllReady = resolve));

  /** Kept beyond a stop, when discord.js forgets them. */
  const shards = new Map<number, Shard>();
  manager.fetchGatewayInformation = () => information.get();

  // The shard goes on right after this event, and says then what it does.
  manager.on('hello', ({ shardId }) => void setImmediate(() => greeted(shardId)));
  for (const event of ['ready', 'resumed'] as const)
    manager.on(event, ({ shardId }) => {
      settled(shardId);
      onGatewayEvent?.(event === 'ready' ? 'session-begun' : 'session-resumed');
      paces.get(shardId)?.ready();
      missing.delete(shardId);
      if (missing.size === 0) onAllReady();
    });
  manager.on('closed', ({ shardId }) => settled(shardId));

  /** Each way to a connection leads through `internalConnect`, the first and every later one. */
  function paceConnections(id: number, shard: Shard): void {
    const open = shard.internalConnect.bind(shard);
    let isWaiting = false;
    const mayConnect = () => !signal.aborted && shard.status === IDLE;
    shard.internalConnect = async () => {
      // discord.js may call it twice at once; that would be two sessions.
      while (!isWaiting && mayConnect()) {
        isWaiting = true;
        try {
          await untilItsTurn(id);
        } catch (error) {
          log.warn({ shard: id, err: describeError(error) }, 'connecting without its turn');
        } finally {
          isWaiting = false;
        }
        if (!mayConnect()) return;
        try {
          return await open();
        } catch (error) {
          // discord.js calls this without a catch and doesn't try again by itself.
          log.warn({ shard: id, err: describeError(error) }, 'a connection could not be opened');
        }
      }
    };
  }

  /** After a frame that makes no sense the session is resumed, which brings what followed again. */
  function distrustFrames(id: number, shard: Shard): void {
    const unpack = shard.unpackMessage.bind(shard);
    const take = shard.onMessage.bind(shard);
    shard.unpackMessage = async (data, isBinary) => {
      const packet = await unpack(data, isBinary);
      if (packet === null) throw new Error('a frame that is no JSON');
      return packet;
    };
    shard.onMessage = async (data, isBinary) => {
      try {
        await take(data, isBinary);
      } catch (error) {
        log.warn({ shard: id, err: describeError(error) }, 'a frame that cannot be read');
        breakOff(id, { reason: 'Unreadable frame', recover: RESUME });
      }
    };
  }

  function breakOff(id: number, how: Parameters<Shard['destroy']>[0]): void {
    shards
      .get(id)
      ?.destroy(how)
      .catch((error: unknown) =>
        log.warn({ shard: id, err: describeError(error) }, 'a connection was not broken off'),
      );
  }

  async function untilItsTurn(id: number): Promise<void> {
    const session = await manager.options.retrieveSessionInfo(id);
    const shardCount = manager.options.shardCount ?? 1;
    const identifies = session?.shardCount !== shardCount;
    const turn = paces.get(id)?.next({ identifies, shardCount });
    if (turn === undefined || turn.waitMs === 0) return;
    const { waitMs, failures } = turn;
    log.info({ shard: id, failures, waitMs: Math.round(waitMs) }, 'waiting before connecting');
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
    if (failures >= DOUBTFUL_FAILURES) await renewAddresses(id);
  }

  /** A session is resumed at an address of its own, which may be gone before the session is. */
  async function renewAddresses(id: number): Promise<void> {
    await information.renewAddress();
    if (signal.aborted) return;
    const { url } = await information.get();
    const session = await manager.options.retrieveSessionInfo(id);
    if (session !== null)
      await manager.options.updateSessionInfo(id, { ...session, resumeURL: url });
  }

  function greeted(id: number): void {
    if (shards.get(id)?.status === RESUMING) return awaitResumed(id);
    paces.get(id)?.identified();
    onGatewayEvent?.('identify');
  }

  /** The session may be one that Discord neither resumes nor calls invalid. */
  function awaitResumed(id: number): void {
    settled(id);
    const giveUp = () => {
      log.warn({ shard: id }, 'the session was not resumed in time');
      breakOff(id, { reason: 'No answer to RESUME', recover: RECONNECT });
    };
    resuming.set(id, setTimeout(giveUp, RESUMED_WITHIN_MS).unref());
  }

  function settled(id: number): void {
    clearTimeout(resuming.get(id));
    resuming.delete(id);
  }

  return {
    async spawn(ids) {
      await strategy.spawn(ids);
      for (const [id, shard] of shardsOf(strategy)) {
        shards.set(id, shard);
        paceConnections(id, shard);
        distrustFrames(id, shard);
        paces.set(id, createConnectionPace(parts));
        missing.add(id);
      }
    },
    async connect() {
      // Why is logged as the shard's error; it tries again by itself.
      strategy.connect().catch(() => undefined);
      await allReady;
    },
    async destroy(options) {
      for (const id of resuming.keys()) settled(id);
      const connections = [...shards.values()]
        .flatMap(({ connection }) => connection ?? [])
        .filter(({ readyState }) => readyState !== CLOSED);
      const closed = Promise.all(connections.map(untilClosed));
      // Not waited for: where READY is still to come, a shard forgets that it was waiting.
      Promise.resolve(strategy.destroy(options)).catch((error: unknown) =>
        log.warn({ err: describeError(error) }, 'the shards were not ended properly'),
      );
      // It leaves alone what is still being opened.
      for (const each of connections) if (each.readyState === CONNECTING) each.terminate();
      if (await settlesWithin(CLOSED_WITHIN_MS, closed)) return;
      for (const each of connections) each.terminate();
    },
    send: (id, payload) => strategy.send(id, payload),
    fetchStatus: () => strategy.fetchStatus(),
  };
}

/** discord.js takes its listeners off, and an error that nobody hears ends the process. */
function untilClosed(connection: Connection): Promise<void> {
  connection.on('error', () => undefined);
  return new Promise((resolve) => connection.on('close', resolve));
}

/** @discordjs/ws declares them private, but nothing public holds a connection back or breaks one off. */
function shardsOf(strategy: SimpleShardingStrategy): ReadonlyMap<number, Shard> {
  return Reflect.get(strategy, 'shards');
}
