import { StoreUnusable } from '../unusable.js';
import type { EntryRecord, StoreRecord } from './record.js';

/**
 * A store as a whole, for the tools that move, back up and restore one. It uses connections of its
 * own; the bot never opens one.
 */
export interface WholeStore {
  /** For people, without user and password: `postgres://host:5432/pitboss`. */
  readonly name: string;
  /** The text of one entry; undefined if there is none. */
  entry(place: Pick<EntryRecord, 'space' | 'key'>): Promise<string | undefined>;
  /**
   * Everything that hasn't expired, as it was at one moment, whatever is written meanwhile. With
   * `after` only what comes behind that record; a store without an order starts over. Throws
   * `StoreUnusable` if something can't be read. Nothing may be written by the same object meanwhile.
   */
  records(after?: StoreRecord): AsyncIterable<StoreRecord>;
  /** Writes each as it is, over what is there; the entries of a stream in their order. */
  put(records: readonly StoreRecord[]): Promise<void>;
  /** Of a stream all or none. */
  remove(records: readonly StoreRecord[]): Promise<void>;
  /** How many connections other Pitboss processes have; null if the server doesn't say. */
  others(): Promise<number | null>;
  close(): Promise<void>;
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

/** A server may fail amid the work: with its reason in words, which never hold the URL. */
export function inWords(reasonOf: (error: unknown) => string, store: WholeStore): WholeStore {
  const explained = (error: unknown) =>
    error instanceof StoreUnusable
      ? error
      : new StoreUnusable(
          `${store.name} failed while it was used: ${reasonOf(error)}. Run this again once it answers.`,
        );
  const told = <Value>(asked: Promise<Value>): Promise<Value> =>
    asked.catch((error: unknown) => {
      throw explained(error);
    });
  return {
    ...store,
    entry: (place) => told(store.entry(place)),
    put: (records) => told(store.put(records)),
    remove: (records) => told(store.remove(records)),
    others: () => told(store.others()),
    async *records(after) {
      try {
        yield* store.records(after);
      } catch (error) {
        throw explained(error);
      }
    },
  };
}
