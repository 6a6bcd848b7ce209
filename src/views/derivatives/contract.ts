import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { ContractDetails } from '../../pool-api/resources.js';
import type { Picture } from '../charts/render/picture.js';
import { card, wideField } from '../kit/card.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { amount, orNotGiven, hashprice, measure, NOT_GIVEN, signedAmount } from '../kit/figures.js';
import { code, escapeMarkdown } from '../kit/text.js';
import { moneyOf, CURRENCY_NOT_GIVEN } from '../kit/answered-currency.js';

interface Beside {
  /** The id that was typed. */
  readonly asked: string;
  readonly chart: Picture;
  /** Its three series, day by day. */
  readonly attached: AttachedFiles;
}

/** The terms of one contract, with its series as a picture and as a file. */
export function contractReply(
  { value: contract, readAt }: Read<ContractDetails>,
  { asked, chart, attached }: Beside,
): Reply {
  const money = moneyOf(contract);
  const currency = money ?? '';
  const terms = card({
    title: `Derivatives contract ${escapeMarkdown(contract.contract_id || asked, 60)}`,
    lines: [
      `Status: **${orNotGiven(contract.status)}**`,
      money === null ? `Prices and amounts: ${CURRENCY_NOT_GIVEN}` : null,
      ...attached.lines,
    ],
    fields: [
      wideField(
        'Terms',
        [
          `Side: **${orNotGiven(contract.side)}**`,
          `Type: ${orNotGiven(contract.type)}`,
          `Hashrate a day: ${measure(contract.daily_hashrate_ph, 'PH/s')}`,
          `Price: ${hashprice(contract.unit_hashprice, currency)}`,
          `Notional value: ${amount(contract.notional_value, currency)}`,
        ].join('\n'),
      ),
      wideField(
        'Dates',
        [
          `Traded: ${orNotGiven(contract.trade_date)}`,
          `Starts: ${orNotGiven(contract.start_date)}`,
          `Ends: ${orNotGiven(contract.end_date)}`,
          `Duration: ${measure(contract.duration_days, 'days')}`,
        ].join('\n'),
      ),
      wideField(
        'So far',
        [
          `**Gain or loss: ${signedAmount(contract.expired_gain_loss, currency)}**`,
          `Latest daily average: ${hashprice(contract.most_recent_daily_avg_hashprice, currency)}`,
          ...seriesLines(contract),
        ].join('\n'),
      ),
      wideField('Id', code(contract.contract_id ?? asked)),
    ],
    readAt,
  });
  return {
    embeds: [{ ...terms, image: { url: chart.url } }],
    files: [chart.file, ...attached.files],
  };
}

/** How many days each series covers: one line where all cover the same. */
function seriesLines({ series }: ContractDetails): string[] {
  const lengths = [
    ['hashprice', daysOf(series?.hashprice)],
    ['daily gain or loss', daysOf(series?.daily_expired_gain_loss)],
    ['cumulative gain or loss', daysOf(series?.cumulative_gain_loss)],
  ] as const;
  const different = new Set(lengths.map(([, days]) => days));
  const [same = NOT_GIVEN] = different;
  return different.size === 1
    ? [`Day by day, below and in the file: ${same}`]
    : lengths.map(([name, days]) => `Series of ${name}: ${days}`);
}

function daysOf(list: readonly unknown[] | null | undefined): string {
  return measure(list?.length, list?.length === 1 ? 'day' : 'days');
}
