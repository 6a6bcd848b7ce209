import type { Kysely } from 'kysely';
import type { Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';

/** Digits in the pool's units, by condition; balances as `balance:BTC`. */
export type Figures = Readonly<Record<string, string>>;

export interface Kept {
  /** When the pool answered, in ms. */
  readonly at: number;
  readonly figures: Figures;
}

type Db = Kysely<Tables>;

/** Two hours more than rules compare with, in case the bot stood still a day ago. */
export const KEPT_MS = 26 * 3_600_000;

/** Oldest first. */
export async function readKept(db: Db, guild: string, series: SeriesSince): Promise<Kept[]> {
  const rows = await db
    .selectFrom('reading')
    .select(['at', 'data'])
    .where('guild', '=', guild)
    .where('series', '=', series.name)
    .where('at', '>=', series.since)
    .orderBy('at')
    .execute();
  return rows.map(({ at, data }) => ({ at, figures: JSON.parse(data) }));
}

interface SeriesSince {
  readonly name: string;
  readonly since: number;
}

export async function readLast(db: Db, guild: string, series: string): Promise<Kept | null> {
  const { at, known } = await readKnown<Figures | null>(db, guild, { series, none: null });
  return known && { at, figures: known };
}

/** What was listed last, and when (ms); `none` where nothing was. */
export async function readKnown<Known>(
  db: Db,
  guild: string,
  { series, none }: Series & { readonly none: Known },
): Promise<{ readonly at: number; readonly known: Known }> {
  const row = await db
    .selectFrom('reading')
    .select(['at', 'data'])
    .where('guild', '=', guild)
    .where('series', '=', series)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the series decides its form
  return row ? { at: row.at, known: JSON.parse(row.data) as Known } : { at: 0, known: none };
}

/** Adds to the series, and forgets what no rule compares with any more. */
export async function keep(tx: Tx, guild: string, { series, at, figures }: Kept & Series) {
  await tx
    .insertInto('reading')
    .values({ guild, series, at, data: JSON.stringify(figures) })
    .onConflict((on) => on.doNothing())
    .execute();
  await ofSeries(tx, guild, series)
    .where('at', '<', at - KEPT_MS)
    .execute();
}

interface Series {
  readonly series: string;
}

/** In place of what was known before. */
export async function replaceKnown(
  tx: Tx,
  guild: string,
  { series, at, known }: Series & { readonly at: number; readonly known: object },
): Promise<void> {
  await ofSeries(tx, guild, series).execute();
  await tx
    .insertInto('reading')
    .values({ guild, series, at, data: JSON.stringify(known) })
    .execute();
}

/** Another workspace's figures cannot be compared. */
export async function forgetReadings(tx: Tx, guild: string, but: readonly string[] = []) {
  let all = tx.deleteFrom('reading').where('guild', '=', guild);
  if (but.length > 0) all = all.where('series', 'not in', but);
  await all.execute();
}

function ofSeries(tx: Tx, guild: string, series: string) {
  return tx.deleteFrom('reading').where('guild', '=', guild).where('series', '=', series);
}
