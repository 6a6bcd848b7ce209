import { openSharedRows } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { NO_POSTS, postState, type PostState } from '../../domain/daily/post-state.js';

const SPACE = 'daily-ledgers';

/**
 * The state of each schedule's posts, by `scheduleKey`. Throws `DamagedEntry`: without it nobody
 * knows which posts are out.
 */
export function createPostStates(store: Store) {
  const rows = openSharedRows(store, { space: SPACE, schema: postState });
  return {
    read: async (key: string) => (await rows.get(key)) ?? NO_POSTS,
    /** Atomic across all processes. Null, and nothing written, if `step` returns null. */
    change: (key: string, step: (now: PostState) => PostState | null) =>
      rows.change(key, (now = NO_POSTS) => step(now)),
    forget: (key: string) => rows.delete(key),
  };
}

export type PostStates = ReturnType<typeof createPostStates>;
