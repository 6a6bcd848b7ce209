import type { Summary } from '../pool/schemas.js';
import { escape } from '../text.js';
import {
  amount,
  change,
  decimal,
  hashrate,
  NOT_GIVEN,
  percent,
  points,
  signedCell,
  type Figure,
} from './kit/figures.js';
import { day } from './kit/times.js';

/** An earlier day, digit by digit as the pool gave it. */
export interface EarlierFigures {
  /** Local, `YYYY-MM-DD`. */
  readonly date: string;
  readonly figures: Partial<Summary>;
}

interface ComparedFigure {
  readonly name: string;
  /** Where the pool gave several. */
  readonly coin?: Figure;
  readonly now: string;
  /** Signed; null if nothing moved, or if there is nothing to compare. */
  readonly moved: string | null;
}

/** What tells how a workspace does, one figure for each coin, with how it moved. */
export function compareFigures(now: Summary, before: Partial<Summary> = {}): ComparedFigure[] {
  const { hashrate_24h: rate, uptime_24h: uptime, hashprice, balance } = now;
  return [
    { name: 'Hashrate', now: hashrate(rate), moved: change(rate, before.hashrate_24h) },
    { name: 'Uptime', now: percent(uptime), moved: points(uptime, before.uptime_24h) },
    ...ofCoins('Hashprice', [hashprice, before.hashprice], (coin, { value }, earlier) => ({
      now: amount(value, coin),
      moved: change(value, earlier?.value),
    })),
    ...ofCoins('Balance', [balance, before.balance], (coin, { revenue }, earlier) => {
      const [to, from] = [decimal(revenue), decimal(earlier?.revenue)];
      return { now: amount(revenue, coin), moved: to && from && signedCell(to.minus(from), coin) };
    }),
  ].map((figure) => ({ ...figure, moved: unlessZero(figure.moved) }));
}

function ofCoins<Entry extends { readonly currency_type?: Figure }>(
  name: string,
  [now, before]: readonly (readonly Entry[] | null | undefined)[],
  compare: (coin: Figure, entry: Entry, earlier?: Entry) => Pick<ComparedFigure, 'now' | 'moved'>,
): ComparedFigure[] {
  if (!now?.length) return [{ name, now: NOT_GIVEN, moved: null }];
  return now.map((entry) => {
    const { currency_type: coin } = entry;
    const earlier = before?.find(({ currency_type }) => currency_type === coin);
    return { name, ...(now.length > 1 && { coin }), ...compare(coin, entry, earlier) };
  });
}

/** `-# Since 29 Nov: hashrate −0.1%, balance +0.03723641`; null if nothing moved. */
export function sinceLine(now: Summary, { date, figures }: EarlierFigures): string | null {
  const words = compareFigures(now, figures).flatMap(({ name, coin, moved }) => {
    const ofCoin = coin ? ` ${escape(coin, 20)}` : '';
    return moved === null ? [] : [`${name.toLowerCase()}${ofCoin} ${moved}`];
  });
  return words.length === 0 ? null : `-# Since ${day(date)}: ${words.join(', ')}`;
}

/** What did not move is not worth a word. */
export function unlessZero(movement: string | null): string | null {
  return movement !== null && /[1-9]/.test(movement) ? movement : null;
}
