import { POOL_CURRENCIES, type PoolCurrency } from '../../domain/pool/currencies.js';
import { dateAfter } from '../../domain/time/local-time.js';
import type { Read, Scope } from '../../pool-api/client.js';
import type { Summary } from '../../pool-api/resources.js';
import { createRevisionCache } from '../../store/revision-cache.js';
import type { Store } from '../../store/store.js';
import { snapshot, type Snapshot } from '../../domain/daily/snapshot.js';
import { DAY_MS } from '../../domain/time/units.js';

export interface SnapshotQuery {
  readonly currency: PoolCurrency;
  readonly date: string;
  readonly scope: string;
  /** When the present key was connected. */
  readonly connectedAt: number;
}

export const KEPT_DAYS = 400;
const KEPT_MS = KEPT_DAYS * DAY_MS;
const DAYS_BACK = 30;
const BATCH = 100;
const SPACE = 'daily-snapshots';
/** In total, at some hundred bytes each; a list counts as one more. */
const MAX_IN_MEMORY = 8_000;

export function createSnapshots(store: Store) {
  const space = store.namespace<unknown>(SPACE);
  const recent = createRevisionCache<readonly Snapshot[]>(store, {
    space: SPACE,
    most: MAX_IN_MEMORY,
    weightOf: ({ length }) => length + 1,
  });
  const keyOf = (guildId: string, currency: string, date: string) =>
    `${guildId}:${currency}:${date}`;

  async function read(keys: readonly string[]): Promise<Snapshot[]> {
    const found: Snapshot[] = [];
    for (let start = 0; start < keys.length; start += BATCH) {
      for (const value of await space.getMany(keys.slice(start, start + BATCH))) {
        // Skips what another version wrote in another form.
        const parsed = snapshot.safeParse(value);
        if (parsed.success) found.push(parsed.data);
      }
    }
    return found;
  }

  /** Oldest first. `today` is the newest date there can be. */
  async function all(guildId: string, today: string): Promise<Snapshot[]> {
    const found = await read(keysOf(guildId, today));
    return found.toSorted((a, b) => a.date.localeCompare(b.date));
  }

  /** Wherever something may be kept. */
  function keysOf(guildId: string, today: string): readonly string[] {
    // One more day on each side, because dates differ between time zones.
    const dates = datesBefore(dateAfter(today, 2), KEPT_DAYS + 3);
    return POOL_CURRENCIES.flatMap((currency) =>
      dates.map((date) => keyOf(guildId, currency, date)),
    );
  }

  /** Those before `date`, at most `DAYS_BACK` days older; newest first. */
  async function recentDays(
    guildId: string,
    { currency, date, scope, connectedAt }: SnapshotQuery,
  ): Promise<readonly Snapshot[]> {
    const found = await recent.of(keyOf(guildId, currency, date), () => {
      const dates = datesBefore(date, DAYS_BACK).toReversed();
      return read(dates.map((each) => keyOf(guildId, currency, each)));
    });
    return found.filter((each) => each.scope === scope && isOfKey(each, connectedAt));
  }

  return {
    keep: async (guildId: string, taken: Snapshot) =>
      void (await space.set(keyOf(guildId, taken.currency, taken.date), taken, KEPT_MS)),
    recentDays,
    all,
    async forget(guildId: string, today: string): Promise<void> {
      // Also what can't be read, which isn't told from nothing.
      const keys = keysOf(guildId, today);
      for (let start = 0; start < keys.length; start += BATCH)
        await space.deleteMany(keys.slice(start, start + BATCH));
    },
  };
}

export type Snapshots = ReturnType<typeof createSnapshots>;

/** `count` dates before `date`, oldest first. */
function datesBefore(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dateAfter(date, index - count));
}

/** Identifies what figures cover: the filter, and what the pool left out. Only for comparing. */
export function scopeKey(scope: Scope, refused: readonly string[]): string {
  return JSON.stringify([
    scope.siteId ?? null,
    scope.siteId === undefined ? [...(scope.subaccountNames ?? [])].toSorted() : [],
    [...refused].toSorted(),
  ]);
}

/** Another key may be another workspace's, whose figures are compared with nothing here. */
function isOfKey({ connectedAt, readAt }: Snapshot, present: number): boolean {
  return connectedAt === undefined ? readAt >= present : connectedAt === present;
}

interface SnapshotSource extends Omit<Snapshot, 'readAt' | 'scope' | 'figures'> {
  readonly connectedAt: number;
  readonly scope: Scope;
}

export function snapshotOf(read: Read<Summary>, { scope, ...source }: SnapshotSource): Snapshot {
  // The schema drops whatever is unknown or large, such as the subaccounts.
  return snapshot.parse({
    ...source,
    readAt: read.readAt,
    scope: scopeKey(scope, read.refusedSubaccounts),
    figures: read.value,
  });
}
