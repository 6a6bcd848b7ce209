import { randomUUID } from 'node:crypto';
import { StoreUnusable } from '../unusable.js';
import type { Digest } from './digest.js';
import { beginFilling, closedMark, fill, setMark, type Source } from './fill.js';
import { stillUsed, type WholeStore } from '../adapter/whole-store.js';

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
  if (before?.state === 'filling')
    throw new StoreUnusable(
      `${from.name} isn’t complete itself: it is being filled from ${before.from}.`,
    );
  const found = await closedMark(to);
  if (before?.state === 'moved' && found?.id !== before.id)
    throw new StoreUnusable(
      `${from.name} was moved to ${before.to} already. Nothing has been changed.`,
    );

  const id = before?.id ?? randomUUID();
  const source: Source = { name: from.name, id, records: (after) => from.records(after) };
  const mark = await beginFilling(to, source);
  const closing = { id, at: Date.now(), to: to.name };
  if (before === undefined) await setMark(from, { state: 'moving', ...closing });
  try {
    // One may have started after the first look, and before it could see the mark.
    await refuseUsed([from, to]);
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

/** Throws `StoreUnusable` unless the store was moved, or is being moved. */
export async function reopenStore(store: WholeStore): Promise<void> {
  const found = await closedMark(store);
  if (found === undefined) throw new StoreUnusable(`${store.name} is open already.`);
  if (found.state === 'filling')
    throw new StoreUnusable(`${store.name} isn’t complete: it is being filled from ${found.from}.`);
  await setMark(store, null);
}

export async function refuseUsed(
  stores: readonly WholeStore[],
  warn: (sentence: string) => void = () => undefined,
): Promise<void> {
  for (const store of stores) {
    const others = await store.others();
    if (others === null)
      warn(
        `${store.name} doesn't say who is connected. Make sure that every Pitboss process is stopped.`,
      );
    if (others === null || others === 0) continue;
    throw stillUsed(store.name);
  }
}
