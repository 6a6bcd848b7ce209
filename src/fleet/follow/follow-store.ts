import { updateValue } from '../../store/update-value.js';
import { scanNamespace } from '../../store/scan-namespace.js';
import type { Store } from '../../store/store.js';
import type { FollowRecord } from './follow-record.js';

const SPACE = 'followings';

/** The follows of all guilds. */
export function createFollowStore(store: Pick<Store, 'namespace' | 'compareAndSet'>) {
  const space = store.namespace<FollowRecord | undefined>(SPACE);
  return {
    async get(id: string): Promise<FollowRecord | undefined> {
      const found = await space.get(id);
      return found !== undefined && isCurrent(found) ? found : undefined;
    },
    add: (record: FollowRecord) =>
      store.compareAndSet<FollowRecord>(SPACE, record.id, { now: undefined, next: record }),
    /** The new record; null if it is gone. Throws `WriteConflict` if nothing could be changed. */
    change: (id: string, changes: () => Partial<FollowRecord>): Promise<FollowRecord | null> =>
      updateValue(store, { space: SPACE, key: id }, (now: FollowRecord | undefined) =>
        now === undefined ? null : { ...now, ...changes() },
      ),
    /** False if it has changed since `now` was read, or is gone. */
    swap: (now: FollowRecord, next: FollowRecord) =>
      store.compareAndSet<FollowRecord>(SPACE, now.id, { now, next }),
    async remove(id: string): Promise<void> {
      await space.delete(id);
    },
    async all(): Promise<FollowRecord[]> {
      const found: FollowRecord[] = [];
      for await (const [id, record] of scanNamespace(space)) {
        if (record === undefined) continue;
        if (isCurrent(record)) found.push(record);
        else await space.delete(id);
      }
      return found;
    },
  };
}

export type FollowStore = ReturnType<typeof createFollowStore>;

/** False for the form used before 2026-11-22, which held a drawn card: such follows just end. */
function isCurrent(record: object): boolean {
  return 'figures' in record;
}
