import type { Kysely } from 'kysely';
import type { EarlierFigures } from '../cards/figure-changes.js';
import type { Read, Scope } from '../pool/pool.js';
import type { Summary } from '../pool/schemas.js';
import type { Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import { shift } from './due-times.js';

/** Figures of each day, which the pool itself forgets. */

const KEPT_DAYS = 400;
/** A month and the one before it. */
const COMPARED_DAYS = 62;

/** A day's summary, digit by digit as the pool gave it. */
export interface Snapshot extends EarlierFigures {
  readonly figures: Partial<Summary>;
}

/**
 * What figures are of: the currency and the scope. Without some subaccounts (403) they are of
 * something else, so that a lost access never reads as lost hashrate.
 */
export function seriesOf(
  currency: string,
  scope: Scope | undefined,
  refused: readonly string[],
): string {
  const without = refused.length === 0 ? [] : [{ without: refused.toSorted() }];
  const of = scope === undefined ? [] : [scope];
  return [currency, ...[...of, ...without].map((part) => JSON.stringify(part))].join(':');
}

/** The first figures of a date stay. */
export async function keepSnapshot(
  tx: Tx,
  guild: string,
  taken: { readonly series: string; readonly date: string; readonly read: Read<Summary> },
): Promise<void> {
  const { series, date, read } = taken;
  const { subaccounts: _, ...figures } = read.value;
  await tx
    .insertInto('snapshot')
    .values({ guild, series, date, at: read.readAt, data: JSON.stringify(figures) })
    .onConflict((on) => on.doNothing())
    .execute();
}

/**
 * Before `date`, newest first. Those from before the present key was connected (`since`, ms) may be
 * another workspace's.
 */
export async function snapshotsBefore(
  db: Kysely<Tables>,
  guild: string,
  wanted: { readonly series: string; readonly date: string; readonly since: number },
): Promise<Snapshot[]> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['date', 'data'])
    .where('guild', '=', guild)
    .where('series', '=', wanted.series)
    .where('date', '<', wanted.date)
    .where('date', '>=', shift(wanted.date, -COMPARED_DAYS))
    .where('at', '>=', wanted.since)
    .orderBy('date', 'desc')
    .execute();
  return rows.map(({ date, data }) => ({ date, figures: parse(data) }));
}

/** A row a snapshot, oldest first, for the file. */
export async function snapshotRecords(
  db: Kysely<Tables>,
  guild: string,
): Promise<{ readonly date: string }[]> {
  const rows = await db
    .selectFrom('snapshot')
    .selectAll()
    .where('guild', '=', guild)
    .orderBy('date')
    .orderBy('series')
    .execute();
  return rows.map(({ date, at, series, data }) => ({
    date,
    read_at: new Date(at).toISOString(),
    of: series,
    ...parse(data),
  }));
}

export async function pruneDays(tx: Tx, guild: string, date: string): Promise<void> {
  const oldest = shift(date, -KEPT_DAYS);
  for (const table of ['snapshot', 'daily_post'] as const)
    await tx.deleteFrom(table).where('guild', '=', guild).where('date', '<', oldest).execute();
}

function parse(data: string): Partial<Summary> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `keepSnapshot` alone
  return JSON.parse(data) as Partial<Summary>;
}
