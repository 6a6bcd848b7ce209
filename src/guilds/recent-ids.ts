import { z } from 'zod';
import { WriteConflict } from '../domain/errors/store-errors.js';
import { toResult } from '../domain/errors/result.js';
import { openSharedRows } from '../store/rows.js';
import type { Store } from '../store/store.js';

export type IdKind = 'fleet-action' | 'contract';

export interface RecentId {
  readonly id: string;
  /** What it is about, as far as that doesn't change; empty if nothing was noted. */
  readonly words: string;
}

/** Earlier versions noted only the id. */
const ids = z.array(z.union([z.string(), z.object({ id: z.string(), words: z.string() })]));
const storedIds = z.object({ 'fleet-action': ids.optional(), contract: ids.optional() });
type StoredIds = z.output<typeof storedIds>;

const SPACE = 'recent-ids';
/** As many choices as Discord shows. */
const MOST = 25;
/** The longest value that autocomplete accepts. */
const LONGEST = 100;

/** Ids this guild used and the pool knew, newest first: only for autocomplete. */
export function createRecentIds(store: Pick<Store, 'namespace' | 'compareAndSet'>) {
  const rows = openSharedRows(store, { space: SPACE, schema: storedIds });
  return {
    list: async (guildId: string, kind: IdKind): Promise<readonly RecentId[]> =>
      ((await rows.find(guildId))?.[kind] ?? []).map((each) =>
        typeof each === 'string' ? { id: each, words: '' } : each,
      ),
    async note(guildId: string, kind: IdKind, { id, words: said }: RecentId): Promise<void> {
      if (id.length > LONGEST) return;
      const words = said.slice(0, LONGEST);
      const noted = await toResult(
        rows.replace(guildId, (now): StoredIds | null => {
          const known = now?.[kind] ?? [];
          const [newest] = known;
          if (typeof newest === 'object' && newest.id === id && newest.words === words) return null;
          const others = known.filter((each) => (typeof each === 'string' ? each : each.id) !== id);
          return { ...now, [kind]: [{ id, words }, ...others].slice(0, MOST) };
        }),
      );
      // Then only a suggestion is missing.
      if (!noted.ok && !(noted.error instanceof WriteConflict)) throw noted.error;
    },
    /** Called when the key is removed or replaced: another workspace has none of these ids. */
    forget: (guildId: string): Promise<void> => rows.delete(guildId),
  };
}

export type RecentIds = ReturnType<typeof createRecentIds>;
