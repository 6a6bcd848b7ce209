import { compareFigures, unlessZero, type EarlierFigures } from '../cards/figure-comparison.js';
import { failedLine, given, incompleteLine } from '../cards/failures.js';
import { amount, change, count, NOT_GIVEN, signed, signedCell } from '../cards/kit/figures.js';
import { day, days, moment } from '../cards/kit/times.js';
import { areManyFailing, openLine, poolHealth, type Fleet } from '../cards/pool-health.js';
import {
  columnsOf,
  haveSeveral,
  revenueByDay,
  revenueChart,
  totalOf,
  type DayRevenue,
} from '../cards/revenue.js';
import { eachDay, shift } from '../days.js';
import { customId } from '../discord/custom-id.js';
import type { Button, Card, Line, Reply } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import { PoolError } from '../pool/pool-error.js';
import type { DateRange } from '../pool/pool.js';
import type { Summary } from '../pool/schemas.js';
import { escape } from '../text.js';
import type { Collected, CollectedCurrency } from './collect.js';
import { lastFinishedDay, periodBefore } from './due-times.js';

export async function postReply(post: Collected): Promise<Reply> {
  const cards = await Promise.all(post.currencies.map((each) => currencyCard(each, post)));
  return { cards, rows: buttonRows(post) };
}

const TITLES = { day: 'Daily summary', week: 'Weekly summary', month: 'Monthly summary' } as const;

async function currencyCard(each: CollectedCurrency, post: Collected): Promise<Card> {
  const { schedule, place, miners, guild, now, isLate } = post;
  const { currency, summary, revenue, payments, kept } = each;
  const { every, sections } = schedule;
  const read = given(summary);
  const isFirst = each === post.currencies[0];
  const fleet = currency === guild.settings.currency ? fleetOf(miners, read?.value) : null;
  const state = poolHealth({
    summary: read?.value ?? null,
    earlier: kept[0] ?? null,
    fleet,
    payments,
    now,
  });
  const { title, earlier, since } = spanOf(post, each);
  const rows = given(revenue)?.rows;
  const earned = rows && revenueByDay(rows);
  const compared = [
    ...(earned && sections.includes('revenue') ? earnedLines(earned, post) : []),
    ...(read && sections.includes('figures') ? figureLines(read.value, earlier) : []),
  ];
  const isDrawn = earned !== undefined && sections.includes('chart');
  const waiting = guild.loosening;
  return {
    title: `${TITLES[every]} · ${currency} · ${title}${place.title}${isLate ? ' · late' : ''}`,
    tone: state.tone,
    lines: [
      ...state.lines,
      ...compared,
      failedLine('Revenue', revenue),
      failedLine('Figures', summary),
      ...(isFirst ? [...minerLines(miners), ...post.derivatives.map(marginLine)] : []),
      isFirst && openLine(post.open),
      isFirst && waiting && `🔓 A weaker rule takes effect ${moment(waiting.effectiveAt, 'R')}`,
      read && incompleteLine(read),
      compared.some((line) => / \([+−]/.test(line)) && `-# In brackets: ${since}`,
    ],
    at: read?.readAt ?? now,
    // Each picture in a message needs its own name.
    chart: isDrawn ? await revenueChart(earned, post.range, `revenue-${currency}`) : undefined,
  };
}

/** The days of a post, and the figures from when those days began, to compare with. */
function spanOf({ schedule: { every }, date, now }: Collected, { kept }: CollectedCurrency) {
  if (every === 'day') {
    const [earlier] = kept;
    const since = earlier?.date === shift(date, -1) ? 'yesterday' : day(earlier?.date);
    return { title: day(date), earlier, since: `since ${since}` };
  }
  const { start, end } = periodBefore(every, date);
  const earlier = kept.find((snapshot) => snapshot.date === start);
  return { title: days(start, end, now), earlier, since: `against the ${every} before` };
}

/** What the buttons below a post open, as it is when they are clicked. */
export const DETAILS = ['Summary', 'Revenue', 'Miners', 'Payouts'] as const;

/** One row per currency; the fleet's button is in the first. */
function buttonRows({ schedule: { sections }, currencies }: Collected): Button[][] {
  return currencies.map(({ currency }, index) => {
    const wanted = DETAILS.filter((what) => {
      if (what === 'Miners') return index === 0 && sections.includes('miners');
      return what !== 'Payouts' || sections.includes('payments');
    });
    return wanted.map((what) => ({
      label:
        currencies.length === 1 || what === 'Miners' ? what : `${currency} ${what.toLowerCase()}`,
      id: customId('daily-more', what, currency),
    }));
  });
}

/** Each with what moved in brackets: `Hashrate **341.1 PH/s** (−0.1%)`. */
function figureLines(summary: Summary, earlier: EarlierFigures | undefined): string[] {
  return compareFigures(summary, earlier?.figures).map(
    ({ name, now, moved }) => `${name} **${now}**${inBrackets(moved)}`,
  );
}

function inBrackets(moved: string | null): string {
  return moved === null ? '' : ` (${moved})`;
}

/** One line per coin, and per type if there are several: `Earned 29 Nov **0.14318063 BTC**`. */
function earnedLines(
  all: readonly DayRevenue[],
  { schedule: { every }, date, now }: Collected,
): string[] {
  const last = lastFinishedDay(date, now);
  const period = every === 'day' ? { start: last, end: last } : periodBefore(every, date);
  const given = within(all, period);
  if (given.length === 0)
    return [`Earned ${days(period.start, period.end, now)} **not there yet**`];
  const earlier = 'before' in period ? within(all, period.before) : [];
  const wanted = eachDay(period.start, period.end).length;
  const part = given.length < wanted ? ` in ${given.length} of ${wanted} days` : '';
  const columns = columnsOf(given);
  return columns.map((column) => {
    const total = amount(totalOf(given, column), column.coin);
    // Days are compared, not sums: months differ in length, and the last days may be missing.
    const daily = [given, earlier].map((some) => totalOf(some, column)?.div(some.length));
    const moved = unlessZero(change(daily[0], daily[1]));
    const name = every === 'day' ? `Earned ${day(last)}` : 'Earned';
    const type = haveSeveral('type', columns) ? ` · ${escape(column.type, 40)}` : '';
    return `${name} **${total}**${part}${inBrackets(moved)}${type}`;
  });
}

function within(all: readonly DayRevenue[], { start, end }: DateRange): DayRevenue[] {
  return all.filter((each) => each.day >= start && each.day <= end);
}

/** `Miners: 1,870 hashing · 60 offline · 56 idle` */
function minerLines(miners: Collected['miners']): Line[] {
  if (miners === null) return [];
  if (miners instanceof PoolError) return [failedLine('Miners', miners)];
  const groups = groupBy(miners.rows, ({ hashing_status: status }) =>
    escape(status || `status ${NOT_GIVEN}`, 20),
  );
  const words = [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, { length }]) => `${count(length)} ${name}`);
  return [
    `Miners: ${words.join(' · ') || 'none'}`,
    miners.incomplete && `⚠️ **Incomplete:** miners, ${miners.incomplete}`,
  ];
}

/** Null if few fail. The total stands only where all were counted. */
function fleetOf(miners: Collected['miners'], summary: Summary | undefined): Fleet | null {
  if (miners === null || miners instanceof PoolError) return null;
  const failing = miners.rows.filter(({ healthy_status }) => healthy_status === 'failing').length;
  const isMore = miners.incomplete !== null;
  if (failing === 0 || (isMore && !areManyFailing(failing, summary?.active_miners))) return null;
  return { failing, isMore, total: isMore ? null : miners.rows.length };
}

function marginLine({ name: currency, read }: Collected['derivatives'][number]): Line {
  if (read instanceof PoolError) return failedLine(`Derivatives ${currency}`, read);
  const { current_margin_balance: margin, current_available: available } = read.value;
  const left = signedCell(available?.initial_buffer_available, currency);
  return `Margin **${signed(margin?.effective_margin_balance, currency)}**, available ${left}`;
}
