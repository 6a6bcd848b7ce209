import { exactDigits, isNumber } from '../../domain/numbers/numeric.js';
import type { Contract } from '../../pool-api/resources.js';
import { utcDayOf } from '../charts/by-day.js';
import { shortDay } from '../kit/range-text.js';

type ContractTerms = Pick<
  Contract,
  'side' | 'daily_hashrate_ph' | 'start_date' | 'end_date' | 'status'
>;

/** `SELL 60 PH/s · 6 Nov – 4 Feb · active`, as far as given; plain text, as received. */
export function contractText(contract: Partial<ContractTerms>): string {
  const { side, daily_hashrate_ph: hashrate, start_date, end_date, status } = contract;
  const size = isNumber(hashrate) ? `${exactDigits(hashrate)} PH/s` : '';
  const days = [start_date, end_date].map(dayAsShown);
  const span = days.every((day) => day === '') ? '' : days.map((day) => day || '?').join(' – ');
  const parts = [[side, size].filter(Boolean).join(' '), span, status?.toLowerCase()];
  return parts.filter(Boolean).join(' · ');
}

function dayAsShown(date: string | null | undefined): string {
  const day = utcDayOf(date);
  return day === null ? (date ?? '') : shortDay(day);
}
