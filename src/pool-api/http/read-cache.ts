import type { Clock } from '../../domain/time/clock.js';

export interface CachedAnswer<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly characters: number;
}

export interface CacheOptions {
  readonly ttlMs: number;
  readonly clock: Clock;
  /** Over all answers; the oldest are dropped first. */
  readonly maxCharacters: number;
}

/**
 * Keeps answers for seconds, failures never. Our own code because the limit is in characters: a
 * page of 1,000 miners is shared while being fetched but too large to keep.
 */
export function createReadCache({ ttlMs, clock, maxCharacters }: CacheOptions) {
  const kept = new Map<string, CachedAnswer<unknown>>();
  const underWay = new Map<string, Promise<CachedAnswer<unknown>>>();
  const maxEach = maxCharacters / 32;
  let total = 0;

  function drop(name: string): void {
    total -= kept.get(name)?.characters ?? 0;
    kept.delete(name);
  }

  function isFresh({ readAt }: CachedAnswer<unknown>): boolean {
    const age = clock.now() - readAt;
    return age >= 0 && age < ttlMs;
  }

  function keep(name: string, answer: CachedAnswer<unknown>): void {
    drop(name);
    if (answer.characters > maxEach) return;
    kept.set(name, answer);
    total += answer.characters;
    // Oldest first, so the loop ends at the first that is fresh and fits.
    for (const [oldest, each] of kept) {
      if (total <= maxCharacters && isFresh(each)) break;
      drop(oldest);
    }
  }

  return {
    /** Shares one `fetch` among concurrent and soon-following reads. */
    read<Value>(name: string, fetch: () => Promise<CachedAnswer<Value>>) {
      const found = kept.get(name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name stands for one operation and its query, and so for one type
      if (found && isFresh(found)) return Promise.resolve(found as CachedAnswer<Value>);
      const shared = underWay.get(name);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      if (shared) return shared as Promise<CachedAnswer<Value>>;
      const fetching = fetch()
        .then((answer) => {
          keep(name, answer);
          return answer;
        })
        .finally(() => underWay.delete(name));
      underWay.set(name, fetching);
      return fetching;
    },
  };
}

export type ReadCache = ReturnType<typeof createReadCache>;
