import { setTimeout as pause } from 'node:timers/promises';
import { WriteConflict } from '../domain/errors/store-errors.js';
import type { Store } from './store.js';

const ATTEMPTS = 100;
const MAX_WAIT_MS = 20;

/**
 * Applies `change` to the entry (`undefined` = nothing there), atomically across all processes.
 * Null, and nothing written, if `change` returns null. It may be called several times, so it must
 * be pure. Throws `WriteConflict`, with nothing written, if others always came first.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the owner of a namespace says what it holds, as in `store.namespace<Value>`
export async function updateValue<Kept, Next>(
  store: Pick<Store, 'namespace' | 'compareAndSet'>,
  { space, key }: { readonly space: string; readonly key: string },
  change: (now: Kept | undefined) => Next,
): Promise<Next> {
  const entries = store.namespace<Kept>(space);
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    // Usually two compete, and the second wins at once. With more, wait a random time.
    if (tries > 1) await pause(Math.random() * MAX_WAIT_MS);
    const now = await entries.get(key);
    const next = change(now);
    if (next === null || (await store.compareAndSet<unknown>(space, key, { now, next })))
      return next;
  }
  throw new WriteConflict(space);
}
