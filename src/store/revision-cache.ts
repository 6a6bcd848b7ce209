import { frozen } from '../domain/json/deep-freeze.js';
import type { Store } from './store.js';

interface RevisionCacheOptions<Made> {
  readonly space: string;
  /** The oldest go first. */
  readonly most: number;
  /** 1 by default. */
  readonly weightOf?: (made: Made) => number;
}

/**
 * Values made from entries, made again once anything in their namespace was written: as fresh as
 * reading, across all processes (`Store.revision`), for the cost of one query if nothing was
 * written. `make` reads only this namespace; its result is shared, and so frozen. Failures aren't
 * kept.
 */
export function createRevisionCache<Made>(
  store: Pick<Store, 'revision'>,
  { space, most, weightOf = () => 1 }: RevisionCacheOptions<Made>,
) {
  const kept = new Map<string, { readonly made: Made; readonly weight: number }>();
  let keptAt: string | null = null;
  let total = 0;

  function keep(name: string, made: Made): void {
    const weight = weightOf(made);
    total += weight - (kept.get(name)?.weight ?? 0);
    kept.set(name, { made, weight });
    for (const [oldest, each] of kept) {
      if (total <= most) break;
      total -= each.weight;
      kept.delete(oldest);
    }
  }

  function clear(): void {
    kept.clear();
    [keptAt, total] = [null, 0];
  }

  return {
    async of(name: string, make: () => Promise<Made>): Promise<Made> {
      const now = await store.revision(space);
      if (now === null) return make();
      if (now !== keptAt) {
        clear();
        keptAt = now;
      }
      const found = kept.get(name);
      if (found !== undefined) return found.made;
      const made = frozen(await make());
      // Otherwise it may date from before a write that others have seen.
      if (keptAt === now) keep(name, made);
      return made;
    },
    /** At once, not only before the next `of`. */
    clear,
  };
}
