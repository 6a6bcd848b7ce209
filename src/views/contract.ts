import type { Reply, ReplyFile } from '../reply.js';
import type { Read } from '../pool-api/client.js';
import type { ContractDetails } from '../pool-api/resources.js';
import type { Picture } from './charts/picture.js';
import { card, field, wideField } from './card.js';
import { CURRENCY_NOT_GIVEN, moneyOf } from './contract-money.js';
import { hashprice, measure, NOT_GIVEN, signedAmount } from './figures.js';
import { code, plain } from './text.js';

interface Beside {
  /** The id that was typed. */
  readonly asked: string;
  readonly chart: Picture;
  /** Its three series, day by day. */
  readonly file: ReplyFile;
}

/** The terms of one contract, with its series as a picture and as a file. */
export function contractReply(
  { value: contract, readAt }: Read<ContractDetails>,
  { asked, chart, file }: Beside,
): Reply {
  const money = moneyOf(contract);
  const currency = money ?? '';
  const terms = card({
    title: `Derivatives contract ${plain(contract.contract_id || asked, 60)}`,
    lines: [money === null ? `Prices and amounts: ${CURRENCY_NOT_GIVEN}` : null],
    fields: [
      field('Status', given(contract.status)),
      field('Side', given(contract.side)),
      field('Type', given(contract.type)),
      field('Traded', given(contract.trade_date)),
      field('Starts', given(contract.start_date)),
      field('Ends', given(contract.end_date)),
      field('Duration', measure(contract.duration_days, 'days')),
      field('Hashrate a day', measure(contract.daily_hashrate_ph, 'PH/s')),
      field('Contract price', hashprice(contract.unit_hashprice, currency)),
      field('Latest daily average', hashprice(contract.most_recent_daily_avg_hashprice, currency)),
      field('Gain or loss so far', signedAmount(contract.expired_gain_loss, currency)),
      field('Notional value', signedAmount(contract.notional_value, currency)),
      wideField('Series', seriesLine(contract)),
      wideField('Id', code(contract.contract_id ?? asked)),
    ],
    readAt,
  });
  return { embeds: [{ ...terms, image: { url: chart.url } }], files: [chart.file, file] };
}

function seriesLine({ series }: ContractDetails): string {
  return [
    `Hashprice: ${daysOf(series?.hashprice)}`,
    `Daily gain or loss: ${daysOf(series?.daily_expired_gain_loss)}`,
    `Cumulative gain or loss: ${daysOf(series?.cumulative_gain_loss)}`,
  ].join('\n');
}

function daysOf(list: readonly unknown[] | null | undefined): string {
  return measure(list?.length, list?.length === 1 ? 'day' : 'days');
}

function given(text: string | null | undefined): string {
  return text ? plain(text, 60) : NOT_GIVEN;
}
