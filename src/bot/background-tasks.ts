import type { Changes } from '../changes/changes.js';
import type { Store } from '../store/store.js';
import { HOUR_MS, SECOND_MS } from '../domain/time/units.js';
import { reportFailure } from '../domain/async/report-failure.js';

type Work = () => Promise<void>;

/** Work that is repeated until the bot ends. */
export function createBackgroundTasks(onError: (what: string, error: unknown) => void) {
  const timers: NodeJS.Timeout[] = [];
  const once = (failure: string, work: Work): Promise<void> =>
    reportFailure(work(), failure, onError);
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

/** How often to look for changes that expired, or whose effect has to be checked. */
const RECONCILE_MS = 2 * SECOND_MS;

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
  tasks.every(RECONCILE_MS, 'changes could not be reconciled', () => changes.reconcile());
  tasks.every(HOUR_MS, 'expired entries of the store could not be deleted', () =>
    store.deleteExpired(),
  );
  const failure = 'missing servers could not be looked for';
  // Not exactly an hour, so that processes that started together don't look together for ever.
  tasks.every(HOUR_MS * (0.95 + Math.random() / 10), failure, look);
  await changes.recover();
  await tasks.once(failure, look);
}
