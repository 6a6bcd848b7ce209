import type { Store } from '../store/store.js';
import type { Following } from './following.js';

const SPACE = 'followings';

/** The followings of all guilds in the store. */
export function createFollowings(store: Pick<Store, 'space' | 'replace'>) {
  const space = store.space<Following>(SPACE);
  return {
    get: (id: string): Promise<Following | undefined> => space.get(id),
    add: (following: Following) =>
      store.replace<Following>(SPACE, following.id, { now: undefined, next: following }),
    /** False when it has changed since `now` was read, or is gone. */
    swap: (now: Following, next: Following) =>
      store.replace<Following>(SPACE, now.id, { now, next }),
    async remove(id: string): Promise<void> {
      await space.delete(id);
    },
    async all(): Promise<Following[]> {
      const found: Following[] = [];
      if (space.iterator === undefined) throw new Error('this store cannot list its keys');
      for await (const [, following] of space.iterator(undefined)) found.push(following);
      return found;
    },
  };
}

export type Followings = ReturnType<typeof createFollowings>;
