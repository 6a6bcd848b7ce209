import { randomUUID } from 'node:crypto';
import { fromText, toText } from '../adapter/namespace.js';
import type { RecordChange, BulkStore } from '../adapter/bulk-store.js';
import { CLOSED, readClosed, type ClosedMark } from '../closed-store.js';
import { StoreUnusable } from '../unusable.js';

/** The mark that closes a store, and how it is stored; undefined = the store is open. */
export interface FoundMark {
  readonly mark: ClosedMark | undefined;
  readonly text: string | undefined;
}

/**
 * A store that this run of a tool keeps closed. A process may stand still for hours (a laptop that
 * sleeps) while the same tool is run again, ends, and a bot uses the store. So each run has a token
 * of its own in the mark, and each write goes with it: once it is gone, nothing more is written, and
 * `StoreUnusable` is thrown.
 */
export type ExclusiveAccess = Awaited<ReturnType<typeof takeExclusiveAccess>>;

export async function findMark(store: BulkStore): Promise<FoundMark> {
  const text = await store.entry(CLOSED);
  return { mark: readClosed(fromText(text)), text };
}

/** Takes over from whichever run left `found`. Throws `StoreUnusable` if another one was faster. */
export async function takeExclusiveAccess(store: BulkStore, found: FoundMark, mark: ClosedMark) {
  const run = randomUUID();
  const textOf = (next: ClosedMark) => toText({ ...next, run });
  let held = textOf(mark);
  refuseLost(await store.write({ now: found.text, next: held }), store);
  return {
    store,
    /** `next`: the mark that stands from then on. */
    async write(next: ClosedMark, change?: RecordChange): Promise<void> {
      const text = textOf(next);
      refuseLost(await store.write({ now: held, next: text }, change), store);
      held = text;
    },
    /** Opens the store. */
    async open(change?: RecordChange): Promise<void> {
      refuseLost(await store.write({ now: held, next: undefined }, change), store);
    },
    /** Leaves the mark as this run found it. */
    async giveBack(): Promise<void> {
      const { text } = found;
      const swap = text === undefined ? { now: held, next: text } : { now: held, next: text };
      refuseLost(await store.write(swap), store);
    },
  };
}

function refuseLost(isHeld: boolean, { name }: BulkStore): void {
  if (isHeld) return;
  throw new StoreUnusable(
    `Another run of these tools has taken over ${name} meanwhile. This one has stopped, and writes nothing more. Let the other one end.`,
  );
}
