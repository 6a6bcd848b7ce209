import { movements, unlessZero } from '../cards/figure-changes.js';
import { failedLine } from '../cards/failures.js';
import {
  amount,
  change,
  count,
  hashrate,
  NOT_GIVEN,
  percent,
  signed,
  signedCell,
} from '../cards/kit/figures.js';
import { escape } from '../cards/kit/text.js';
import { day, days, eachDay } from '../cards/kit/times.js';
import { areManyFailing, type Fleet } from '../cards/pool-state.js';
import {
  columnsOf,
  revenueByDay,
  totalOf,
  type Column,
  type DayRevenue,
} from '../cards/revenue.js';
import type { Line } from '../discord/reply.js';
import { PoolError } from '../pool/pool-error.js';
import type { DateRange } from '../pool/pool.js';
import type { Summary } from '../pool/schemas.js';
import type { Collected, CollectedCurrency } from './collect.js';
import { lastFinishedDay, periodBefore } from './due-times.js';
import type { Snapshot } from './snapshots.js';

/** Each with what moved in brackets: `Hashrate **341.1 PH/s** (−0.1%)`. */
export function figureLines(now: Summary, earlier: Snapshot | undefined): string[] {
  const moved = movements(now, earlier?.figures ?? {});
  const line = (name: string, figure: string, movement: string | null) =>
    `${name} **${figure}**${movement === null ? '' : ` (${movement})`}`;
  return [
    line('Hashrate', hashrate(now.hashrate_24h), moved.hashrate),
    line('Uptime', percent(now.uptime_24h), moved.uptime),
    ...orNone(now.hashprice).map(({ value, currency_type: coin }) =>
      line('Hashprice', amount(value, coin), moved.hashprice(coin)),
    ),
    ...orNone(now.balance).map(({ revenue, currency_type: coin }) =>
      line('Balance', amount(revenue, coin), moved.balance(coin)),
    ),
  ];
}

/** A list that the pool did not give reads "not given", as its figure would. */
function orNone<Entry extends object>(
  entries: readonly Entry[] | null | undefined,
): readonly Partial<Entry>[] {
  return entries && entries.length > 0 ? entries : [{}];
}

/** A line a coin, and a type where there are several: `Earned 29 Nov **0.14318063 BTC**`. */
export function earnedLines(
  revenue: CollectedCurrency['revenue'],
  { schedule: { every }, date, now }: Collected,
): string[] {
  if (revenue === null || revenue instanceof PoolError) return [];
  const all = revenueByDay(revenue.rows);
  const last = lastFinishedDay(date, now);
  const period = every === 'day' ? { start: last, end: last } : periodBefore(every, date);
  const given = within(all, period);
  if (given.length === 0)
    return [`Earned ${days(period.start, period.end, now)} **not there yet**`];
  const earlier = 'before' in period ? within(all, period.before) : [];
  const wanted = eachDay(period.start, period.end).length;
  const part = given.length < wanted ? ` in ${given.length} of ${wanted} days` : '';
  const columns = columnsOf(given);
  const hasTypes = new Set(columns.map(({ type }) => type)).size > 1;
  return columns.map((column) => {
    const total = totalIn(given, column);
    const shown = total === null ? NOT_GIVEN : amount(total, column.coin);
    // Days are compared, not sums: months differ in length, and the last days may be missing.
    const daily = [given, earlier].map((some) => totalIn(some, column)?.div(some.length));
    const moved = unlessZero(change(daily[0], daily[1]));
    const name = every === 'day' ? `Earned ${day(last)}` : 'Earned';
    const type = hasTypes ? ` · ${escape(column.type, 40)}` : '';
    return `${name} **${shown}**${part}${moved === null ? '' : ` (${moved})`}${type}`;
  });
}

function totalIn(some: readonly DayRevenue[], column: Column) {
  const entries = some.flatMap((each) => each.entries);
  return totalOf(entries, column);
}

function within(all: readonly DayRevenue[], { start, end }: DateRange): DayRevenue[] {
  return all.filter((each) => each.day >= start && each.day <= end);
}

/** `Miners: 1,870 hashing · 60 offline · 56 idle` */
export function minerLines(miners: Collected['miners']): Line[] {
  if (miners === null) return [];
  if (miners instanceof PoolError) return [failedLine('Miners', miners)];
  const counts = new Map<string, number>();
  for (const { hashing_status: status } of miners.rows) {
    const name = escape(status || `status ${NOT_GIVEN}`, 20);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const words = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, total]) => `${count(total)} ${name}`);
  return [
    `Miners: ${words.join(' · ') || 'none'}`,
    miners.incomplete && `⚠️ **Incomplete:** miners, ${miners.incomplete}`,
  ];
}

/** Null where few fail. The total stands only where all were counted. */
export function fleetOf(miners: Collected['miners'], summary: Summary | undefined): Fleet | null {
  if (miners === null || miners instanceof PoolError) return null;
  const failing = miners.rows.filter(({ healthy_status }) => healthy_status === 'failing').length;
  const isMore = miners.incomplete !== null;
  if (failing === 0) return null;
  if (!isMore) return { failing, isMore, total: miners.rows.length };
  return areManyFailing(failing, summary?.active_miners) ? { failing, isMore, total: null } : null;
}

export function marginLine({ currency, balances }: Collected['derivatives'][number]): string {
  if (balances instanceof PoolError) return failedLine(`Derivatives ${currency}`, balances);
  const { current_margin_balance: margin, current_available: available } = balances.value;
  const left = signedCell(available?.initial_buffer_available, currency);
  return `Margin **${signed(margin?.effective_margin_balance, currency)}**, available ${left}`;
}
