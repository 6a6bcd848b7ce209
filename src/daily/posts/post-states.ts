import { updateValue } from '../../store/update-value.js';
import type { Store } from '../../store/store.js';
import { NO_POSTS, postState, type PostState } from '../../domain/daily/post-state.js';

const SPACE = 'daily-ledgers';

/** The state of each schedule's posts, by `scheduleKey`. */
export function createPostStates(store: Store) {
  const space = store.namespace<unknown>(SPACE);
  const parse = (stored: unknown) => (stored === undefined ? NO_POSTS : postState.parse(stored));
  return {
    read: async (key: string) => parse(await space.get(key)),
    /** Atomic across all processes. Null, and nothing written, if `step` returns null. */
    change: (key: string, step: (now: PostState) => PostState | null) =>
      updateValue(store, { space: SPACE, key }, (now) => step(parse(now))),
    forget: async (key: string) => void (await space.delete(key)),
  };
}

export type PostStates = ReturnType<typeof createPostStates>;
