import type { Card, Picture } from '../discord/reply.js';
import type { DateRange, Read } from '../pool/pool.js';
import type { Position, PositionHistory } from '../pool/schemas.js';
import { escape } from '../text.js';
import { drawChart } from './kit/charts.js';
import { amount, count, price, signed, type Figure } from './kit/figures.js';
import { day, days, momentOf } from './kit/times.js';

export async function positionsCard(
  { value, readAt }: Read<PositionHistory>,
  { currency, range }: { readonly currency: string; readonly range: DateRange },
): Promise<Card> {
  const rows = positionsByDay(value);
  const newest = rows.at(-1);
  const title = `Derivatives positions · ${currency}`;
  const span = days(range.start, range.end, readAt);
  if (newest === undefined) return { title, lines: [`No positions, ${span}.`], at: readAt };
  const { realized_gain_loss, unrealized_gain_loss, total_gain_loss } = value.summary ?? {};
  const petahash = (figure: Figure) => count(figure, ' PH/s');
  const at = (figure: Figure) => price(figure, currency);
  return {
    title,
    lines: [
      `**${escape(day(newest.date))}: net ${petahash(newest.net_position_ph)}** at ${at(newest.net_position_wavg)}`,
      `Long ${petahash(newest.total_ph_long)} at ${at(newest.wavg_long_hashprice)}`,
      `Short ${petahash(newest.total_ph_short)} at ${at(newest.wavg_short_hashprice)}`,
      `Gain or loss **${signed(newest.total_gain_loss, currency)}**`,
      `Margin required **${amount(newest.margin_required, currency)}**`,
      `Maintenance ${amount(newest.maintenance_margin, currency)}`,
      `Delivery quota ${petahash(newest.delivery_quota_ph)} (${count(newest.notional_delivery_quota)})`,
      `**${span}: ${signed(total_gain_loss, currency)}**`,
      `-# realized ${signed(realized_gain_loss, currency, null)} · unrealized ${signed(unrealized_gain_loss, currency, null)}`,
    ],
    at: readAt,
    chart: await positionsChart(rows, currency),
  };
}

/** Net position, gain or loss, and margin by day; undefined without a figure. */
function positionsChart(rows: readonly Position[], currency: string): Promise<Picture | undefined> {
  return drawChart({
    name: 'positions',
    marks: 'line',
    days: rows.map(({ date }) => String(date ?? '')),
    panels: [
      {
        heading: 'Net position',
        unit: 'PH/s',
        series: [{ values: rows.map((row) => row.net_position_ph) }],
      },
      {
        heading: 'Gain or loss',
        unit: currency,
        isSigned: true,
        series: [{ values: rows.map((row) => row.total_gain_loss) }],
      },
      {
        heading: 'Margin',
        unit: currency,
        series: [
          { label: 'required', values: rows.map((row) => row.margin_required) },
          { label: 'maintenance', values: rows.map((row) => row.maintenance_margin) },
        ],
      },
    ],
  });
}

/** Oldest first: the order of the list is not documented (the API description, section 2.11). */
function positionsByDay({ positions }: PositionHistory): Position[] {
  const at = ({ date }: Position) => momentOf(date) ?? 0;
  return (positions ?? []).toSorted((one, other) => at(one) - at(other));
}

/** A row a day with the range's totals repeated, so that one table has everything. */
export function positionRecords(history: PositionHistory) {
  const { summary } = history;
  return positionsByDay(history).map((position) => ({ ...position, summary }));
}
