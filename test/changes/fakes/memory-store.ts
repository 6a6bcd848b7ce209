import { Keyv } from 'keyv';
import { systemClock, type Clock } from '../../../src/domain/time/clock.js';
import type { Store } from '../../../src/store/store.js';

interface MemoryStore extends Store {
  readonly streams: Map<string, string[]>;
  /** Copies everything in the store; calling the result replaces what is there then by the copy. */
  copy(): () => void;
}

/**
 * The store's contract, in memory. Every call takes a turn of the event loop, as a real one would.
 * Gives revisions as the embedded store does, or none, as Redis.
 */
export function createMemoryStore(
  clock: Clock = systemClock,
  { givesRevisions = false } = {},
): MemoryStore {
  const streams = new Map<string, string[]>();
  const spaces = new Map<string, Keyv>();
  const kept = new Map<string, Map<unknown, unknown>>();
  /** Until when. */
  const claims = new Map<string, number>();
  const writes = new Map<string, number>();
  let restores = 0;
  let swapping = Promise.resolve(false);
  const turn = () => Promise.resolve();
  const wrote = (name: string) => void writes.set(name, (writes.get(name) ?? 0) + 1);
  const stream = (name: string) => {
    const entries = streams.get(name) ?? [];
    streams.set(name, entries);
    return entries;
  };
  function namespace<Value>(name: string): Keyv<Value> {
    const values = kept.get(name) ?? tellingMap(() => wrote(name));
    const space = spaces.get(name) ?? new Keyv({ store: values });
    kept.set(name, values);
    spaces.set(name, space);
    return space;
  }
  return {
    streams,
    async *streamNames(prefix) {
      for (const name of streams.keys()) if (name.startsWith(prefix)) yield name;
    },
    copy() {
      const entries = [...streams].map(([name, lines]) => [name, [...lines]] as const);
      const values = new Map([...kept].map(([name, map]) => [name, new Map(map)] as const));
      const claimed = [...claims];
      return () => {
        restores += 1;
        streams.clear();
        for (const [name, lines] of entries) streams.set(name, [...lines]);
        for (const [name, map] of kept) replace(map, values.get(name) ?? []);
        claims.clear();
        for (const [key, until] of claimed) claims.set(key, until);
      };
    },
    namespace,
    notes: namespace,
    async revision(name) {
      await turn();
      return givesRevisions ? `${restores}:${writes.get(name) ?? 0}` : null;
    },
    async claim(key, ttlMs = Infinity) {
      await turn();
      if ((claims.get(key) ?? -1) >= clock.now()) return false;
      claims.set(key, clock.now() + ttlMs);
      return true;
    },
    async hold(key, ttlMs) {
      await turn();
      if ((claims.get(key) ?? -1) >= clock.now()) return null;
      const until = clock.now() + ttlMs;
      claims.set(key, until);
      return String(until);
    },
    async release(key, hold) {
      if (String(claims.get(key)) === hold) claims.delete(key);
    },
    compareAndSet<Value>(
      name: string,
      key: string,
      { now, next }: { readonly now: Value | undefined; readonly next: Value },
    ) {
      swapping = swapping.then(async () => {
        const value = await namespace<Value>(name).get(key);
        if (JSON.stringify(value) !== JSON.stringify(now)) return false;
        return namespace<Value>(name).set(key, next);
      });
      return swapping;
    },
    async append(name, seq, entry) {
      await turn();
      if (seq !== stream(name).length + 1) return false;
      stream(name).push(entry);
      wrote(name);
      await turn();
      return true;
    },
    async *read(name, fromSeq) {
      for (let seq = Math.max(fromSeq, 1); ; seq++) {
        await turn();
        const entry = stream(name)[seq - 1];
        if (entry === undefined) return;
        yield { seq, entry };
      }
    },
    async entryAt(name, seq) {
      await turn();
      return stream(name)[seq - 1] ?? null;
    },
    async lastSeq(name) {
      await turn();
      return stream(name).length;
    },
    risks: () => [],
    async deleteExpired() {},
    async close() {},
  };
}

function replace(map: Map<unknown, unknown>, entries: Iterable<readonly [unknown, unknown]>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

/** Reports each write. */
function tellingMap(wrote: () => void): Map<unknown, unknown> {
  const map = new Map<unknown, unknown>();
  const telling =
    <Given extends unknown[], Result>(write: (...given: Given) => Result) =>
    (...given: Given): Result => {
      wrote();
      return write(...given);
    };
  return Object.assign(map, {
    set: telling(map.set.bind(map)),
    delete: telling(map.delete.bind(map)),
    clear: telling(map.clear.bind(map)),
  });
}
