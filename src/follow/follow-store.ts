import { changeEntry } from '../store/update-entry.js';
import { entriesOf } from '../store/entries.js';
import type { Store } from '../store/store.js';
import type { Following } from './follow-record.js';

const SPACE = 'followings';

/** The followings of all guilds in the store. */
export function createFollowings(store: Pick<Store, 'space' | 'replace'>) {
  const space = store.space<Following>(SPACE);
  return {
    get: (id: string): Promise<Following | undefined> => space.get(id),
    add: (following: Following) =>
      store.replace<Following>(SPACE, following.id, { now: undefined, next: following }),
    /** What it is now; null when it is gone. Throws `Contended` when nothing could be changed. */
    change: (id: string, changed: () => Partial<Following>): Promise<Following | null> =>
      changeEntry(store, { space: SPACE, key: id }, (now: Following | undefined) =>
        now === undefined ? null : { ...now, ...changed() },
      ),
    /** False when it has changed since `now` was read, or is gone. */
    swap: (now: Following, next: Following) =>
      store.replace<Following>(SPACE, now.id, { now, next }),
    async remove(id: string): Promise<void> {
      await space.delete(id);
    },
    async all(): Promise<Following[]> {
      const found: Following[] = [];
      for await (const [, following] of entriesOf(space)) found.push(following);
      return found;
    },
  };
}

export type Followings = ReturnType<typeof createFollowings>;
