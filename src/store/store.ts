import type { Keyv } from 'keyv';
import type { DurabilityRisk } from '../domain/durability-risks.js';
import type { StoreFault } from '../domain/errors/store-errors.js';

/**
 * Everything that must outlast the process. Three adapters keep this contract: `sqlite/` (one
 * file, many processes on one machine), `postgres/` and `redis/` (many machines). A call that
 * couldn't be carried out throws a `StoreError`.
 */
export interface Store {
  /**
   * Keyv over one namespace. An unreachable store throws; it must never read as "nothing there".
   * Nor must an unreadable entry: `get` throws a `DamagedEntry`; iterating, or reading many, goes
   * on and returns it without a value. An acknowledged `set` survives `kill -9`.
   */
  namespace<Value>(name: string): Keyv<Value>;
  /**
   * The same, for what does no harm when done again: a write is acknowledged before it is on disk.
   * Whatever was written before an acknowledged write is on disk with it. `kill -9` loses nothing,
   * a power cut perhaps the newest.
   */
  notes<Value>(name: string): Keyv<Value>;
  /**
   * Changes after each write to the namespace or append to the stream, by any process: what was
   * read since it was requested is valid while it stays the same. As fresh as a read; expiring
   * entries don't change it. Null if only a read can tell.
   */
  revision(name: string): Promise<string | null>;
  /**
   * True for exactly one caller per key, across all processes, until it expires; without `ttlMs` it
   * never does. A key always has the same `ttlMs`. Reaches the disk as notes do: `kill -9` loses
   * none.
   */
  claim(key: string, ttlMs?: number): Promise<boolean>;
  /** The same, but can be released early: returns what `release` needs, or null. */
  hold(key: string, ttlMs: number): Promise<string | null>;
  /** Leaves a claim alone that another caller has obtained since. */
  release(key: string, hold: string): Promise<void>;
  /**
   * Writes `next` only if the value is still `now` (`undefined` = nothing there), atomically across
   * all processes. True if it was written. `now` must be exactly what `get` returned. The entry
   * written doesn't expire.
   */
  compareAndSet<Value>(name: string, key: string, swap: ValueSwap<Value>): Promise<boolean>;
  /**
   * Appends to a stream, whose numbers run 1, 2, 3 … without gaps. True if `seq` was the next
   * number and the entry is stored; false if another process wrote that number first (or there
   * would be a gap), so read `lastSeq` again. Entries never expire.
   */
  append(stream: string, seq: number, entry: string): Promise<boolean>;
  /**
   * Entries from `fromSeq` on, in order, read in pages; below 1 there is only what somebody else
   * added. An empty text stands for one that can't be read; a number that can't ends the stream.
   */
  read(stream: string, fromSeq: number): AsyncIterable<{ seq: number; entry: string }>;
  /** Null if there is none; an empty text stands for one that can't be read. */
  entryAt(stream: string, seq: number): Promise<string | null>;
  /** The highest number in a stream; 0 if it is empty, infinite if it can't be read. */
  lastSeq(stream: string): Promise<number>;
  /** The names of all streams with this prefix, as the store has them. */
  streamNames(prefix: string): AsyncIterable<string>;
  /** What it may lose after acknowledging it, as the deployer allows; mostly nothing. */
  risks(): readonly DurabilityRisk[];
  /** Drops expired entries. The store's owner calls it from time to time. */
  deleteExpired(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreEvents {
  /** Called once, when the process must be restarted to use the store again. */
  readonly onBroken?: (error: Error) => void;
  /** A sentence for the operator. */
  readonly onWarning?: (sentence: string) => void;
  /** Reports each call and the time it took. */
  readonly onCall?: (call: StoreCall) => void;
}

export interface StoreCall {
  readonly operation: string;
  readonly ms: number;
  /** Null if it did not fail. */
  readonly fault: StoreFault | 'other' | null;
}

interface ValueSwap<Value> {
  readonly now: Value | undefined;
  readonly next: Value;
}
