import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../domain/errors/store-errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Store } from '../../store/store.js';

/** Between two tries, in ms: as long as a person may wait for an answer. */
const GAPS_MS = [50, 200, 600, 1_150];
export const TRIES = 1 + GAPS_MS.length;

interface Place {
  readonly stream: string;
  readonly seq: number;
  readonly text: string;
}

/**
 * True when the entry stands in the store as that number; false when another does. The store's
 * answer may be lost on its way though the entry was taken: the same entry is tried again, which
 * can't make two of it, and what stands there tells. Throws where that can't be told.
 */
export async function appendEntry(
  store: Pick<Store, 'append' | 'entryAt'>,
  { stream, seq, text }: Place,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<boolean> {
  let failure: unknown;
  for (const gap of [0, ...GAPS_MS]) {
    if (gap > 0) await pause(gap);
    const appended = await toResult(store.append(stream, seq, text));
    if (appended.ok && (appended.value || failure === undefined)) return appended.value;
    const there = appended.ok ? await toResult(store.entryAt(stream, seq)) : appended;
    if (there.ok) return there.value === text;
    failure = there.error;
    if (failure instanceof StoreError && failure.fault !== 'away') break;
  }
  throw failure;
}

/** It waited for a lock long enough already, and nothing was written. */
export function isNotWritten(error: unknown): boolean {
  return error instanceof StoreError && error.fault === 'locked';
}
