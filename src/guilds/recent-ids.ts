import { WriteConflict } from '../domain/errors/errors.js';
import { toResult } from '../domain/errors/result.js';
import { updateEntry } from '../store/update-entry.js';
import type { Store } from '../store/store.js';

/** What the pool knows by an id that a person has to type. */
export type IdKind = 'fleet-action' | 'contract';

/** Ids that this guild asked for and the pool knew, newest first: for autocomplete alone. */
export interface RecentIds {
  list(guildId: string, kind: IdKind): Promise<readonly string[]>;
  note(guildId: string, kind: IdKind, id: string): Promise<void>;
  /** With the key they go: another workspace knows none of them. */
  forget(guildId: string): Promise<void>;
}

type Kept = Partial<Record<IdKind, readonly string[]>>;

const SPACE = 'recent-ids';
/** As many as Discord shows choices. */
const MOST = 25;
/** Autocomplete takes no longer value. */
const LONGEST = 100;

export function createRecentIds(store: Pick<Store, 'namespace' | 'compareAndSet'>): RecentIds {
  const space = store.namespace<Kept>(SPACE);
  return {
    list: async (guildId, kind) => (await space.get(guildId))?.[kind] ?? [],
    async note(guildId, kind, id) {
      if (id.length > LONGEST) return;
      const place = { space: SPACE, key: guildId };
      const noted = await toResult(
        updateEntry(store, place, (now: Kept | undefined): Kept | null => {
          const known = now?.[kind] ?? [];
          if (known[0] === id) return null;
          const ids = [id, ...known.filter((each) => each !== id)].slice(0, MOST);
          return { ...now, [kind]: ids };
        }),
      );
      // Where too many note at once, a suggestion is missing, nothing else.
      if (!noted.ok && !(noted.error instanceof WriteConflict)) throw noted.error;
    },
    async forget(guildId) {
      await space.delete(guildId);
    },
  };
}
