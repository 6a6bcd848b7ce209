import { isNumber } from '../../domain/numbers/numeric.js';
import type { FleetAction } from '../../pool-api/resources.js';
import { utcDayOf } from '../charts/by-day.js';
import { shortDay } from '../kit/range-text.js';
import { count } from '../kit/figures.js';

/**
 * `Reboot · 120 miners · 21 Nov, 14:03 UTC`: the parts that never change; plain text, as received.
 */
export function fleetActionText(action: FleetAction): string {
  const { action_type: type, total_miners: total, created_at: created } = action;
  const miners = isNumber(total)
    ? `${count(total)} ${Number(total) === 1 ? 'miner' : 'miners'}`
    : '';
  return [type, miners, momentText(created)].filter(Boolean).join(' · ');
}

function momentText(text: string | null | undefined): string {
  const day = utcDayOf(text);
  const ms = Date.parse(text ?? '');
  if (day === null) return '';
  return Number.isNaN(ms)
    ? shortDay(day)
    : `${shortDay(day)}, ${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
