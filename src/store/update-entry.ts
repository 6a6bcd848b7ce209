import { setTimeout as pause } from 'node:timers/promises';
import { WriteConflict } from '../domain/errors/errors.js';
import type { Store } from './store.js';

const ATTEMPTS = 100;
const LONGEST_WAIT_MS = 20;

/**
 * Applies `change` to what lies there now (`undefined` = nothing), as one step over all
 * processes: changes at the same moment do not undo each other. Null, and nothing written, when
 * `change` gives null. It may be called several times, so it must do nothing else. Throws
 * `WriteConflict`, and nothing is written, when others were first again and again.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what lies in a space its owner says, as in `store.space<Value>`
export async function updateEntry<Kept, Next>(
  store: Pick<Store, 'namespace' | 'compareAndSet'>,
  { space, key }: { readonly space: string; readonly key: string },
  change: (now: Kept | undefined) => Next,
): Promise<Next> {
  const entries = store.namespace<Kept>(space);
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    // Mostly there are two at it, and the second wins at once. Of more each waits for itself.
    if (tries > 1) await pause(Math.random() * LONGEST_WAIT_MS);
    const now = await entries.get(key);
    const next = change(now);
    if (next === null || (await store.compareAndSet<unknown>(space, key, { now, next })))
      return next;
  }
  throw new WriteConflict(space);
}
