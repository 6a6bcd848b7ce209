import { Keyv } from 'keyv';
import { systemClock, type Clock } from '../../../src/domain/clock.js';
import type { Store } from '../../../src/store/store.js';

/** The store's contract in memory. Every call takes a turn, as a real one would. */
export function createMemoryStore(
  clock: Clock = systemClock,
): Store & { readonly streams: Map<string, string[]> } {
  const streams = new Map<string, string[]>();
  const spaces = new Map<string, Keyv>();
  /** Until when. */
  const claims = new Map<string, number>();
  const turn = () => Promise.resolve();
  const stream = (name: string) => {
    const entries = streams.get(name) ?? [];
    streams.set(name, entries);
    return entries;
  };
  return {
    streams,
    space<Value>(name: string): Keyv<Value> {
      const space = spaces.get(name) ?? new Keyv();
      spaces.set(name, space);
      return space;
    },
    async claim(key, ttlMs = Infinity) {
      await turn();
      if ((claims.get(key) ?? -1) >= clock.now()) return false;
      claims.set(key, clock.now() + ttlMs);
      return true;
    },
    async release(key) {
      claims.delete(key);
    },
    async replace() {
      throw new Error('not in this fake');
    },
    async append(name, seq, entry) {
      await turn();
      if (seq !== stream(name).length + 1) return false;
      stream(name).push(entry);
      await turn();
      return true;
    },
    async *read(name, fromSeq) {
      for (let seq = fromSeq; ; seq++) {
        await turn();
        const entry = stream(name)[seq - 1];
        if (entry === undefined) return;
        yield { seq, entry };
      }
    },
    async lastSeq(name) {
      await turn();
      return stream(name).length;
    },
    risks: () => [],
    async sweep() {},
    async close() {},
  };
}
