import type { ContractDetails } from '../../pool-api/resources.js';
import { exactDigits, isNumber, type Numeric } from '../../domain/numbers/numeric.js';
import { daySpan } from '../kit/range-text.js';
import { daysOf, oneByDay, utcDayOf } from './by-day.js';
import { chartText } from './chart-text.js';
import type { ChartModel, Panel } from './model.js';
import { pictureOf, type Picture } from './render/picture.js';
import { moneyOf } from '../kit/reported-currency.js';

/** Hashprice against the contract's own, and gain or loss, daily and cumulative. */
export function contractSeries(contract: ContractDetails): ChartModel {
  const money = chartText(moneyOf(contract) ?? '', 12);
  const entries = {
    hashprice: points(contract.series?.hashprice, (each) => each.hashprice),
    daily: points(contract.series?.daily_expired_gain_loss, (each) => each.daily_expired_gain_loss),
    cumulative: points(contract.series?.cumulative_gain_loss, (each) => each.cumulative_gain_loss),
  };
  const all = Object.values(entries).flat();
  const days = daysOf(all.map(({ day }) => day));
  const panel = (parts: Omit<Panel, 'series'>, label: keyof typeof entries): Panel => ({
    ...parts,
    series: [{ label: parts.heading, values: oneByDay(entries[label], days) }],
  });
  const price = contract.unit_hashprice;
  const panels: Panel[] = [
    {
      ...panel(
        {
          heading: 'Hashprice',
          unit: money === '' ? 'per PH/s per day' : `${money}/PH/s/day`,
          marks: 'line',
        },
        'hashprice',
      ),
      ...(isNumber(price) ? { level: { label: 'Contract price', value: exactDigits(price) } } : {}),
    },
    panel({ heading: 'Daily gain/loss', unit: money, marks: 'gain-loss-bars' }, 'daily'),
    panel({ heading: 'Gain/loss so far', unit: money, marks: 'gain-loss-line' }, 'cumulative'),
  ];
  return {
    title: 'Hashprice and gain or loss',
    subtitle: subtitleOf(contract, days),
    days,
    panels,
    undrawn: all.length - drawn(panels),
  };
}

/** Null for a contract without a day yet: an empty picture says nothing. */
export async function contractChart(contract: ContractDetails): Promise<Picture | null> {
  const model = contractSeries(contract);
  return model.days.length === 0 && model.undrawn === 0 ? null : pictureOf('contract', model);
}

function points<Entry extends { readonly date?: string | null | undefined }>(
  entries: readonly Entry[] | null | undefined,
  valueOf: (entry: Entry) => Numeric | null | undefined,
): { day: string | null; value: Numeric | null | undefined }[] {
  return (entries ?? []).map((entry) => ({ day: utcDayOf(entry.date), value: valueOf(entry) }));
}

function drawn(panels: readonly Panel[]): number {
  const values = panels.flatMap(({ series }) => series.flatMap((each) => each.values));
  return values.filter((value) => value !== null).length;
}

function subtitleOf({ side, type, status }: ContractDetails, days: readonly string[]): string {
  const [start, end] = [days[0], days.at(-1)];
  const words = [side, type, status].flatMap((each) => (each ? [chartText(each, 12)] : []));
  if (start !== undefined && end !== undefined) words.push(daySpan({ start, end }));
  return words.join(' · ');
}
