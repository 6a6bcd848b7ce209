import type { FleetAction, Miner } from '../../../pool-api/resources.js';
import { figure, type CsvColumn } from '../csv.js';
import { MINER_UNITS } from '../../kit/figures.js';
import { otherFields } from './other-fields.js';

export const minerColumns: readonly CsvColumn<Miner>[] = [
  { heading: 'id', value: (row) => row.id },
  { heading: 'ip_address', value: (row) => row.ip_address },
  { heading: 'mac_address', value: (row) => row.mac_address },
  { heading: 'model', value: (row) => row.model },
  { heading: 'firmware.name', value: (row) => row.firmware?.name },
  { heading: 'firmware.version', value: (row) => row.firmware?.version },
  { heading: 'hashing_status', value: (row) => row.hashing_status },
  { heading: 'healthy_status', value: (row) => row.healthy_status },
  { heading: 'site_id', value: (row) => row.site_id },
  { heading: 'agent_id', value: (row) => row.agent_id },
  { heading: 'hashrate (H/s)', value: (row) => figure(row.hashrate) },
  { heading: `power (${MINER_UNITS.power})`, value: (row) => figure(row.power) },
  {
    heading: `max_temperature (${MINER_UNITS.temperature})`,
    value: (row) => figure(row.max_temperature),
  },
  {
    heading: `fan_speed (${MINER_UNITS.fan})`,
    // A fan of which nothing is said keeps its place between the others.
    value: (row) => row.fan_speed?.map((speed) => figure(speed) ?? 'null').join(' '),
  },
  { heading: 'pool.url', value: (row) => row.pool?.url },
  { heading: 'pool.username', value: (row) => row.pool?.username },
  { heading: 'pool.worker', value: (row) => row.pool?.worker },
  { heading: 'last_seen_at (UTC)', value: (row) => row.last_seen_at },
  { heading: 'url', value: (row) => row.url },
  otherFields([
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
    'hashrate',
    'power',
    'max_temperature',
    'fan_speed',
    'pool.url',
    'pool.username',
    'pool.worker',
    'last_seen_at',
    'url',
  ]),
];

export type ActionMinerRow = NonNullable<FleetAction['miners_summary']>[number];

export const actionMinerColumns: readonly CsvColumn<ActionMinerRow>[] = [
  { heading: 'miner_id', value: (row) => row.miner_id },
  { heading: 'miner_ip', value: (row) => row.miner_ip },
  { heading: 'status', value: (row) => row.status },
  { heading: 'failure_code', value: (row) => row.failure_code },
  { heading: 'execution_log_summary', value: (row) => row.execution_log_summary },
  otherFields(['miner_id', 'miner_ip', 'status', 'failure_code', 'execution_log_summary']),
];
