import { StoreUnavailable } from '../../domain/errors/store-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { StoreUnusable } from '../unusable.js';
import { reasonOf } from './redis-faults.js';

const AGAIN_MS = 500;

/**
 * Keeps everything from a connection until it was checked. A check that fails is repeated, unless it
 * found the store unusable: then all is refused for good, and `onUnusable` called once. `check` asks
 * the server past the guard; `isFirst` while nobody uses the store yet.
 */
export function createConnectionGuard(
  check: (isFirst: boolean) => Promise<void>,
  onUnusable: (error: StoreUnusable) => void,
) {
  let connections = 0;
  let isOpen = false;
  let isEnded = false;
  let refusal: StoreUnavailable | null = unchecked();
  let again: NodeJS.Timeout | undefined;

  async function checkPresent(): Promise<void> {
    const connection = connections;
    const checked = await toResult(check(false));
    // What an earlier connection led to says nothing about this one, whose own check has begun.
    if (isEnded || connection !== connections) return;
    refusal = checked.ok ? null : toRefusal(checked.error);
    if (checked.ok) return;
    if (checked.error instanceof StoreUnusable) {
      isEnded = true;
      onUnusable(checked.error);
    } else again = setTimeout(() => void checkPresent(), AGAIN_MS).unref();
  }

  return {
    /** Checks the first connection. Rejects with whatever the check found. */
    async open(): Promise<void> {
      let checked: number;
      do {
        checked = connections;
        await check(true);
      } while (checked !== connections);
      isOpen = true;
      refusal = null;
    },
    /** To be called at once when there is a new connection. */
    connected(): void {
      if (isEnded) return;
      connections++;
      refusal = unchecked();
      clearTimeout(again);
      if (isOpen) void checkPresent();
    },
    /** Throws `StoreUnavailable` unless the present connection's check has succeeded. */
    refuseUnchecked: (): void => {
      if (refusal !== null) throw refusal;
    },
    end(): void {
      isEnded = true;
      clearTimeout(again);
    },
  };
}

const unchecked = () => new StoreUnavailable('away', 'its connection isn’t checked yet');

function toRefusal(error: unknown): StoreUnavailable {
  return error instanceof StoreUnavailable ? error : new StoreUnavailable('away', reasonOf(error));
}
