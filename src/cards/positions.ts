import type { Card, Picture } from '../discord/reply.js';
import type { DateRange, Read } from '../pool/pool.js';
import type { Position, PositionHistory, Scalar } from '../pool/schemas.js';
import { drawChart } from './kit/charts.js';
import { amount, count, NOT_GIVEN, price, signed } from './kit/figures.js';
import { escape } from './kit/text.js';
import { day, days } from './kit/times.js';

export async function positionsCard(
  { value, readAt }: Read<PositionHistory>,
  { currency, range }: { readonly currency: string; readonly range: DateRange },
): Promise<Card> {
  const newest = positionsByDay(value).at(-1);
  const { realized_gain_loss, unrealized_gain_loss, total_gain_loss } = value.summary ?? {};
  const totals = [
    `**${days(range.start, range.end, readAt)}: ${signed(total_gain_loss, currency)}**`,
    `-# realized ${signed(realized_gain_loss, undefined)} · unrealized ${signed(unrealized_gain_loss, undefined)}`,
  ];
  return {
    title: `Derivatives positions · ${currency}`,
    lines:
      newest === undefined
        ? [`No positions, ${days(range.start, range.end, readAt)}.`]
        : [...newestLines(newest, currency), ...totals],
    at: readAt,
    chart: await positionsChart(value, currency),
  };
}

/** Net position, gain or loss, and margin by day; undefined without a figure. */
function positionsChart(history: PositionHistory, currency: string): Promise<Picture | undefined> {
  const rows = positionsByDay(history);
  const series = (label: string, valueOf: (row: Position) => Scalar | null | undefined) => ({
    label,
    values: rows.map(valueOf),
  });
  return drawChart({
    name: 'positions',
    marks: 'line',
    days: rows.map(({ date }) => String(date ?? '')),
    panels: [
      {
        heading: 'Net position',
        unit: 'PH/s',
        series: [series('Net position', (row) => row.net_position_ph)],
      },
      {
        heading: 'Gain or loss',
        unit: currency,
        isSigned: true,
        series: [series('Gain or loss', (row) => row.total_gain_loss)],
      },
      {
        heading: 'Margin',
        unit: currency,
        series: [
          series('required', (row) => row.margin_required),
          series('maintenance', (row) => row.maintenance_margin),
        ],
      },
    ],
  });
}

function newestLines(newest: Position, currency: string): string[] {
  const quota = `Delivery quota ${petahash(newest.delivery_quota_ph)}`;
  const at = (value: Scalar | null | undefined) => price(value, currency);
  return [
    `**${escape(day(newest.date))}: net ${petahash(newest.net_position_ph)}** at ${at(newest.net_position_wavg)}`,
    `Long ${petahash(newest.total_ph_long)} at ${at(newest.wavg_long_hashprice)}`,
    `Short ${petahash(newest.total_ph_short)} at ${at(newest.wavg_short_hashprice)}`,
    `Gain or loss **${signed(newest.total_gain_loss, currency)}**`,
    `Margin required **${amount(newest.margin_required, currency)}**`,
    `Maintenance ${amount(newest.maintenance_margin, currency)}`,
    `${quota} (${count(newest.notional_delivery_quota)})`,
  ];
}

/** Oldest first: the order of the list is not documented (the API description, section 2.11). */
function positionsByDay({ positions }: PositionHistory): Position[] {
  const dateOf = ({ date }: Position) => String(date ?? '');
  return (positions ?? []).toSorted((one, other) => dateOf(one).localeCompare(dateOf(other)));
}

/** A row a day with the range's totals repeated, so that one table has everything. */
export function positionRecords(history: PositionHistory) {
  const { summary } = history;
  return positionsByDay(history).map((position) => ({ ...position, summary }));
}

function petahash(value: Scalar | null | undefined): string {
  const figure = count(value);
  return figure === NOT_GIVEN ? figure : `${figure} PH/s`;
}
