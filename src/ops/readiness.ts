import { StoreUnavailable } from '../domain/errors/store-errors.js';
import { withFallback, settlesWithin } from '../domain/async/timeout.js';
import { toResult } from '../domain/errors/result.js';
import { SECOND_MS } from '../domain/time/units.js';

const KEPT_MS = 1_500;
const WITHIN_MS = SECOND_MS;

/** Whether the store answers within 1 s, asked at most every 1.5 s. */
export function createReadiness(
  ask: () => Promise<void>,
  onFault: (error: unknown) => void,
): () => Promise<boolean> {
  let last: { readonly at: number; readonly isReady: Promise<boolean> } | null = null;

  async function look(): Promise<boolean> {
    const late = { ok: false, error: new StoreUnavailable('away', 'no answer in time') } as const;
    const answer = await withFallback(WITHIN_MS, toResult(ask()), late);
    if (!answer.ok) onFault(answer.error);
    return answer.ok;
  }

  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= KEPT_MS) last = { at: now, isReady: look() };
    return last.isReady;
  };
}

/**
 * Whether the store accepts writes, tried at most every 1.5 s. A waiting write, such as during a
 * backup's lock, is no fault until it fails: other writes wait then too, and succeed.
 */
export function createWriteProbe(
  write: () => Promise<void>,
  onFault: (error: unknown) => void,
): () => Promise<boolean> {
  let verdict = true;
  let last: { readonly at: number; readonly looked: Promise<boolean> } | null = null;
  let isTrying = false;

  async function attempt(): Promise<void> {
    isTrying = true;
    const done = await toResult(write());
    isTrying = false;
    verdict = done.ok;
    if (!done.ok) onFault(done.error);
  }

  return async () => {
    const now = performance.now();
    if (!isTrying && (last === null || now - last.at >= KEPT_MS)) {
      last = { at: now, looked: settlesWithin(WITHIN_MS, attempt()) };
    }
    await last?.looked;
    return verdict;
  };
}
