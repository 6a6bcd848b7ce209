import type { Summary } from '../pool/schemas.js';
import { change, decimal, points, signedCell, type Figure } from './kit/figures.js';
import { escape } from './kit/text.js';
import { day } from './kit/times.js';

/** An earlier day, digit by digit as the pool gave it. */
export interface EarlierFigures {
  /** Local, `YYYY-MM-DD`. */
  readonly date: string;
  readonly figures: Partial<Summary>;
}

interface OfCoin {
  readonly currency_type?: Figure;
}
type Coins<Entry extends OfCoin> = readonly Entry[] | null | undefined;

/** What moved, signed; null if nothing did, or if there is nothing to compare. */
export function movements(now: Partial<Summary>, before: Partial<Summary>) {
  return {
    hashrate: unlessZero(change(now.hashrate_24h, before.hashrate_24h)),
    uptime: unlessZero(points(now.uptime_24h, before.uptime_24h)),
    hashprice: (coin: Figure) => {
      const [to, from] = [now, before].map(({ hashprice }) => ofCoin(hashprice, coin)?.value);
      return unlessZero(change(to, from));
    },
    balance: (coin: Figure) => {
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

function ofCoin<Entry extends OfCoin>(entries: Coins<Entry>, coin: Figure): Entry | undefined {
  return entries?.find(({ currency_type }) => currency_type === coin);
}

/** Coins are named where there are several. */
function byCoin(
  name: string,
  entries: Coins<OfCoin>,
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
