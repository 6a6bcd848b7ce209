import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { ContractDetails } from '../../pool-api/resources.js';
import type { Picture } from '../charts/render/picture.js';
import { chartReply } from '../kit/card.js';
import type { AttachedFiles } from '../files/file-reply.js';
import {
  amount,
  barePrice,
  formatText,
  hashprice,
  formatWithUnit,
  NOT_GIVEN,
  signedAmount,
} from '../kit/figures.js';
import { code, escapeMarkdown } from '../kit/text.js';
import { moneyOf, CURRENCY_NOT_GIVEN } from '../kit/reported-currency.js';
import { contractText } from './contract-text.js';

/** In words if the pool gave them; the id is at the end of the card. */
function titleOf(contract: ContractDetails, requestedId: string): string {
  const words = contractText({ ...contract, status: null });
  return `Contract ${escapeMarkdown(words || contract.contract_id || requestedId, 80)}`;
}

interface ContractParts {
  /** The id as typed. */
  readonly requestedId: string;
  readonly chart: Picture | null;
  /** Its three series, day by day. */
  readonly attached: AttachedFiles;
}

/** The terms of one contract, with its series as a picture and as a file. */
export function contractReply(
  { value: contract, readAt }: Read<ContractDetails>,
  { requestedId, chart, attached }: ContractParts,
): Reply {
  const money = moneyOf(contract);
  const currency = money ?? '';
  return chartReply({
    title: titleOf(contract, requestedId),
    above: [`Status: **${formatText(contract.status)}** · type ${formatText(contract.type)}`],
    chart,
    lines: [
      `Gain or loss so far: **${signedAmount(contract.expired_gain_loss, currency)}**`,
      `Price: **${hashprice(contract.unit_hashprice, currency)}**`,
      `-# latest daily average ${barePrice(contract.most_recent_daily_avg_hashprice, currency)}`,
      `Notional value: **${amount(contract.notional_value, currency)}**`,
      money === null ? `-# Prices and amounts: ${CURRENCY_NOT_GIVEN}` : null,
      `Contracted hashrate: **${formatWithUnit(contract.daily_hashrate_ph, 'PH/s')}**`,
      `-# starts ${formatText(contract.start_date)} · ends ${formatText(contract.end_date)} · duration ${formatWithUnit(contract.duration_days, 'days')} · traded ${formatText(contract.trade_date)} · side ${formatText(contract.side)}`,
      ...seriesLines(contract),
      ...attached.lines,
      `-# Id ${code(contract.contract_id ?? requestedId)}`,
    ],
    readAt,
    files: attached.files,
  });
}

/** How many days each series covers, in one line if all cover the same. */
function seriesLines({ series }: ContractDetails): string[] {
  const lengths = [
    ['hashprice', daysOf(series?.hashprice)],
    ['daily gain or loss', daysOf(series?.daily_expired_gain_loss)],
    ['cumulative gain or loss', daysOf(series?.cumulative_gain_loss)],
  ] as const;
  const different = new Set(lengths.map(([, days]) => days));
  const [same = NOT_GIVEN] = different;
  if (different.size === 1 && same === daysOf([])) return ['-# The pool gave no daily figures'];
  return different.size === 1
    ? [`-# Day by day, above and in the file: ${same}`]
    : [`-# Days in the series: ${lengths.map(([name, days]) => `${name} ${days}`).join(', ')}`];
}

function daysOf(list: readonly unknown[] | null | undefined): string {
  return formatWithUnit(list?.length, list?.length === 1 ? 'day' : 'days');
}
