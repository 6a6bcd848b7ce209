import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnavailable } from '../../domain/errors/errors.js';

/** Another process of ours is done within milliseconds; a backup or a shell may take seconds. */
const LONGEST_WAIT_MS = 5_000;
const LONGEST_PAUSE_MS = 50;

/**
 * Runs a statement, again after a pause for as long as another program has the file locked.
 * SQLite itself would wait on this thread, and nobody would be answered meanwhile. Throws
 * `StoreUnavailable` after `LONGEST_WAIT_MS`, and for whatever else SQLite fails with.
 */
export async function retryWhileLocked<Result>(
  run: () => Result,
  giveUpAt = performance.now() + LONGEST_WAIT_MS,
): Promise<Result> {
  for (let longest = 2; ; longest = Math.min(longest * 2, LONGEST_PAUSE_MS)) {
    const done = tryRun(run);
    if (done !== null) return done.result;
    if (performance.now() >= giveUpAt) throw new StoreUnavailable('locked', 'SQLITE_BUSY');
    // At random, so that several processes do not meet again and again.
    await pause(Math.random() * longest);
  }
}

/** The same for statements whose order matters: behind one that waits, the next ones wait too. */
export function createLockQueue(): <Result>(run: () => Result) => Promise<Result> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  return async (run) => {
    const giveUpAt = performance.now() + LONGEST_WAIT_MS;
    const done = waiting === 0 ? tryRun(run) : null;
    if (done !== null) return done.result;
    waiting++;
    const mine = last.then(() => retryWhileLocked(run, giveUpAt));
    last = mine.catch(() => undefined);
    return mine.finally(() => waiting--);
  };
}

/** Null when the file is locked. */
function tryRun<Result>(run: () => Result): { readonly result: Result } | null {
  try {
    return { result: run() };
  } catch (error) {
    const code = codeOf(error);
    if (code?.startsWith('SQLITE_') !== true) throw error;
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return null;
    throw new StoreUnavailable('away', code);
  }
}
