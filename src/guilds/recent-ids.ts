import { WriteConflict } from '../domain/errors/store-errors.js';
import { toResult } from '../domain/errors/result.js';
import { updateValue } from '../store/update-value.js';
import type { Store } from '../store/store.js';

export type IdKind = 'fleet-action' | 'contract';

export interface RecentId {
  readonly id: string;
  /** What it is about, as far as that doesn't change; empty if nothing was noted. */
  readonly words: string;
}

/** Earlier versions noted only the id. */
type StoredIds = Partial<Record<IdKind, readonly (RecentId | string)[]>>;

const SPACE = 'recent-ids';
/** As many choices as Discord shows. */
const MOST = 25;
/** The longest value that autocomplete accepts. */
const LONGEST = 100;

/** Ids this guild used and the pool knew, newest first: only for autocomplete. */
export function createRecentIds(store: Pick<Store, 'namespace' | 'compareAndSet'>) {
  const space = store.namespace<StoredIds>(SPACE);
  return {
    list: async (guildId: string, kind: IdKind): Promise<readonly RecentId[]> =>
      ((await space.get(guildId))?.[kind] ?? []).map((each) =>
        typeof each === 'string' ? { id: each, words: '' } : each,
      ),
    async note(guildId: string, kind: IdKind, { id, words: said }: RecentId): Promise<void> {
      if (id.length > LONGEST) return;
      const words = said.slice(0, LONGEST);
      const place = { space: SPACE, key: guildId };
      const noted = await toResult(
        updateValue(store, place, (now: StoredIds | undefined): StoredIds | null => {
          const known = now?.[kind] ?? [];
          const [newest] = known;
          if (typeof newest === 'object' && newest.id === id && newest.words === words) return null;
          const others = known.filter((each) => (typeof each === 'string' ? each : each.id) !== id);
          const ids = [{ id, words }, ...others].slice(0, MOST);
          return { ...now, [kind]: ids };
        }),
      );
      // Then only a suggestion is missing.
      if (!noted.ok && !(noted.error instanceof WriteConflict)) throw noted.error;
    },
    /** Called when the key is removed: another workspace has none of these ids. */
    async forget(guildId: string): Promise<void> {
      await space.delete(guildId);
    },
  };
}

export type RecentIds = ReturnType<typeof createRecentIds>;
