import { StoreError, type StoreFault } from '../../domain/errors/store-errors.js';
import type { TextAdapter } from './parsing-adapter.js';
import type { Store, StoreEvents } from '../store.js';

type OnStoreCall = NonNullable<StoreEvents['onCall']>;

function timer(onCall: OnStoreCall) {
  return async function timed<Value>(
    operation: string,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const startedAt = performance.now();
    let fault: StoreFault | 'other' | null = null;
    try {
      return await work();
    } catch (error) {
      fault = error instanceof StoreError ? error.fault : 'other';
      throw error;
    } finally {
      onCall({ operation, ms: performance.now() - startedAt, fault });
    }
  };
}

type CallTimer = ReturnType<typeof timer>;

/** The adapter of a namespace, reporting each call. */
export function measureAdapter(adapter: TextAdapter, onCall: OnStoreCall): TextAdapter {
  const timed = timer(onCall);
  return {
    ...adapter,
    get: (key) => timed('get', () => adapter.get(key)),
    getMany: (keys) => timed('get-many', () => adapter.getMany(keys)),
    has: (key) => timed('has', () => adapter.has(key)),
    set: (key, text, ttlMs) => timed('set', () => adapter.set(key, text, ttlMs)),
    delete: (key) => timed('delete', () => adapter.delete(key)),
    deleteMany: (keys) => timed('delete-many', () => adapter.deleteMany(keys)),
  };
}

/** A store that also reports its calls outside the namespaces. */
export function measureStore(store: Store, onCall: OnStoreCall): Store {
  const timed = timer(onCall);
  return {
    ...store,
    claim: (...asked) => timed('claim', () => store.claim(...asked)),
    hold: (...asked) => timed('hold', () => store.hold(...asked)),
    release: (...asked) => timed('release', () => store.release(...asked)),
    compareAndSet: (...asked) => timed('compare-and-set', () => store.compareAndSet(...asked)),
    append: (...asked) => timed('append', () => store.append(...asked)),
    entryAt: (...asked) => timed('entry-at', () => store.entryAt(...asked)),
    lastSeq: (...asked) => timed('last-seq', () => store.lastSeq(...asked)),
    read: (...asked) => firstTimed(timed, store.read(...asked)),
    deleteExpired: () => timed('delete-expired', () => store.deleteExpired()),
  };
}

/** Times only the first entry: a later one may need another page, or none. */
function firstTimed<Row>(timed: CallTimer, rows: AsyncIterable<Row>): AsyncIterable<Row> {
  return {
    [Symbol.asyncIterator]() {
      const each = rows[Symbol.asyncIterator]();
      let isFirst = true;
      const next = () => {
        if (!isFirst) return each.next();
        isFirst = false;
        return timed('read', () => each.next());
      };
      const end = each.return?.bind(each);
      return end === undefined ? { next } : { next, return: end };
    },
  };
}
