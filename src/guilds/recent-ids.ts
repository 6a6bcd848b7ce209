import { z } from 'zod';
import { WriteConflict } from '../domain/errors/store-errors.js';
import { toResult } from '../domain/errors/result.js';
import { openSharedRows } from '../store/rows.js';
import type { Store } from '../store/store.js';
import type { Guilds } from './guilds.js';

export type IdKind = 'fleet-action' | 'contract';

export interface RecentId {
  readonly id: string;
  /** What it is about, as far as that doesn't change; empty if nothing was noted. */
  readonly words: string;
}

export interface NotedId extends RecentId {
  /** When the key of the workspace that knows it was connected, in ms. */
  readonly connectedAt: number;
}

/** Earlier versions noted only the id. */
const ids = z.array(z.union([z.string(), z.object({ id: z.string(), words: z.string() })]));
const storedIds = z.object({
  'fleet-action': ids.optional(),
  contract: ids.optional(),
  /** When the key that they were read with was connected. Earlier versions stored none. */
  since: z.number().optional(),
});
type StoredIds = z.output<typeof storedIds>;

const SPACE = 'recent-ids';
/** As many choices as Discord shows. */
const MOST = 25;
/** The longest value that autocomplete accepts. */
const LONGEST = 100;

/** Ids this guild used and the pool knew, newest first: only for autocomplete. */
export function createRecentIds(
  store: Pick<Store, 'namespace' | 'compareAndSet'>,
  keyInfo: Guilds['keyInfo'],
) {
  const rows = openSharedRows(store, { space: SPACE, schema: storedIds });
  return {
    async list(guildId: string, kind: IdKind): Promise<readonly RecentId[]> {
      const [stored, key] = await Promise.all([rows.find(guildId), keyInfo(guildId)]);
      const known = ofKey(stored, key?.connectedAt)?.[kind] ?? [];
      return known.map((each) => (typeof each === 'string' ? { id: each, words: '' } : each));
    },
    /** Notes nothing once another key is connected, or none. */
    async note(guildId: string, kind: IdKind, noting: NotedId): Promise<void> {
      const { id, words: said, connectedAt: since } = noting;
      // The pool may have taken its time.
      const isPresent = (await keyInfo(guildId))?.connectedAt === since;
      if (id.length > LONGEST || !isPresent) return;
      const words = said.slice(0, LONGEST);
      const noted = await toResult(
        rows.replace(guildId, (stored): StoredIds | null => {
          // The next key's, where this was noted as that one was connected.
          if (stored?.since !== undefined && stored.since > since) return null;
          const now = ofKey(stored, since);
          const known = now?.[kind] ?? [];
          const [newest] = known;
          if (typeof newest === 'object' && newest.id === id && newest.words === words) return null;
          const others = known.filter((each) => (typeof each === 'string' ? each : each.id) !== id);
          return { ...now, since, [kind]: [{ id, words }, ...others].slice(0, MOST) };
        }),
      );
      // Then only a suggestion is missing.
      if (!noted.ok && !(noted.error instanceof WriteConflict)) throw noted.error;
      // Deleted in that very moment: nothing else would delete the row.
      if ((await keyInfo(guildId)) === null) await rows.delete(guildId);
    },
    /** Called when the key is removed or replaced: another workspace has none of these ids. */
    forget: (guildId: string): Promise<void> => rows.delete(guildId),
  };
}

/** Undefined where another key has read them, of whose workspace they may be. */
function ofKey(stored: StoredIds | undefined, since: number | undefined): StoredIds | undefined {
  return stored?.since === undefined || stored.since === since ? stored : undefined;
}

export type RecentIds = ReturnType<typeof createRecentIds>;
