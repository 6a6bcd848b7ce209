import type { Reply } from '../../domain/messages/reply.js';
import type { Numeric } from '../../domain/numbers/numeric.js';
import type { Read } from '../../pool-api/client.js';
import type { Position, PositionHistory } from '../../pool-api/resources.js';
import { answeredCurrency } from '../kit/reported-currency.js';
import { chartReply, readNotes, wideField, type ReadNotes } from '../kit/card.js';
import type { Picture } from '../charts/render/picture.js';
import type { DayRange } from '../../domain/time/date-range.js';
import { rangeLine } from '../kit/range-text.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { amount, barePrice, count, formatWithUnit, signedAmount } from '../kit/figures.js';
import { escapeMarkdown } from '../kit/text.js';

interface PositionsParts {
  /** The first page, for what appears once: currency and sums. */
  readonly history: PositionHistory;
  readonly read: Read<readonly Position[]> & Pick<ReadNotes, 'given'>;
  /** The requested one. */
  readonly currency: string;
  readonly range: DayRange;
  readonly chart: Picture;
  /** Every day with every field. */
  readonly attached: AttachedFiles;
}

export function positionsReply(parts: PositionsParts): Reply {
  const { history, read, range, chart, attached } = parts;
  const currency = answeredCurrency(history, parts.currency);
  const positions = read.value;
  const newest = newestOf(positions);
  const totals = history.summary;
  return chartReply({
    title: `Derivatives positions · ${escapeMarkdown(currency, 20)}`,
    above: [rangeLine(range)],
    chart,
    lines: [
      positions.length === 0 && read.given !== false
        ? 'The pool gives no positions for these days.'
        : null,
      ...attached.lines,
      readNotes(read),
    ],
    fields: [
      wideField(
        'Totals from the pool',
        `Realized: ${signedAmount(totals?.realized_gain_loss, currency)}`,
        `Unrealized: ${signedAmount(totals?.unrealized_gain_loss, currency)}`,
        `**Total: ${signedAmount(totals?.total_gain_loss, currency)}**`,
        `Margin requirement: ${amount(totals?.margin_requirement, currency)}`,
      ),
      newest === undefined
        ? null
        : wideField(
            `Newest · ${escapeMarkdown(newest.date || 'date not given', 40)}`,
            ...newestLines(newest, currency),
          ),
    ],
    readAt: read.readAt,
    files: attached.files,
  });
}

function newestLines(position: Position, currency: string): string[] {
  const price = (value: Numeric | null | undefined) => barePrice(value, currency);
  return [
    `Net: **${formatWithUnit(position.net_position_ph, 'PH/s')}** at ${price(position.net_position_wavg)}`,
    `Long: ${formatWithUnit(position.total_ph_long, 'PH/s')} at ${price(position.wavg_long_hashprice)}`,
    `Short: ${formatWithUnit(position.total_ph_short, 'PH/s')} at ${price(position.wavg_short_hashprice)}`,
    `-# Prices in ${escapeMarkdown(currency, 20)} per PH/s per day`,
    `Gain or loss: ${signedAmount(position.total_gain_loss, currency)}`,
    `Margin required: ${amount(position.margin_required, currency)}`,
    `Maintenance margin: ${amount(position.maintenance_margin, currency)}`,
    `Delivery quota: ${formatWithUnit(position.delivery_quota_ph, 'PH/s')}`,
    `Notional delivery quota: ${count(position.notional_delivery_quota)}`,
  ];
}

/** By date, because the order of the list is not documented. */
export function newestOf(positions: readonly Position[]): Position | undefined {
  return positions.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))[0];
}
