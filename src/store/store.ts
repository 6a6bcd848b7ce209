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
   * Keyv over one namespace. An unreachable store throws; it must never read as "nothing
   * there". Nor must an entry that can't be read: `get` throws a `DamagedEntry`; a walk or a list
   * of many goes on, and gives it without a value. An acknowledged `set` survives `kill -9`.
   */
  namespace<Value>(name: string): Keyv<Value>;
  /**
   * The same, for what does no harm when it is done again: a write is acknowledged before it is on
   * the disk. All that was written before an acknowledged write is on the disk with it. `kill -9`
   * loses nothing, a power cut perhaps the newest.
   */
  notes<Value>(name: string): Keyv<Value>;
  /**
   * Another one after each write to the namespace or append to the stream, by any process: what
   * was read since this was asked for holds while it stays. As fresh as a read; entries that
   * expire don't move it. Null where only a read can tell.
   */
  revision(name: string): Promise<string | null>;
  /**
   * True for exactly one caller per key, over all processes, until it expires. Without `ttlMs` it
   * never does. Reaches the disk as notes do: `kill -9` loses none.
   */
  claim(key: string, ttlMs?: number): Promise<boolean>;
  /** The same, to be released before its time: gives what `release` asks for, or null. */
  hold(key: string, ttlMs: number): Promise<string | null>;
  /** Nothing happens to a claim that another caller has got since. */
  release(key: string, hold: string): Promise<void>;
  /**
   * Writes `next` only while the value still is `now` (`undefined` = nothing there), atomic over
   * all processes. True when it was written. `now` must be what `get` gave, unaltered. The entry
   * written doesn't expire.
   */
  compareAndSet<Value>(name: string, key: string, swap: Swap<Value>): Promise<boolean>;
  /**
   * Appends to a stream, whose numbers run 1, 2, 3 … without a gap. True when `seq` was the next
   * number and the entry is stored; false when another process wrote that number first (or there
   * would be a gap), so read `lastSeq` again. Entries never expire.
   */
  append(stream: string, seq: number, entry: string): Promise<boolean>;
  /**
   * Entries from `fromSeq` on, in order, read in pages; below 1 there is only what somebody else
   * added. An empty text stands for one that can't be read, and ends the stream where its number
   * can't.
   */
  read(stream: string, fromSeq: number): AsyncIterable<{ seq: number; entry: string }>;
  /** Null when there is none; an empty text stands for one that can't be read. */
  entryAt(stream: string, seq: number): Promise<string | null>;
  /** The highest number in a stream, 0 when it is empty; infinite where it can't be read. */
  lastSeq(stream: string): Promise<number>;
  /** The names of all streams with this prefix, as the store has them. */
  streamNames(prefix: string): AsyncIterable<string>;
  /** What it may lose of what it acknowledged, allowed by the deployer; mostly nothing. */
  risks(): readonly DurabilityRisk[];
  /** Drops expired entries. The owner of the store calls it from time to time. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreEvents {
  /** Called once, when the process has to be restarted to use the store again. */
  readonly onBroken?: (error: Error) => void;
  /** A sentence for the operator. */
  readonly onWarning?: (sentence: string) => void;
  /** Told of each call with the time it took. */
  readonly onCall?: (call: StoreCall) => void;
}

interface StoreCall {
  readonly operation: string;
  readonly ms: number;
  /** Null where it did not fail. */
  readonly fault: StoreFault | 'other' | null;
}

interface Swap<Value> {
  readonly now: Value | undefined;
  readonly next: Value;
}
