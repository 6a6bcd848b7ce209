import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../domain/errors/store-errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Store } from '../../store/store.js';

/** Gaps between attempts, in ms; in total as long as a person may wait for an answer. */
const GAPS_MS = [50, 200, 600, 1_150];
export const TRIES = 1 + GAPS_MS.length;

interface StreamEntry {
  readonly stream: string;
  readonly seq: number;
  readonly text: string;
}

/**
 * True if the entry is in the store under that number; false if another one is. The store may
 * accept an entry and its answer be lost: the same entry is then tried again, which can't duplicate
 * it, and what is stored there decides. Throws if that can't be told.
 */
export async function appendWithRetry(
  store: Pick<Store, 'append' | 'entryAt'>,
  { stream, seq, text }: StreamEntry,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<boolean> {
  let failure: unknown;
  for (const gap of [0, ...GAPS_MS]) {
    if (gap > 0) await pause(gap);
    const appended = await toResult(store.append(stream, seq, text));
    if (appended.ok && (appended.value || failure === undefined)) return appended.value;
    const there = appended.ok ? await toResult(store.entryAt(stream, seq)) : appended;
    if (there.ok) return there.value === text;
    // A lock says nothing of an earlier try whose answer was lost.
    if (failure === undefined || !isNotWritten(there.error)) failure = there.error;
    if (there.error instanceof StoreError && there.error.fault !== 'away') break;
  }
  throw failure;
}

/** It has waited long enough for a lock, and nothing was written. */
export function isNotWritten(error: unknown): boolean {
  return error instanceof StoreError && error.fault === 'locked';
}
