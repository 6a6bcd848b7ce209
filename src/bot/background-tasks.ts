import type { Changes } from '../changes/changes.js';
import { toResult } from '../domain/errors/result.js';
import type { Store } from '../store/store.js';
import { HOUR_MS } from '../domain/time/units.js';

type Work = () => Promise<void>;

/** Work that is repeated until the bot ends. */
export function createBackgroundTasks(onError: (what: string, error: unknown) => void) {
  const timers: NodeJS.Timeout[] = [];
  async function once(failure: string, work: Work): Promise<void> {
    const done = await toResult(work());
    if (!done.ok) onError(failure, done.error);
  }
  return {
    /** `failure` is logged if it rejects; the next run comes all the same. */
    every: (ms: number, failure: string, work: Work): void =>
      void timers.push(setInterval(() => void once(failure, work), ms)),
    /** Once, now. */
    once,
    stop(): void {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** How late a change may be closed as expired, or checked for its effect. */
const WATCH_MS = 2_000;

interface UpkeepParts {
  readonly changes: Pick<Changes, 'reconcile' | 'recover'>;
  readonly store: Pick<Store, 'deleteExpired'>;
  /** For servers that the bot is no longer in. */
  readonly look: Work;
}

export async function startUpkeep(
  tasks: BackgroundTasks,
  { changes, store, look }: UpkeepParts,
): Promise<void> {
  const looking = ['missing servers could not be looked for', look] as const;
  tasks.every(WATCH_MS, 'changes could not be reconciled', () => changes.reconcile());
  tasks.every(HOUR_MS, 'expired entries of the store could not be deleted', () =>
    store.deleteExpired(),
  );
  // Processes that began together draw apart.
  tasks.every(HOUR_MS * (0.95 + Math.random() / 10), ...looking);
  await changes.recover();
  await tasks.once(...looking);
}
