import { updateEntry } from '../../store/update-entry.js';
import type { Store } from '../../store/store.js';
import { NO_POSTS, postState, type PostState } from '../../domain/daily/post-state.js';

/** The ledgers in the store, one for each schedule. */
export interface PostStates {
  read(key: string): Promise<PostState>;
  /**
   * Applies `change` to what is there now, as one step over all processes. Null, and nothing
   * written, when `change` gives null. `change` may be called several times.
   */
  change(key: string, change: (now: PostState) => PostState | null): Promise<PostState | null>;
  forget(key: string): Promise<void>;
}

const SPACE = 'daily-ledgers';

export function createPostStates(store: Store): PostStates {
  const space = store.namespace<unknown>(SPACE);
  const parse = (stored: unknown) => (stored === undefined ? NO_POSTS : postState.parse(stored));
  return {
    read: async (key) => parse(await space.get(key)),
    change: (key, change) => updateEntry(store, { space: SPACE, key }, (now) => change(parse(now))),
    forget: async (key) => void (await space.delete(key)),
  };
}
