import { randomUUID } from 'node:crypto';
import { closedError, type ClosedMark } from '../closed-store.js';
import { StoreUnusable } from '../unusable.js';
import type { Digest } from './digest.js';
import { closeUnused, refuseUsed } from './close-unused.js';
import { beginFilling, fill, type StoreFilling, type RecordSource } from './fill-store.js';
import { findMark, takeExclusiveAccess } from './exclusive-access.js';
import type { BulkStore } from '../adapter/bulk-store.js';

/**
 * Moves everything from one store to an empty one. No bot may use either meanwhile: both say that
 * they are closed before anything is copied, and the old one says so from then on. Run again after
 * an interruption, it goes on. Throws `StoreUnusable`, in words.
 */
export async function moveStore(
  from: BulkStore,
  to: BulkStore,
  warn: (sentence: string) => void,
): Promise<Digest> {
  if (from.name === to.name)
    throw new StoreUnusable(`${from.name} can’t be moved to itself. Nothing has been changed.`);
  await refuseUsed([from, to], warn);
  const found = await findMark(from);
  const before = found.mark;
  const there = (await findMark(to)).mark;
  if (before?.state === 'deleting') throw closedError(before);
  if (there?.state === 'deleting') throw closedError(there);
  if (before?.state === 'filling')
    throw new StoreUnusable(
      `${from.name} isn’t complete itself: it is being filled from ${before.from}.`,
    );
  const isEnded = before?.state === 'moved' && there?.id !== before.id;
  // A second target, filled from the same store, would be a second truth.
  if (before !== undefined && (isEnded || before.to !== to.name))
    throw new StoreUnusable(alreadySentence(from.name, before));

  const id = before?.id ?? randomUUID();
  const closing = { id, at: Date.now(), to: to.name };
  const closed = await closeUnused(from, {
    found,
    mark: before ?? { state: 'moving', ...closing },
  });
  const source: RecordSource = { name: from.name, id, records: (after) => from.records(after) };
  let begun: StoreFilling;
  try {
    begun = await beginFilling(to, source);
  } catch (error) {
    await closed.giveBack();
    throw error;
  }
  const digest = await fill(begun, source);
  // In this order: at no moment are both open.
  await closed.write({ state: 'moved', ...closing });
  await begun.access.open();
  return digest;
}

function alreadySentence(
  name: string,
  { state, to }: Extract<ClosedMark, { state: 'moving' | 'moved' }>,
): string {
  return state === 'moved'
    ? `${name} was moved to ${to} already. Nothing has been changed.`
    : `${name} is being moved to ${to}. Nothing has been changed. Run this again with that target, or open the store again first (\`--reopen\`).`;
}

/** Throws `StoreUnusable` unless the store was moved, or is being moved. */
export async function reopenStore(store: BulkStore): Promise<void> {
  const found = await findMark(store);
  const { mark } = found;
  if (mark === undefined) throw new StoreUnusable(`${store.name} is open already.`);
  if (mark.state === 'deleting') throw closedError(mark);
  if (mark.state === 'filling')
    throw new StoreUnusable(`${store.name} isn’t complete: it is being filled from ${mark.from}.`);
  const access = await takeExclusiveAccess(store, found, mark);
  await access.open();
}
