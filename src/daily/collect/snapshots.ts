import { POOL_CURRENCIES, type PoolCurrency } from '../../domain/currencies.js';
import { dateAfter } from '../../domain/time/local-time.js';
import type { Read, Scope } from '../../pool-api/client.js';
import type { Summary } from '../../pool-api/resources.js';
import type { Store } from '../../store/store.js';
import { snapshot, type Snapshot } from '../../domain/daily/snapshot.js';

export interface Snapshots {
  keep(guildId: string, taken: Snapshot): Promise<void>;
  /** The newest before `date`, not older than `DAYS_BACK` days, and that of a week before. */
  before(guildId: string, asked: SnapshotQuery): Promise<Earlier>;
  /** All that are kept, oldest first. `today` is the newest date there can be. */
  all(guildId: string, today: string): Promise<Snapshot[]>;
  forget(guildId: string, today: string): Promise<void>;
}

export interface SnapshotQuery {
  readonly currency: PoolCurrency;
  readonly date: string;
  readonly scope: string;
}

export interface Earlier {
  readonly last: Snapshot | null;
  readonly week: Snapshot | null;
}

export const KEPT_DAYS = 400;
const KEPT_MS = KEPT_DAYS * 86_400_000;
const DAYS_BACK = 30;
const AT_ONCE = 100;

export function createSnapshots(store: Store): Snapshots {
  const space = store.namespace<unknown>('daily-snapshots');
  const keyOf = (guildId: string, currency: string, date: string) =>
    `${guildId}:${currency}:${date}`;

  async function read(keys: readonly string[]): Promise<Snapshot[]> {
    const found: Snapshot[] = [];
    for (let start = 0; start < keys.length; start += AT_ONCE) {
      for (const value of await space.getMany(keys.slice(start, start + AT_ONCE))) {
        // What another version wrote differently is left out, never guessed at.
        const parsed = snapshot.safeParse(value);
        if (parsed.success) found.push(parsed.data);
      }
    }
    return found;
  }

  async function all(guildId: string, today: string): Promise<Snapshot[]> {
    // A day more on each side: dates differ between zones.
    const dates = datesBefore(dateAfter(today, 2), KEPT_DAYS + 3);
    const keys = POOL_CURRENCIES.flatMap((currency) =>
      dates.map((date) => keyOf(guildId, currency, date)),
    );
    return (await read(keys)).toSorted((a, b) => a.date.localeCompare(b.date));
  }

  return {
    keep: async (guildId, taken) =>
      void (await space.set(keyOf(guildId, taken.currency, taken.date), taken, KEPT_MS)),
    async before(guildId, { currency, date, scope }) {
      const dates = datesBefore(date, DAYS_BACK).toReversed();
      const found = await read(dates.map((each) => keyOf(guildId, currency, each)));
      const same = found.filter((each) => each.scope === scope);
      const weekAgo = dateAfter(date, -7);
      return {
        last: same[0] ?? null,
        week: same.find((each) => each.date === weekAgo) ?? null,
      };
    },
    all,
    async forget(guildId, today) {
      for (const { currency, date } of await all(guildId, today))
        await space.delete(keyOf(guildId, currency, date));
    },
  };
}

/** `count` dates before `date`, oldest first. */
function datesBefore(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dateAfter(date, index - count));
}

/** What figures are of, for comparing alone: the filter, and what the pool left out of it. */
export function scopeMark(scope: Scope, refused: readonly string[]): string {
  return JSON.stringify([
    scope.siteId ?? null,
    scope.siteId === undefined ? [...(scope.subaccountNames ?? [])].toSorted() : [],
    [...refused].toSorted(),
  ]);
}

export interface SnapshotSource {
  readonly date: string;
  readonly timeZone: string;
  readonly currency: PoolCurrency;
  readonly scope: Scope;
}

export function snapshotOf(read: Read<Summary>, taken: SnapshotSource): Snapshot {
  const { date, timeZone, currency, scope } = taken;
  // The schema keeps the figures and leaves what is unknown or large, such as the subaccounts.
  return snapshot.parse({
    date,
    timeZone,
    readAt: read.readAt,
    currency,
    scope: scopeMark(scope, read.refusedSubaccounts),
    figures: read.value,
  });
}
