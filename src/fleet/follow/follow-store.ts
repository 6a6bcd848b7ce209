import { z } from 'zod';
import { openSharedRows } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { storedFollow, type FollowRecord } from './follow-record.js';

const SPACE = 'followings';

/** The form used before 2026-11-22, which held a drawn card: such follows just end. */
const former = z.looseObject({ guildId: z.string(), figures: z.undefined().optional() });
const schema = z.union([
  // Given back as it is stored, because `swap` compares with that.
  z.custom<FollowRecord>((stored) => storedFollow.safeParse(stored).success),
  former.transform(() => 'former' as const),
]);

/**
 * The follows of all guilds. A damaged one concerns nobody else: its message stays as it is, and
 * its action can be followed again.
 */
export function createFollowStore(store: Pick<Store, 'namespace' | 'compareAndSet'>) {
  const rows = openSharedRows(store, { space: SPACE, schema });
  return {
    async get(id: string): Promise<FollowRecord | undefined> {
      const found = await rows.find(id);
      return found === 'former' ? undefined : found;
    },
    add: (record: FollowRecord) =>
      store.compareAndSet<FollowRecord>(SPACE, record.id, { now: undefined, next: record }),
    /** The new record; null if it is gone. Throws `WriteConflict` if nothing could be changed. */
    change: (id: string, changes: () => Partial<FollowRecord>): Promise<FollowRecord | null> =>
      rows.replace(id, (now) =>
        now === undefined || now === 'former' ? null : { ...now, ...changes() },
      ),
    /** False if it has changed since `now` was read, or is gone. */
    swap: (now: FollowRecord, next: FollowRecord) =>
      store.compareAndSet<FollowRecord>(SPACE, now.id, { now, next }),
    remove: (id: string): Promise<void> => rows.delete(id),
    async all(): Promise<FollowRecord[]> {
      const found: FollowRecord[] = [];
      const ended: string[] = [];
      for await (const [id, record] of rows.all()) {
        if (record === 'former') ended.push(id);
        else if (record !== undefined) found.push(record);
      }
      for (const id of ended) await rows.delete(id);
      return found;
    },
  };
}

export type FollowStore = ReturnType<typeof createFollowStore>;
