import type { Keyv } from 'keyv';
import type { StoreRisk } from '../domain/store-risks.js';

/**
 * Where everything lives that must outlast the process. Two adapters keep this contract:
 * `embedded.ts` (one file, many processes on one machine) and `redis.ts` (many machines). What
 * keeps a call from being carried out is thrown as a `StoreError`.
 */
export interface Store {
  /**
   * Keyv over one namespace. It throws when the store cannot be reached; an unreachable store
   * must never read as "nothing there". An acknowledged `set` survives `kill -9`.
   */
  space<Value>(name: string): Keyv<Value>;
  /**
   * True for exactly one caller per key, over all processes, until it expires or is released.
   * Without `ttlMs` it never expires.
   */
  claim(key: string, ttlMs?: number): Promise<boolean>;
  release(key: string): Promise<void>;
  /**
   * Compare and set in the space `name`: writes `next` only while the value still is `now`
   * (`undefined` = nothing there), as one step over all processes. True when it was written.
   * `now` must be what `get` gave, unaltered. The entry written has no expiry.
   */
  replace<Value>(name: string, key: string, swap: Swap<Value>): Promise<boolean>;
  /**
   * Appends to a stream, whose numbers run 1, 2, 3 … without a gap. True when `seq` was the next
   * number and the entry is now there for good; false when it was not: another process wrote
   * that number first (or there would be a gap), so read `lastSeq` again. Entries never expire.
   */
  append(stream: string, seq: number, entry: string): Promise<boolean>;
  /** Entries from `fromSeq` on, in order; read in pages, so a long stream is never held whole. */
  read(stream: string, fromSeq: number): AsyncIterable<{ seq: number; entry: string }>;
  /** One entry, read alone; null when there is none. */
  entryAt(stream: string, seq: number): Promise<string | null>;
  /** The highest number in a stream, 0 when it is empty. */
  lastSeq(stream: string): Promise<number>;
  /** The names of all streams that begin so, for whoever trusts no list of them. */
  streamNames(prefix: string): AsyncIterable<string>;
  /** What it may lose of what it acknowledged, allowed by the deployer; mostly nothing. */
  risks(): readonly StoreRisk[];
  /** Drops expired entries; called now and then by whoever owns the store. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** What is told while a store is opened and used. */
export interface StoreEvents {
  /** Once, when it can be used no more and the process has to start anew. */
  readonly onBroken?: (error: Error) => void;
  /** A sentence for whoever runs the bot. */
  readonly onWarning?: (sentence: string) => void;
}

interface Swap<Value> {
  readonly now: Value | undefined;
  readonly next: Value;
}
