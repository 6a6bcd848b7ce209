import type { Decimal } from 'decimal.js';
import { movements, type Figures } from '../cards/figure-changes.js';
import { amount, decimal, hashrate, percent, sum, type Figure } from '../cards/kit/figures.js';
import { plural } from '../cards/kit/text.js';
import type { DateRange } from '../pool/pool.js';
import type { Summary } from '../pool/schemas.js';
import { periodBefore, shift } from './due-times.js';
import type { Every } from './schedule.js';
import type { Snapshot } from './snapshots.js';

interface FigureParts {
  readonly every: Every;
  /** The post's local date. */
  readonly date: string;
  readonly summary: Summary;
  /** Of earlier days, newest first. */
  readonly kept: readonly Snapshot[];
}

interface FigureLines {
  /** Each with what moved in brackets: `Hashrate **341.1 PH/s** (−0.1%)`. */
  readonly lines: readonly string[];
  /** What the figures are, if they are not today's. */
  readonly explained: string | null;
}

export function figureLines(parts: FigureParts): FigureLines {
  const { now, before, explained } = compared(parts);
  const moved = movements(now, before);
  const line = (name: string, figure: string, movement: string | null) =>
    `${name} **${figure}**${movement === null ? '' : ` (${movement})`}`;
  const lines = [
    line('Hashrate', hashrate(now.hashrate_24h), moved.hashrate),
    line('Uptime', percent(now.uptime_24h), moved.uptime),
    ...orNone(now.hashprice).map(({ value, currency_type: coin }) =>
      line('Hashprice', amount(value, coin), moved.hashprice(coin)),
    ),
    ...orNone(now.balance).map(({ revenue, currency_type: coin }) =>
      line('Balance', amount(revenue, coin), moved.balance(coin)),
    ),
  ];
  return { lines, explained };
}

/** A list that the pool did not give reads "not given", as its figure would. */
function orNone<Entry extends object>(
  entries: readonly Entry[] | null | undefined,
): readonly Partial<Entry>[] {
  return entries && entries.length > 0 ? entries : [{}];
}

interface Compared {
  readonly now: Figures;
  readonly before: Figures;
  readonly explained: string | null;
}

/** A day with the newest one before it; the averages of a week or month with those before it. */
function compared({ every, date, summary, kept }: FigureParts): Compared {
  if (every === 'day') return { now: summary, before: kept[0]?.figures ?? {}, explained: null };
  const period = periodBefore(every, date);
  const all = [{ date, figures: summary }, ...kept];
  const [taken, earlier] = [takenOver(all, period), takenOver(all, period.before)];
  return {
    now: means(taken) ?? summary,
    before: means(earlier) ?? {},
    explained: taken.length === 0 ? null : `Averages of ${plural(taken.length, 'day')}`,
  };
}

/** Figures of 24 hours are of the day before the date on which they were kept. */
function takenOver(all: readonly Snapshot[], { start, end }: DateRange): Snapshot[] {
  return all.filter(({ date }) => date > start && date <= shift(end, 1));
}

/** Of hashrate, uptime and hashprice; the balance is the newest. */
function means(days: readonly Snapshot[]): Figures | null {
  const [newest] = days;
  if (newest === undefined) return null;
  const { hashprice, balance } = newest.figures;
  const all = days.map(({ figures }) => figures);
  return {
    hashrate_24h: mean(all.map(({ hashrate_24h }) => hashrate_24h)),
    uptime_24h: mean(all.map(({ uptime_24h }) => uptime_24h)),
    hashprice: hashprice?.map(({ currency_type: coin }) => ({
      currency_type: coin,
      value: mean(all.map((each) => priceOf(each, coin))),
    })),
    balance,
  };
}

function priceOf({ hashprice }: Partial<Summary>, coin: Figure): Figure {
  return hashprice?.find(({ currency_type }) => currency_type === coin)?.value;
}

function mean(values: readonly Figure[]): Decimal | null {
  const given = values.filter((value) => decimal(value) !== null);
  return sum(given)?.div(given.length) ?? null;
}
