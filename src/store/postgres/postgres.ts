import { randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { createKeyedQueue } from '../../domain/async/keyed-queue.js';
import type { DurabilityRisk } from '../../domain/durability-risks.js';
import { codeOf } from '../../domain/errors/error-code.js';
import { toResult } from '../../domain/errors/result.js';
import { CLOSED, refuseClosed } from '../closed-store.js';
import { createAsk } from '../adapter/ask-database.js';
import {
  checkNamespace,
  checkSeq,
  checkTtl,
  fromText,
  openedOnce,
  openNamespace,
  toText,
} from '../adapter/namespace.js';
import { allowedRisksWarning, awayWhileReplica, refuseRisks } from '../adapter/refuse-risks.js';
import type { Store, StoreEvents } from '../store.js';
import { StoreUnusable } from '../unusable.js';
import { createEntries, keyvPostgres } from './keyv-postgres.js';
import { APPLICATION, CLAIMS } from './names.js';
import { namedConnection } from './named-connection.js';
import { reasonOf, unreachable } from './postgres-faults.js';
import { readRisks } from './postgres-risks.js';
import type { RunQuery } from './query.js';
import { prepareTables } from './schema.js';
import { createStreams } from './streams.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** Connections per process: Postgres allows a hundred in total by default. */
const CONNECTIONS = 8;
const CONNECT_WITHIN_MS = 5 * SECOND_MS;
/**
 * The server gives up before we do, so that nothing is carried out long after it was requested.
 * Whole statements get no limit: with one, a statement still waiting for its standby would count as
 * done.
 */
const LOCK_WITHIN_MS = 8 * SECOND_MS;
/** A connection silent for this long counts as dead. */
const SILENCE_MS = 10 * SECOND_MS;

/**
 * The store on Postgres, shared by processes on many machines. Each write is one statement,
 * acknowledged once committed. Every connection refuses a server that may lose commits, unless
 * `mayLose` allows it. While the server is away, calls throw `StoreUnavailable` and nothing is
 * queued. Rejects with `StoreUnusable`, without the URL, if the first connection fails.
 */
export async function openPostgresStore(
  url: string,
  mayLose: readonly DurabilityRisk[] = [],
  events: StoreEvents = {},
): Promise<Store> {
  const { onBroken, onWarning } = events;
  let risks: readonly DurabilityRisk[] = [];
  let isOpen = false;

  /** Checked before a new connection is used for anything else: why it can't be. */
  async function whyUnused(client: PoolClient): Promise<Error | undefined> {
    const checked = await toResult(checkRisks(client));
    if (checked.ok) return undefined;
    if (isOpen && checked.error instanceof StoreUnusable) onBroken?.(checked.error);
    return checked.error instanceof Error ? checked.error : new Error('no answer');
  }

  async function checkRisks(client: PoolClient): Promise<void> {
    const reading = readRisks(client);
    const found = isOpen ? await awayWhileReplica(reading) : await reading;
    refuseRisks(found, mayLose);
    if (found.length > 0 && found.join() !== risks.join()) onWarning?.(allowedRisksWarning(found));
    risks = found;
    await refuseMoved(client);
  }

  const pool = new Pool({
    ...namedConnection(url, APPLICATION),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    lock_timeout: LOCK_WITHIN_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    // oxlint-disable-next-line promise/no-callback-in-promise -- the pool takes no promise
    verify: (client, done) => void whyUnused(client).then(done),
  });
  // Without a listener a lost connection would end the process; the next call throws anyway.
  pool.on('error', () => {});
  // The pool listens only to idle ones, and not while a new one is checked.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await prepareTables(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof StoreUnusable ? error : unreachable(error);
  }
  isOpen = true;

  const { ask } = createAsk(reasonOf);
  const query: RunQuery = (statement, values) => ask(() => pool.query(statement, [...values]));
  const [entries, streams, queue] = [
    createEntries(query),
    createStreams(query),
    createKeyedQueue(),
  ];
  const namespace = openedOnce((name) =>
    openNamespace(keyvPostgres(query, name, queue), name, events),
  );

  return {
    namespace,
    // Postgres commits both alike.
    notes: namespace,
    // Asking the server costs as much as reading, and its own notifications may come late.
    revision: async () => null,
    claim: async (key, ttlMs) => {
      checkTtl(ttlMs);
      return entries.add(CLAIMS, key, { text: '1', ttlMs });
    },
    hold: async (key, ttlMs) => {
      checkTtl(ttlMs);
      const hold = randomUUID();
      return (await entries.add(CLAIMS, key, { text: hold, ttlMs })) ? hold : null;
    },
    release: (key, hold) => entries.removeOnly(CLAIMS, key, hold),
    compareAndSet: async (name, key, { now, next }) => {
      checkNamespace(name);
      const text = toText(next);
      return now === undefined
        ? entries.add(name, key, { text })
        : entries.swap(name, key, { now: toText(now), next: text });
    },
    append: async (stream, seq, entry) => {
      checkSeq(seq);
      return streams.append(stream, seq, entry);
    },
    read: (stream, fromSeq) => streams.read(stream, fromSeq),
    entryAt: (stream, seq) => streams.entryAt(stream, seq),
    lastSeq: (stream) => streams.lastSeq(stream),
    streamNames: (prefix) => streams.names(prefix),
    risks: () => risks,
    deleteExpired: () => entries.deleteExpired(),
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

/** At each connection: the store may have been moved while the process was cut off from it. */
async function refuseMoved(client: PoolClient): Promise<void> {
  const { space, key } = CLOSED;
  const found = await toResult(client.query<{ value: string }>(MARK, [space, key]));
  if (found.ok) refuseClosed(fromText(found.value.rows[0]?.value));
  if (!found.ok && codeOf(found.error) !== NO_SUCH_TABLE) throw found.error;
}

const MARK = 'SELECT value FROM pitboss_entries WHERE space = $1 AND key = $2';
const NO_SUCH_TABLE = '42P01';
