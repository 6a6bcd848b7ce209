import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnavailable } from '../../domain/errors/store-errors.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** Another bot process holds the lock for milliseconds, a backup or a shell for seconds. */
const MAX_WAIT_MS = 5 * SECOND_MS;
const MAX_PAUSE_MS = 50;

/**
 * Runs a statement, retrying after a pause while another program has the file locked: SQLite's own
 * wait would block this thread. Throws `StoreUnavailable` after `MAX_WAIT_MS`, and for any other
 * failure of SQLite.
 */
export async function retryWhileLocked<Result>(
  run: () => Result,
  giveUpAt = performance.now() + MAX_WAIT_MS,
): Promise<Result> {
  for (let longest = 2; ; longest = Math.min(longest * 2, MAX_PAUSE_MS)) {
    const done = tryRun(run);
    if (done !== null) return done.result;
    if (performance.now() >= giveUpAt) throw new StoreUnavailable('locked', 'SQLITE_BUSY');
    // Random, so that several processes don't keep colliding.
    await pause(Math.random() * longest);
  }
}

/** The same, for statements whose order matters: while one waits, so do the next ones. */
export function createRetryQueue(): <Result>(run: () => Result) => Promise<Result> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  return async (run) => {
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    const done = waiting === 0 ? tryRun(run) : null;
    if (done !== null) return done.result;
    waiting++;
    const mine = last.then(() => retryWhileLocked(run, giveUpAt));
    last = mine.catch(() => undefined);
    return mine.finally(() => waiting--);
  };
}

/** Whether another connection has the file locked. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? '');
}

/** Null if the file is locked. */
function tryRun<Result>(run: () => Result): { readonly result: Result } | null {
  try {
    return { result: run() };
  } catch (error) {
    const code = codeOf(error);
    if (code?.startsWith('SQLITE_') !== true) throw error;
    if (isLocked(error)) return null;
    throw new StoreUnavailable('away', code);
  }
}
