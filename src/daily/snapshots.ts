import type { Kysely } from 'kysely';
import type { EarlierFigures } from '../cards/figure-changes.js';
import { shift } from '../days.js';
import type { Read, Scope } from '../pool/pool.js';
import type { Summary } from '../pool/schemas.js';
import type { Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';

/** Figures of the days with a post, which the pool itself forgets. */

const KEPT_DAYS = 400;
/** The longest month. */
const COMPARED_DAYS = 31;

/**
 * What figures cover: the currency and the scope. Without some subaccounts (403) they are a series
 * of their own, so that lost access never reads as lost hashrate.
 */
export function seriesOf(
  currency: string,
  scope: Scope | undefined,
  refused: readonly string[],
): string {
  const without = refused.length > 0 && { without: refused.toSorted() };
  const parts = [scope, without].flatMap((part) => (part ? JSON.stringify(part) : []));
  return [currency, ...parts].join(':');
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

/** The series that have figures. */
export async function keptSeries(db: Kysely<Tables>, guild: string): Promise<Set<string>> {
  const rows = db.selectFrom('snapshot').select('series').distinct().where('guild', '=', guild);
  return new Set((await rows.execute()).map(({ series }) => series));
}

/**
 * Before `date`, newest first. Those from before the present key was connected (`since`, ms) may be
 * another workspace's.
 */
export async function snapshotsBefore(
  db: Kysely<Tables>,
  guild: string,
  { series, date, since }: Readonly<{ series: string; date: string; since: number }>,
): Promise<EarlierFigures[]> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['date', 'data'])
    .where('guild', '=', guild)
    .where('series', '=', series)
    .where('date', '<', date)
    .where('date', '>=', shift(date, -COMPARED_DAYS))
    .where('at', '>=', since)
    .orderBy('date', 'desc')
    .execute();
  return rows.map((row) => ({ date: row.date, figures: parse(row.data) }));
}

/** One row per snapshot, oldest first, for the file. */
export async function snapshotRecords(
  db: Kysely<Tables>,
  guild: string,
): Promise<{ readonly date: string }[]> {
  const all = db.selectFrom('snapshot').selectAll().where('guild', '=', guild);
  const rows = await all.orderBy('date').orderBy('series').execute();
  return rows.map(({ date, at, series, data }) => ({
    date,
    read_at: new Date(at).toISOString(),
    of: series,
    ...parse(data),
  }));
}

export async function pruneDays(tx: Tx, guild: string, date: string): Promise<void> {
  const oldest = shift(date, -KEPT_DAYS);
  await tx.deleteFrom('snapshot').where('guild', '=', guild).where('date', '<', oldest).execute();
}

function parse(data: string): Partial<Summary> {
  return JSON.parse(data);
}
