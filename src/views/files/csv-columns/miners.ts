import type { FleetActionMiner, Miner } from '../../../pool-api/resources.js';
import { MINER_UNITS } from '../../kit/figures.js';
import type { CsvColumn, CsvValue } from '../csv.js';
import { cellValue, figure, recordColumns } from './record-columns.js';

export const minerColumns = recordColumns<Miner>([
  'id',
  'ip_address',
  'mac_address',
  'model',
  'firmware.name',
  'firmware.version',
  'hashing_status',
  'healthy_status',
  'site_id',
  'agent_id',
  { path: 'hashrate', unit: 'H/s', format: figure },
  { path: 'power', unit: MINER_UNITS.power, format: figure },
  { path: 'max_temperature', unit: MINER_UNITS.temperature, format: figure },
  { path: 'fan_speed', unit: MINER_UNITS.fan, format: fanSpeeds },
  'pool.url',
  'pool.username',
  'pool.worker',
  { path: 'last_seen_at', unit: 'UTC' },
  'url',
]);

/** Adds the site's name beside its id; blank if not known. */
export function minerColumnsWith(siteNames: ReadonlyMap<string, string>): CsvColumn<Miner>[] {
  return minerColumns.flatMap((column) => {
    if (column.heading !== 'site_id') return [column];
    const value = ({ site_id: id }: Miner) => siteNames.get(id ?? '') ?? null;
    return [column, { heading: 'site_name', value }];
  });
}

/** A fan without a speed keeps its place among the others. */
function fanSpeeds(value: unknown): CsvValue {
  if (!Array.isArray(value)) return cellValue(value);
  return value.map((speed) => figure(speed) ?? 'null').join(' ');
}

export const actionMinerColumns = recordColumns<FleetActionMiner>([
  'miner_id',
  'miner_ip',
  'status',
  'failure_code',
  'execution_log_summary',
]);
