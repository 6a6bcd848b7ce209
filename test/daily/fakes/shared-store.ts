import type { Keyv } from 'keyv';
import type { Clock } from '../../../src/domain/time/clock.js';
import { openNamespace, toText } from '../../../src/store/adapter/namespace.js';
import type { TextAdapter } from '../../../src/store/adapter/parsing-adapter.js';
import type { Store } from '../../../src/store/store.js';

interface Kept {
  readonly text: string;
  readonly until: number;
}

/** What several processes share, in memory: namespaces with expiry, and compare and set. */
export function createSharedStore(clock: Clock): Store {
  const spaces = new Map<string, Map<string, Kept>>();
  const keyvs = new Map<string, Keyv>();
  const claims = new Map<string, number>();
  let writes = 0;

  function entries(name: string): Map<string, Kept> {
    const found = spaces.get(name) ?? new Map<string, Kept>();
    spaces.set(name, found);
    return found;
  }

  function toWrite(name: string): Map<string, Kept> {
    writes++;
    return entries(name);
  }

  function read(name: string, key: string): string | undefined {
    const kept = entries(name).get(key);
    return kept !== undefined && kept.until > clock.now() ? kept.text : undefined;
  }

  function adapter(name: string): TextAdapter {
    return {
      opts: { dialect: 'sqlite' },
      get: async (key) => read(name, key),
      getMany: async (keys) => keys.map((key) => read(name, key)),
      has: async (key) => read(name, key) !== undefined,
      set: async (key, text, ttlMs) =>
        void toWrite(name).set(key, { text, until: clock.now() + (ttlMs ?? Infinity) }),
      delete: async (key) => toWrite(name).delete(key),
      deleteMany: async (keys) => keys.map((key) => toWrite(name).delete(key)).some(Boolean),
      clear: async () => toWrite(name).clear(),
      async *iterator() {
        for (const key of entries(name).keys()) yield [key, read(name, key)];
      },
    };
  }

  function namespace<Value>(name: string): Keyv<Value> {
    const space = keyvs.get(name) ?? openNamespace(adapter(name), name);
    keyvs.set(name, space);
    return space;
  }

  return {
    namespace,
    notes: namespace,
    revision: async () => String(writes),
    async claim(key, ttlMs) {
      if ((claims.get(key) ?? -Infinity) > clock.now()) return false;
      claims.set(key, clock.now() + (ttlMs ?? Infinity));
      return true;
    },
    async hold(key, ttlMs) {
      if ((claims.get(key) ?? -Infinity) > clock.now()) return null;
      const until = clock.now() + ttlMs;
      claims.set(key, until);
      return String(until);
    },
    async release(key, hold) {
      if (String(claims.get(key)) === hold) claims.delete(key);
    },
    async compareAndSet(name, key, { now, next }) {
      if (read(name, key) !== (now === undefined ? undefined : toText(now))) return false;
      toWrite(name).set(key, { text: toText(next), until: Infinity });
      return true;
    },
    append: () => Promise.reject(new Error('no streams here')),
    streamNames: () => {
      throw new Error('no streams here');
    },
    // oxlint-disable-next-line require-yield -- there are none
    async *read() {
      throw new Error('no streams here');
    },
    entryAt: () => Promise.reject(new Error('no streams here')),
    lastSeq: () => Promise.reject(new Error('no streams here')),
    risks: () => [],
    deleteExpired: async () => {},
    close: async () => {},
  };
}
