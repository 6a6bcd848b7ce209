import { Keyv } from 'keyv';

const NAME = /^[a-z][a-z0-9-]*$/;

/** What Keyv asks of a storage adapter, for one that holds texts and throws what fails. */
export interface TextAdapter {
  readonly opts: { readonly dialect: string };
  get(key: string): Promise<string | undefined>;
  getMany(keys: string[]): Promise<(string | undefined)[]>;
  has(key: string): Promise<boolean>;
  set(key: string, text: string, ttlMs?: number): Promise<void>;
  /** True when there was something. */
  delete(key: string): Promise<boolean>;
  /** True when there was something under at least one of the keys. */
  deleteMany(keys: string[]): Promise<boolean>;
  clear(): Promise<void>;
  iterator(namespace?: string): AsyncGenerator<[string, string | undefined], void>;
}

/**
 * Keyv over an adapter that already keeps to one namespace. Keyv's own prefixing stays off: it
 * leaves keys that begin with the prefix alone, so two keys could become one. Expiry is the
 * adapter's alone, so that one clock decides.
 */
export function openNamespace<Value>(adapter: TextAdapter, namespace: string): Keyv<Value> {
  return new Keyv<Value>({
    store: adapter,
    namespace,
    useKeyPrefix: false,
    throwOnErrors: true,
    serialize: ({ value }) => toText(value),
    deserialize: (text) => JSON.parse(text),
  });
}

/** Space names are ours, and lower-case words, so that no separator can occur in one. */
export function checkNamespace(name: string): void {
  if (!NAME.test(name)) throw new RangeError(`no name for a space of the store: ${name}`);
}

/** A value as it lies in the store. The same value always makes the same text. */
export function toText(value: unknown): string {
  return JSON.stringify({ value });
}

/** Throws unless a life in milliseconds is a positive number; nothing lives for no time. */
export function checkTtl(ttlMs: number | undefined): void {
  if (ttlMs !== undefined && !(ttlMs > 0)) throw new RangeError(`no time to live: ${ttlMs} ms`);
}

/** Throws unless `seq` can be the number of an entry in a stream. */
export function checkSeq(seq: number): void {
  if (!Number.isSafeInteger(seq) || seq < 1) throw new RangeError(`no sequence number: ${seq}`);
}
