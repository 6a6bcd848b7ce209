import { randomUUID } from 'node:crypto';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { connect, takeName, unreachable } from './connect.js';
import { keyvRedis } from './keyv-redis.js';
import { claimKey, entryKey, spacePrefix, streamKey, toSeq } from './keys.js';
import { CLOSED, refuseClosed } from '../closed-store.js';
import { createAsk } from '../adapter/ask-database.js';
import { createConnectionGuard } from './connection-guard.js';
import { reasonOf } from './redis-faults.js';
import { allowedRisksWarning, awayWhileReplica, refuseRisks } from '../adapter/refuse-risks.js';
import { readRisks, waitForPassing } from './redis-risks.js';
import {
  checkSeq,
  checkNamespace,
  checkTtl,
  fromText,
  openedOnce,
  openNamespace,
  toText,
} from '../adapter/namespace.js';
import type { Store, StoreEvents } from '../store.js';
import { STREAM_SCRIPT } from './stream-script.js';
import { StoreUnusable } from '../unusable.js';

const PAGE = 200;

/** KEYS: entry. ARGV: the expected text, the text to write. */
const SWAP = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1`;

/** KEYS: claim. ARGV: the expected text. */
const RELEASE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/** KEYS: stream. ARGV: sequence number, entry. */
const APPEND = `${STREAM_SCRIPT}if last(KEYS[1]) ~= tonumber(ARGV[1]) - 1 then return 0 end
add(KEYS[1], ARGV[1], ARGV[2])
return 1`;

/**
 * The store on Redis or Valkey, shared by processes on many machines. Every connection refuses a
 * server that may lose acknowledged writes, unless `mayLose` allows it, and a store that was moved;
 * before that is known it is used for nothing else. While the server is away, or one that was in use
 * has become a replica, every call throws
 * `StoreUnavailable` and nothing is queued. Rejects with `StoreUnusable`, without
 * the URL, if the first connection fails.
 */
export async function openRedisStore(
  url: string,
  mayLose: readonly DurabilityRisk[] = [],
  events: StoreEvents = {},
): Promise<Store> {
  const { onBroken, onWarning } = events;
  const client = await connect(url);
  let risks: readonly DurabilityRisk[] = [];

  /** At each connection: its server may be set otherwise, and the store may have been moved. */
  async function check(isFirst: boolean): Promise<void> {
    // Before the mark is read: who closes the store looks for names once more afterwards.
    await takeName(client);
    const reading = readRisks(client);
    const found = isFirst ? await reading : await awayWhileReplica(reading);
    if (!isFirst) waitForPassing(found, mayLose);
    refuseRisks(found, mayLose);
    if (found.length > 0 && found.join() !== risks.join()) onWarning?.(allowedRisksWarning(found));
    risks = found;
    const closed = await client.get(entryKey(CLOSED.space, CLOSED.key));
    refuseClosed(fromText(closed ?? undefined));
  }

  const guard = createConnectionGuard(check, (error) => onBroken?.(error));
  const { ask, heard } = createAsk(reasonOf, guard.refuseUnchecked);
  client.on('ready', () => {
    heard();
    guard.connected();
  });
  try {
    await guard.open();
  } catch (error) {
    guard.end();
    client.destroy();
    throw error instanceof StoreUnusable ? error : unreachable(error);
  }
  const namespace = openedOnce((name) =>
    openNamespace(keyvRedis(client, ask, spacePrefix(name)), spacePrefix(name), events),
  );

  async function claimAs(text: string, key: string, ttlMs?: number): Promise<boolean> {
    checkTtl(ttlMs);
    const life = ttlMs === undefined ? {} : { PX: Math.ceil(ttlMs) };
    return (await ask(() => client.set(claimKey(key), text, { NX: true, ...life }))) === 'OK';
  }

  return {
    namespace,
    // The server's settings decide when a write is on disk.
    notes: namespace,
    // Asking the server costs as much as reading, and its own notifications may come late.
    revision: async () => null,
    claim: (key, ttlMs) => claimAs('1', key, ttlMs),
    hold: async (key, ttlMs) => {
      const hold = randomUUID();
      return (await claimAs(hold, key, ttlMs)) ? hold : null;
    },
    release: async (key, hold) => {
      const release = { keys: [claimKey(key)], arguments: [hold] };
      await ask(() => client.eval(RELEASE, release));
    },
    compareAndSet: async (name, key, { now, next }) => {
      checkNamespace(name);
      const entry = entryKey(name, key);
      if (now === undefined) {
        return (await ask(() => client.set(entry, toText(next), { NX: true }))) === 'OK';
      }
      const swap = { keys: [entry], arguments: [toText(now), toText(next)] };
      return (await ask(() => client.eval(SWAP, swap))) === 1;
    },
    append: async (stream, seq, entry) => {
      checkSeq(seq);
      const append = { keys: [streamKey(stream)], arguments: [String(seq), entry] };
      return (await ask(() => client.eval(APPEND, append))) === 1;
    },
    async *read(stream, fromSeq) {
      let from = fromSeq;
      for (;;) {
        // Somebody else may have added an entry before the first.
        const start = from > 0 ? `${from}-0` : '-';
        const page = await ask(() => client.xRange(streamKey(stream), start, '+', { COUNT: PAGE }));
        for (const { id, message } of page) yield { seq: toSeq(id), entry: message.entry ?? '' };
        const last = page.at(-1);
        if (last === undefined || page.length < PAGE) return;
        from = toSeq(last.id) + 1;
      }
    },
    entryAt: async (stream, seq) => {
      const id = `${seq}-0`;
      const [found] = await ask(() => client.xRange(streamKey(stream), id, id));
      return found?.message.entry ?? null;
    },
    lastSeq: async (stream) => {
      // As the script that appends counts: where entries are missing, their number says less.
      const newest = ask(() => client.xRevRange(streamKey(stream), '+', '-', { COUNT: 1 }));
      return toSeq((await newest)[0]?.id ?? '0');
    },
    async *streamNames(prefix) {
      const first = streamKey(prefix);
      let cursor = '0';
      do {
        const at = cursor;
        const page = await ask(() =>
          client.scan(at, { MATCH: `${first}*`, COUNT: PAGE, TYPE: 'stream' }),
        );
        for (const key of page.keys) yield prefix + key.slice(first.length);
        ({ cursor } = page);
      } while (cursor !== '0');
    },
    risks: () => risks,
    // The server drops expired entries by itself.
    deleteExpired: async () => {},
    close: async () => {
      guard.end();
      if (client.isOpen) client.destroy();
    },
  };
}
