import { StoreUnusable } from '../unusable.js';
import type { EntryRecord, StoreRecord } from './record.js';

/**
 * A store as a whole, for the tools that move, back up and restore one. It uses connections of its
 * own; the bot never opens one.
 */
export interface BulkStore {
  /** For people, without user and password: `postgres://host:5432/pitboss`. */
  readonly name: string;
  /** The text of one entry; undefined if there is none. */
  entry(place: Pick<EntryRecord, 'space' | 'key'>): Promise<string | undefined>;
  /**
   * Everything that hasn't expired, as it was at one moment, whatever is written meanwhile. With
   * `after` only what comes behind that record; a store without an order starts over. Throws
   * `StoreUnusable` if something can't be read; where records are only taken out or exported, a text
   * may be what is left of a damaged one. Nothing may be written by the same object meanwhile.
   */
  records(after?: StoreRecord): AsyncIterable<StoreRecord>;
  /**
   * The only way to write: swaps the mark that closes the store (`CLOSED`) and carries out `change`
   * in one. False, and nothing is written, if the mark isn't `now`: another tool has been here. A
   * Redis that fails amid it may have carried out a part, but not swapped the mark.
   */
  write(mark: MarkSwap, change?: RecordChange): Promise<boolean>;
  /** How many connections other Pitboss processes have; null if the server doesn't say. */
  others(): Promise<number | null>;
  close(): Promise<void>;
}

/** The mark as it is stored; undefined = the store is open. */
export type MarkSwap =
  | { readonly now: string | undefined; readonly next: string }
  | { readonly now: string; readonly next: undefined };

/** The mark is in neither list, and nothing in both. */
export interface RecordChange {
  /** Each as it is, over what is there; the entries of a stream in their order. */
  readonly put?: readonly StoreRecord[];
  /** Of a stream all or none. */
  readonly remove?: readonly StoreRecord[];
}

export function stillUsed(name: string): StoreUnusable {
  return new StoreUnusable(
    `A Pitboss process still uses ${name}. Nothing has been changed. Stop every process, then run this again.`,
  );
}

/** Without user, password and options. */
export function nameOfUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** For what fails amid the work. `reason`: in words, which never hold the URL. */
export function failedAmid(name: string, reason: string): StoreUnusable {
  return new StoreUnusable(
    `${name} failed while it was used: ${reason}. Run this again once that is mended.`,
  );
}

/** A store whose failures come in words. */
export function withFailuresExplained(
  reasonOf: (error: unknown) => string,
  store: BulkStore,
): BulkStore {
  const explained = (error: unknown) =>
    error instanceof StoreUnusable ? error : failedAmid(store.name, reasonOf(error));
  const told = <Value>(asked: Promise<Value>): Promise<Value> =>
    asked.catch((error: unknown) => {
      throw explained(error);
    });
  return {
    ...store,
    entry: (place) => told(store.entry(place)),
    write: (mark, change) => told(store.write(mark, change)),
    others: () => told(store.others()),
    async *records(after) {
      try {
        yield* store.records(after);
      } catch (error) {
        throw explained(error);
      }
    },
    close: () => told(store.close()),
  };
}
