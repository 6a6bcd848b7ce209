import type { EarlierFigures } from '../cards/figure-comparison.js';
import { shift } from '../days.js';
import type { Guild } from '../guilds/guilds.js';
import type { Read, Scope } from '../pool/pool.js';
import type { Summary } from '../pool/schemas.js';
import { documents } from '../guilds/json-documents.js';
import type { Store, Tx } from '../store/store.js';

/** Figures of the days with a post, which the pool itself forgets. */

const KEPT_DAYS = 400;
/** The longest month. */
const COMPARED_DAYS = 31;

/** What figures cover. */
export interface Covered {
  readonly currency: string;
  readonly scope: Scope | undefined;
  /** Subaccounts without access (403). */
  readonly refused: readonly string[];
}

/** Without some subaccounts it is another series, so that lost access never reads as lost hashrate. */
function seriesOf({ currency, scope, refused }: Covered): string {
  const without = refused.length > 0 && { without: refused.toSorted() };
  const parts = [scope, without].flatMap((part) => (part ? JSON.stringify(part) : []));
  return [currency, ...parts].join(':');
}

interface Snapshot extends EarlierFigures {
  readonly guildId: string;
  /** One for each date and series. */
  readonly id: string;
  readonly series: string;
  /** When the pool answered (ms). */
  readonly readAt: number;
}

const snapshots = documents<Snapshot>('snapshot', ({ date }) => Date.parse(date));

/** The first figures of a date stay. Those of 400 days ago are deleted. */
export async function keepSnapshot(
  tx: Tx,
  { guildId, date, ...read }: Pick<Snapshot, 'guildId' | 'date'> & Covered & Read<Summary>,
): Promise<void> {
  const { subaccounts: _, ...figures } = read.value;
  const { readAt } = read;
  const series = seriesOf(read);
  const snapshot = { guildId, id: `${date} ${series}`, series, date, readAt, figures };
  if ((await snapshots.find(tx, snapshot)) === null) await snapshots.save(tx, snapshot);
  await snapshots.removeBefore(tx, Date.parse(shift(date, -KEPT_DAYS)));
}

/** Those of a series before a date, newest first. Older than the present key, they may be another workspace's. */
export async function snapshotsBefore(
  store: Store,
  { id: guildId, key }: Guild,
  { date, ...covered }: Pick<Snapshot, 'date'> & Covered,
): Promise<readonly EarlierFigures[]> {
  const from = Date.parse(shift(date, -COMPARED_DAYS));
  const kept = await store.kept(guildId, 'snapshots', () =>
    snapshots.listFrom(store.db, guildId, from),
  );
  const series = seriesOf(covered);
  const since = key?.connectedAt ?? 0;
  return kept.filter((each) => each.series === series && each.date < date && each.readAt >= since);
}

/** One record per snapshot, oldest first, for the file. */
export async function snapshotRecords(store: Store, guildId: string) {
  const all = await snapshots.listFrom(store.db, guildId, 0);
  return all.toReversed().map(({ date, readAt, series, figures }) => ({
    date,
    read_at: new Date(readAt).toISOString(),
    of: series,
    ...figures,
  }));
}
