import { Keyv } from 'keyv';
import { z } from 'zod';
import { measureAdapter } from './measured-store.js';
import { parsingAdapter, type TextAdapter } from './parsing-adapter.js';
import type { StoreEvents } from '../store.js';

const stored = z.object({ value: z.unknown() });
const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Keyv over the adapter of one namespace. Keyv's own prefixing stays off: it leaves keys that
 * begin with the prefix alone, so two keys could become one. Only the adapter expires entries.
 */
export function openNamespace<Value>(
  adapter: TextAdapter,
  namespace: string,
  { onWarning, onCall }: Pick<StoreEvents, 'onWarning' | 'onCall'> = {},
): Keyv<Value> {
  const measured = onCall === undefined ? adapter : measureAdapter(adapter, onCall);
  const keyv = new Keyv<Value>({
    store: parsingAdapter(measured, namespace, onWarning),
    namespace,
    useKeyPrefix: false,
    throwOnErrors: true,
    serialize: ({ value }) => toText(value),
  });
  keyv.deserialize = undefined;
  return keyv;
}

/** Opens each namespace only once. */
export function openedOnce(open: (name: string) => Keyv) {
  const spaces = new Map<string, Keyv>();
  return <Value>(name: string): Keyv<Value> => {
    checkNamespace(name);
    const space = spaces.get(name) ?? open(name);
    spaces.set(name, space);
    return space;
  };
}

/** Lower-case words, so that a name can't hold a separator. */
export function checkNamespace(name: string): void {
  if (!NAME.test(name)) throw new RangeError(`not a namespace of the store: ${name}`);
}

/** A value as it is stored. Equal values must give equal texts: they are compared. */
export function toText(value: unknown): string {
  return JSON.stringify({ value });
}

/** The value of what `toText` gave; undefined if nothing is stored. */
export function fromText(text: string | undefined): unknown {
  return text === undefined ? undefined : stored.parse(JSON.parse(text)).value;
}

export function checkTtl(ttlMs: number | undefined): void {
  if (ttlMs !== undefined && !(ttlMs > 0)) throw new RangeError(`not a time to live: ${ttlMs} ms`);
}

export function checkSeq(seq: number): void {
  if (!Number.isSafeInteger(seq) || seq < 1) throw new RangeError(`not a sequence number: ${seq}`);
}
