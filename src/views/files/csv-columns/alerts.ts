import type { PastAlert } from '../../../domain/alerts/past-alert.js';
import type { CsvColumn } from '../csv.js';
import { cellValue } from './record-columns.js';

/** One row per ended alert. */
export const alertColumns: readonly CsvColumn<PastAlert>[] = [
  { heading: 'alert_id', value: (row) => row.id },
  { heading: 'rule_id', value: (row) => row.ruleId },
  { heading: 'condition', value: (row) => row.condition },
  { heading: 'severity', value: (row) => row.rule?.severity },
  { heading: 'threshold', value: (row) => row.rule?.threshold?.value },
  { heading: 'threshold_unit', value: (row) => row.rule?.threshold?.unit },
  { heading: 'currency', value: (row) => row.rule?.currency },
  { heading: 'site', value: (row) => row.rule?.siteName ?? row.rule?.siteId },
  { heading: 'subaccounts', value: (row) => row.rule?.subaccounts?.join(', ') },
  { heading: 'ended_as', value: (row) => row.phase },
  { heading: 'since (UTC)', value: (row) => time(row.since) },
  { heading: 'fired_at (UTC)', value: (row) => time(row.firedAt) },
  { heading: 'clear_since (UTC)', value: (row) => time(row.clearSince) },
  { heading: 'ended_at (UTC)', value: (row) => time(row.endedAt) },
  { heading: 'last_value', value: (row) => row.value },
  { heading: 'worst_value', value: (row) => row.worst },
  { heading: 'at_least', value: (row) => row.atLeast },
  { heading: 'limit', value: (row) => row.limit },
  { heading: 'baseline', value: (row) => row.baseline },
  { heading: 'acknowledged_by (user id)', value: (row) => row.acknowledged?.by },
  { heading: 'acknowledged_at (UTC)', value: (row) => time(row.acknowledged?.at) },
  { heading: 'reminders', value: (row) => row.reminders },
  { heading: 'event', value: (row) => cellValue(row.facts) },
];

function time(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
