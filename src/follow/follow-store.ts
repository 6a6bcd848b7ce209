import { updateEntry } from '../store/update-entry.js';
import { entriesOf } from '../store/entries.js';
import type { Store } from '../store/store.js';
import type { FollowRecord } from './follow-record.js';

const SPACE = 'followings';

/** The followings of all guilds in the store. */
export function createFollowStore(store: Pick<Store, 'namespace' | 'compareAndSet'>) {
  const space = store.namespace<FollowRecord>(SPACE);
  return {
    get: (id: string): Promise<FollowRecord | undefined> => space.get(id),
    add: (following: FollowRecord) =>
      store.compareAndSet<FollowRecord>(SPACE, following.id, { now: undefined, next: following }),
    /** What it is now; null when it is gone. Throws `WriteConflict` when nothing could be changed. */
    change: (id: string, changed: () => Partial<FollowRecord>): Promise<FollowRecord | null> =>
      updateEntry(store, { space: SPACE, key: id }, (now: FollowRecord | undefined) =>
        now === undefined ? null : { ...now, ...changed() },
      ),
    /** False when it has changed since `now` was read, or is gone. */
    swap: (now: FollowRecord, next: FollowRecord) =>
      store.compareAndSet<FollowRecord>(SPACE, now.id, { now, next }),
    async remove(id: string): Promise<void> {
      await space.delete(id);
    },
    async all(): Promise<FollowRecord[]> {
      const found: FollowRecord[] = [];
      for await (const [, following] of entriesOf(space)) found.push(following);
      return found;
    },
  };
}

export type FollowStore = ReturnType<typeof createFollowStore>;
