import type { Summary } from '../pool/schemas.js';
import { change, decimal, points, signedCell, type Figure } from './kit/figures.js';
import { escape } from './kit/text.js';
import { day } from './kit/times.js';

/** The figures of a summary that are compared with earlier ones; means are Decimals. */
export interface Figures {
  readonly hashrate_24h?: Figure;
  readonly uptime_24h?: Figure;
  readonly hashprice?: readonly OfCoin<'value'>[] | null | undefined;
  readonly balance?: readonly OfCoin<'revenue'>[] | null | undefined;
}

type OfCoin<Name extends string> = { readonly [Key in Name]?: Figure } & {
  readonly currency_type?: Figure;
};

/** Figures of an earlier day. */
export interface EarlierFigures {
  /** Local, `YYYY-MM-DD`. */
  readonly date: string;
  readonly figures: Figures;
}

/** What moved, signed; null if nothing did, or if there is nothing to compare. */
interface Movements {
  readonly hashrate: string | null;
  readonly uptime: string | null;
  readonly hashprice: (coin: Figure) => string | null;
  readonly balance: (coin: Figure) => string | null;
}

export function movements(now: Figures, before: Figures): Movements {
  return {
    hashrate: unlessZero(change(now.hashrate_24h, before.hashrate_24h)),
    uptime: unlessZero(points(now.uptime_24h, before.uptime_24h)),
    hashprice(coin) {
      const [to, from] = [now, before].map(({ hashprice }) => ofCoin(hashprice, coin)?.value);
      return unlessZero(change(to, from));
    },
    balance(coin) {
      const [to, from] = [now, before].map(({ balance }) =>
        decimal(ofCoin(balance, coin)?.revenue),
      );
      return to && from && !to.equals(from) ? signedCell(to.minus(from), coin) : null;
    },
  };
}

/** `-# Since 29 Nov: hashrate −0.1%, balance +0.03723641`; null if nothing moved. */
export function sinceLine(now: Summary, { date, figures }: EarlierFigures): string | null {
  const moved = movements(now, figures);
  const words = [
    moved.hashrate && `hashrate ${moved.hashrate}`,
    moved.uptime && `uptime ${moved.uptime}`,
    ...byCoin('hashprice', now.hashprice, moved.hashprice),
    ...byCoin('balance', now.balance, moved.balance),
  ].filter(Boolean);
  return words.length === 0 ? null : `-# Since ${day(date)}: ${words.join(', ')}`;
}

function ofCoin<Name extends string>(
  entries: readonly OfCoin<Name>[] | null | undefined,
  coin: Figure,
): OfCoin<Name> | undefined {
  return entries?.find(({ currency_type }) => currency_type === coin);
}

/** Coins are named where there are several. */
function byCoin(
  name: string,
  entries: readonly { readonly currency_type?: Figure }[] | null | undefined,
  moved: (coin: Figure) => string | null,
): string[] {
  const coins = (entries ?? []).map(({ currency_type }) => currency_type);
  return coins.flatMap((coin) => {
    const movement = moved(coin);
    const named = coins.length > 1 ? `${name} ${escape(coin, 20)}` : name;
    return movement === null ? [] : [`${named} ${movement}`];
  });
}

/** What did not move is not worth a word. */
export function unlessZero(movement: string | null): string | null {
  return movement !== null && /[1-9]/.test(movement) ? movement : null;
}
