import { randomUUID } from 'node:crypto';
import { closedError, type ClosedMark } from '../closed.js';
import { StoreUnusable } from '../unusable.js';
import type { Digest } from './digest.js';
import {
  beginFilling,
  closedMark,
  closeUnused,
  fill,
  refuseUsed,
  setMark,
  type Filling,
  type Source,
} from './fill.js';
import type { WholeStore } from '../adapter/whole-store.js';

/**
 * Moves everything from one store to an empty one. No bot may use either meanwhile: both say that
 * they are closed before anything is copied, and the old one says so from then on. Run again after
 * an interruption, it goes on. Throws `StoreUnusable`, in words.
 */
export async function moveStore(
  from: WholeStore,
  to: WholeStore,
  warn: (sentence: string) => void,
): Promise<Digest> {
  if (from.name === to.name)
    throw new StoreUnusable(`${from.name} can’t be moved to itself. Nothing has been changed.`);
  await refuseUsed([from, to], warn);
  const before = await closedMark(from);
  const there = await closedMark(to);
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
  if (before === undefined) await closeUnused(from, { state: 'moving', ...closing });
  const source: Source = { name: from.name, id, records: (after) => from.records(after) };
  let mark: Filling;
  try {
    mark = await beginFilling(to, source);
  } catch (error) {
    if (before === undefined) await setMark(from, null);
    throw error;
  }
  const digest = await fill(to, source, mark);
  // In this order: at no moment are both open.
  await setMark(from, { state: 'moved', ...closing });
  await setMark(to, null);
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
export async function reopenStore(store: WholeStore): Promise<void> {
  const found = await closedMark(store);
  if (found === undefined) throw new StoreUnusable(`${store.name} is open already.`);
  if (found.state === 'deleting') throw closedError(found);
  if (found.state === 'filling')
    throw new StoreUnusable(`${store.name} isn’t complete: it is being filled from ${found.from}.`);
  await setMark(store, null);
}
