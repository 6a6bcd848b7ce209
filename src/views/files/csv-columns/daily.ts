import type { Snapshot } from '../../../domain/daily/snapshot.js';
import type { CsvColumn, CsvValue } from '../csv.js';
import { figure } from './record-columns.js';

type SnapshotFigures = Snapshot['figures'];
type FigureListName = 'revenue_24h' | 'revenue_all_time' | 'hashprice' | 'balance';

/** One row per currency and local date. Of a list, the figures and what they are of, in its order. */
export const snapshotColumns: readonly CsvColumn<Snapshot>[] = [
  { heading: 'date (local)', value: (row) => row.date },
  { heading: 'time_zone', value: (row) => row.timeZone },
  { heading: 'read_at (UTC)', value: (row) => new Date(row.readAt).toISOString() },
  { heading: 'currency_type', value: (row) => row.currency },
  { heading: 'scope (site, subaccounts, refused)', value: (row) => row.scope },
  { heading: 'hashrate_5m (H/s)', value: (row) => figure(row.figures.hashrate_5m) },
  { heading: 'hashrate_24h (H/s)', value: (row) => figure(row.figures.hashrate_24h) },
  { heading: 'efficiency_5m', value: (row) => figure(row.figures.efficiency_5m) },
  { heading: 'uptime_24h', value: (row) => figure(row.figures.uptime_24h) },
  { heading: 'active_miners', value: (row) => figure(row.figures.active_miners) },
  ...listColumns('revenue_24h'),
  ...listColumns('revenue_all_time'),
  ...listColumns('hashprice', ' (per PH/s per day)'),
  ...listColumns('balance'),
];

/** Usually one entry, so that the figures are numbers to a spreadsheet. */
function listColumns(name: FigureListName, unit = ''): CsvColumn<Snapshot>[] {
  return [
    { heading: `${name}${unit}`, value: ({ figures }) => joined(figures, name, figureOf) },
    { heading: `${name}: of what`, value: ({ figures }) => joined(figures, name, whatOf) },
  ];
}

type FigureEntry = NonNullable<SnapshotFigures[FigureListName]>[number];

/** Null if the pool gave no list; a list without entries says so. */
function joined(
  figures: SnapshotFigures,
  name: FigureListName,
  write: (entry: FigureEntry) => CsvValue,
): CsvValue {
  const list: readonly FigureEntry[] | null = figures[name];
  if (list === null) return null;
  const [only, ...others] = list;
  if (only === undefined) return write === whatOf ? 'none listed' : null;
  return others.length === 0 ? write(only) : list.map((each) => write(each) ?? '').join('; ');
}

function figureOf(entry: FigureEntry): CsvValue {
  return figure('value' in entry ? entry.value : 'revenue' in entry ? entry.revenue : null);
}

function whatOf(entry: FigureEntry): CsvValue {
  const type = 'revenue_type' in entry ? entry.revenue_type : null;
  return [entry.currency_type, type].filter((part) => part).join(' ') || 'not given';
}
