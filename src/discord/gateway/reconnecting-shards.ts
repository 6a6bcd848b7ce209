import { setTimeout as delay } from 'node:timers/promises';
import type { IShardingStrategy, SimpleShardingStrategy } from 'discord.js';
import type { Logger } from 'pino';
import { settlesWithin } from '../../domain/async/timeout.js';
import { createConnectionPace, type ConnectionPace } from './connection-pace.js';
import type { ShardManager } from './dispatch-filter.js';
import type { GatewayInformation } from './gateway-information.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

/** Counted per shard: an IDENTIFY sent, a session begun or resumed, a connection lost. */
export type OnGatewayEvent = (
  event: 'identify' | 'session-begun' | 'session-resumed' | 'connection-lost',
) => void;

export interface PersistentShardingParts {
  readonly manager: ShardManager;
  /** The discord.js strategy that runs the shards. */
  readonly strategy: SimpleShardingStrategy;
  readonly information: GatewayInformation;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Once aborted, no shard connects again. */
  readonly signal: AbortSignal;
  /** As in `createConnectionPace`. */
  readonly firstGapMs?: number;
  readonly onGatewayEvent?: OnGatewayEvent;
}

/** A shard from @discordjs/ws; only `status` and `destroy` are declared public. */
interface Shard {
  /** 0 idle, 1 connecting, 2 resuming, 3 ready. */
  readonly status: number;
  readonly connection: Connection | null;
  /** Opens a connection and identifies or resumes; throws if the shard has one. */
  internalConnect(): Promise<void>;
  destroy(options: { reason: string; recover: number }): Promise<void>;
  /** Null for invalid JSON, and for part of a compressed message, which we never request. */
  unpackMessage(data: unknown, isBinary: boolean): Promise<unknown>;
  /** Called with each frame. Nobody awaits it, so a rejection would end the process. */
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
/** `WebSocketShardDestroyRecovery.Resume`: with the same session, if there is one. */
const RESUME = 1;

/** After this many failed attempts in a row, suspect the address. */
const DOUBTFUL_FAILURES = 4;
/** discord.js waits 15 s for READY, but for RESUMED without limit. */
const RESUMED_WITHIN_MS = MINUTE_MS;
const CLOSED_WITHIN_MS = 3 * SECOND_MS;

/**
 * A discord.js shard reconnects half a second after each failure, indefinitely, and rejects its
 * `connect` at the first refusal with an HTTP status although it continues. Here a shard waits its
 * turn before each connection, and `connect` resolves once every shard has been ready.
 */
export function persist(parts: PersistentShardingParts): IShardingStrategy {
  const { manager, strategy, information, log, signal, onGatewayEvent } = parts;
  const paces = new Map<number, ConnectionPace>();
  const resuming = new Map<number, NodeJS.Timeout>();
  const missing = new Set<number>();
  let onAllReady: () => void = () => undefined;
  const allReady = new Promise<void>((resolve) => (onAllReady = resolve));

  /** Kept after a stop, when discord.js forgets them. */
  const shards = new Map<number, Shard>();
  manager.fetchGatewayInformation = () => information.get();

  // The shard continues right after this event; only then does its status say what it is doing.
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

  /** Every connection, the first and all later ones, goes through `internalConnect`. */
  function paceConnections(id: number, shard: Shard): void {
    const open = shard.internalConnect.bind(shard);
    let isWaiting = false;
    const mayConnect = () => !signal.aborted && shard.status === IDLE;
    shard.internalConnect = async () => {
      // discord.js may call this twice at once, which would mean two sessions.
      while (!isWaiting && mayConnect()) {
        isWaiting = true;
        try {
          await untilItsTurn(id);
        } catch (error) {
          log.warn({ shard: id, err: error }, 'connecting without its turn');
        } finally {
          isWaiting = false;
        }
        if (!mayConnect()) return;
        try {
          return await open();
        } catch (error) {
          // discord.js doesn't catch this and doesn't retry by itself.
          log.warn({ shard: id, err: error }, 'a connection could not be opened');
        }
      }
    };
  }

  /** After an unreadable frame, resumes the session, so that Discord replays what was missed. */
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
        log.warn({ shard: id, err: error }, 'a frame that cannot be read');
        breakOff(id, { reason: 'Unreadable frame', recover: RESUME });
      }
    };
  }

  function breakOff(id: number, how: Parameters<Shard['destroy']>[0]): void {
    shards
      .get(id)
      ?.destroy(how)
      .catch((error: unknown) =>
        log.warn({ shard: id, err: error }, 'a connection was not broken off'),
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

  /** A session is resumed at its own address, which may disappear before the session does. */
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

  /** Discord may neither resume the session nor call it invalid. */
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
      // The cause is logged as the shard's error, and the shard retries by itself.
      strategy.connect().catch(() => undefined);
      await allReady;
    },
    async destroy(options) {
      for (const id of resuming.keys()) settled(id);
      const connections = [...shards.values()]
        .flatMap(({ connection }) => connection ?? [])
        .filter(({ readyState }) => readyState !== CLOSED);
      const closed = Promise.all(connections.map(untilClosed));
      // Not awaited: before READY, a shard forgets that it was waiting.
      Promise.resolve(strategy.destroy(options)).catch((error: unknown) =>
        log.warn({ err: error }, 'the shards were not ended properly'),
      );
      // `destroy` leaves connections that are still opening alone.
      for (const each of connections) if (each.readyState === CONNECTING) each.terminate();
      if (await settlesWithin(CLOSED_WITHIN_MS, closed)) return;
      for (const each of connections) each.terminate();
    },
    send: (id, payload) => strategy.send(id, payload),
    fetchStatus: () => strategy.fetchStatus(),
  };
}

/** discord.js removes its listeners, and an error event without a listener ends the process. */
function untilClosed(connection: Connection): Promise<void> {
  connection.on('error', () => undefined);
  return new Promise((resolve) => connection.on('close', resolve));
}

/** @discordjs/ws declares them private, but nothing public can delay or break off a connection. */
function shardsOf(strategy: SimpleShardingStrategy): ReadonlyMap<number, Shard> {
  return Reflect.get(strategy, 'shards');
}
