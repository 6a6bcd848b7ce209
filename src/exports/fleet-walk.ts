import { hash } from 'node:crypto';
import type { MinerFilter, PoolClient } from '../pool-api/client.js';
import { uncutList } from '../pool-api/lists/require-list.js';
import { allPages, MINER_PAGE_SIZES, type ListedPage } from '../pool-api/lists/pages.js';
import type { Miner } from '../pool-api/resources.js';
import { EXPORTING } from '../pool-api/lists/walk-bounds.js';

/** How far the reading of a fleet has come. */
export interface WalkProgress {
  /** Those with something in them. */
  readonly pages: number;
  readonly rows: number;
  /** Rows whose id had come before: the fleet moved, so as many others may be missing. */
  readonly twice: number;
  /** A full page came again though the pool named a next one: the list may go on. */
  readonly repeated: boolean;
  /** False where the pool gave no list: not said, which is not none. */
  readonly given: boolean;
  /** When the last page was read, in ms; null before the first. */
  readonly readAt: number | null;
}

export interface Walk {
  readonly progress: WalkProgress;
  /** Page by page; no more than a few are held at once. Throws the signal's reason, or that it is too long. */
  readonly batches: AsyncIterable<readonly Miner[]>;
}

/**
 * Half of what a key may have under way, so that what people ask meanwhile finds room; and pages
 * of half the usual size, because larger ones outlive V8's young generation and pile up until a
 * full collection. Measured by `bench/export.ts`.
 */
const IN_FLIGHT = 2;
const SIZES = [500, ...MINER_PAGE_SIZES.filter((size) => size < 500)];

export function walkFleet(pool: PoolClient, filter: MinerFilter, signal: AbortSignal): Walk {
  const progress = {
    pages: 0,
    rows: 0,
    twice: 0,
    repeated: false,
    given: true,
    readAt: null as number | null,
  };
  const marks = new Set<number>();
  const pages = allPages((page) => pool.listMiners(filter, page), {
    sizes: SIZES,
    inFlight: IN_FLIGHT,
    bound: EXPORTING,
  });

  function count({
    items,
    number,
    readAt,
    repeated = false,
    given = true,
  }: ListedPage<Miner>): void {
    progress.repeated = repeated;
    progress.given = given;
    progress.readAt = readAt;
    // The first page comes even of an empty list, the last one as a mark that says why, and a
    // page of very many rows in parts.
    if (items.length > 0) progress.pages = number;
    progress.rows += items.length;
    for (const { id } of items) {
      if (!id) continue;
      const mark = markOf(id);
      if (marks.has(mark)) progress.twice++;
      else marks.add(mark);
    }
  }

  async function* batches(): AsyncGenerator<readonly Miner[]> {
    for await (const page of endedBy(signal, uncutList(pages))) {
      count(page);
      yield page.items;
    }
  }

  return { progress, batches: batches() };
}

/** 53 bits instead of the id itself, so that a large fleet's ids weigh little. */
function markOf(id: string): number {
  const digest = hash('sha1', id, 'buffer');
  return digest.readUIntBE(0, 6) * 32 + ((digest[6] ?? 0) & 31);
}

/** Ends at once on the signal, also in the middle of a page that does not come. */
async function* endedBy<Item>(
  signal: AbortSignal,
  pages: AsyncGenerator<Item, void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  try {
    for (;;) {
      const next = await orAborted(signal, pages.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // What is still under way is nobody's any more, and nobody waits for it.
    pages.return().catch(() => undefined);
  }
}

/**
 * A listener for each wait, taken off after it: raced against one promise for the whole walk,
 * every page would be held by that promise until the end.
 */
function orAborted<Value>(signal: AbortSignal, coming: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
