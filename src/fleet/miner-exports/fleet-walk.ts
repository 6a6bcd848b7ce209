import { hash } from 'node:crypto';
import type { MinerFilter, PoolClient } from '../../pool-api/client.js';
import { uncutList } from '../../pool-api/lists/require-list.js';
import { takeNotes } from '../../pool-api/lists/walk-pages.js';
import { allPages, MINER_PAGE_SIZES, type ListedPage } from '../../pool-api/lists/all-pages.js';
import type { Miner } from '../../pool-api/resources.js';
import { FLEET_EXPORT_BOUND } from '../../pool-api/lists/walk-bounds.js';
import type { ExportProgress } from '../../views/fleet/miner-export.js';

export interface FleetWalk {
  readonly progress: ExportProgress;
  /** Page by page, few held at once. Throws the signal's reason, or that the list is too long. */
  readonly batches: AsyncIterable<readonly Miner[]>;
}

/** One less than a key may have in flight, to leave room for commands. */
const IN_FLIGHT = 3;
/**
 * Half the usual size: larger pages outlive V8's young generation and pile up until a full
 * collection. Measured by `bench/rows/export.ts`.
 */
const SIZES = [500, ...MINER_PAGE_SIZES.filter((size) => size < 500)];

export function walkFleet(
  pool: Pick<PoolClient, 'listMiners'>,
  filter: MinerFilter,
  signal: AbortSignal,
): FleetWalk {
  const notes = takeNotes();
  const progress: { -readonly [Name in keyof ExportProgress]: ExportProgress[Name] } = {
    pages: 0,
    rows: 0,
    twice: 0,
    notes: notes.whole(),
    readAt: null,
  };
  const seen = new Set<string>();
  const pages = allPages((page) => pool.listMiners(filter, page), {
    sizes: SIZES,
    inFlight: IN_FLIGHT,
    bound: FLEET_EXPORT_BOUND,
  });

  function count(page: ListedPage<Miner>): void {
    const { items, number, readAt } = page;
    notes.add(page);
    progress.notes = notes.whole();
    progress.readAt = readAt;
    // An empty list has a first page too, and the last may be an empty one that says why.
    if (items.length > 0) progress.pages = number;
    progress.rows += items.length;
    for (const { id } of items) {
      if (!id) continue;
      const key = keyOf(id);
      if (seen.has(key)) progress.twice++;
      else seen.add(key);
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

/** Longer than any id a pool has reason to use; at this length, no id equals a digest. */
const MAX_ID_LENGTH = 64;

/** The id itself, or its digest if it is so long that a fleet of them would not fit in memory. */
function keyOf(id: string): string {
  return id.length < MAX_ID_LENGTH ? id : hash('sha256', id);
}

/** Ends at once on the signal, even while a page is awaited. */
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
    pages.return().catch(() => undefined);
  }
}

/**
 * One listener per wait, removed afterwards: raced against one promise for the whole walk, every
 * page would be held by that promise until the end.
 */
function orAborted<Value>(signal: AbortSignal, coming: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
