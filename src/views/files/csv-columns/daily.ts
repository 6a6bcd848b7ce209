import type { Snapshot } from '../../../domain/daily/snapshot.js';
import type { CsvColumn } from '../csv.js';
import { cellValue, figure } from './record-columns.js';

/** One row per currency and local date; the pool's lists are written as JSON. */
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
  { heading: 'revenue_24h', value: (row) => cellValue(row.figures.revenue_24h) },
  { heading: 'revenue_all_time', value: (row) => cellValue(row.figures.revenue_all_time) },
  { heading: 'hashprice (per PH/s per day)', value: (row) => cellValue(row.figures.hashprice) },
  { heading: 'balance', value: (row) => cellValue(row.figures.balance) },
];
