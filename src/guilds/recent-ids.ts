import { WriteConflict } from '../domain/errors/errors.js';
import { toResult } from '../domain/errors/result.js';
import { updateValue } from '../store/update-value.js';
import type { Store } from '../store/store.js';

export type IdKind = 'fleet-action' | 'contract';

/** Ids that this guild used and the pool knew, newest first: for autocomplete alone. */
export interface RecentIds {
  list(guildId: string, kind: IdKind): Promise<readonly string[]>;
  note(guildId: string, kind: IdKind, id: string): Promise<void>;
  /** Called when the key goes: another workspace has none of these ids. */
  forget(guildId: string): Promise<void>;
}

type Kept = Partial<Record<IdKind, readonly string[]>>;

const SPACE = 'recent-ids';
/** As many as Discord shows choices. */
const MOST = 25;
/** The longest value that autocomplete takes. */
const LONGEST = 100;

export function createRecentIds(store: Pick<Store, 'namespace' | 'compareAndSet'>): RecentIds {
  const space = store.namespace<Kept>(SPACE);
  return {
    list: async (guildId, kind) => (await space.get(guildId))?.[kind] ?? [],
    async note(guildId, kind, id) {
      if (id.length > LONGEST) return;
      const place = { space: SPACE, key: guildId };
      const noted = await toResult(
        updateValue(store, place, (now: Kept | undefined): Kept | null => {
          const known = now?.[kind] ?? [];
          if (known[0] === id) return null;
          const ids = [id, ...known.filter((each) => each !== id)].slice(0, MOST);
          return { ...now, [kind]: ids };
        }),
      );
      // Then only a suggestion is missing.
      if (!noted.ok && !(noted.error instanceof WriteConflict)) throw noted.error;
    },
    async forget(guildId) {
      await space.delete(guildId);
    },
  };
}
