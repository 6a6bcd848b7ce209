import { failedLine } from '../cards/failures.js';
import { escape, listed } from '../cards/kit/text.js';
import { day, days } from '../cards/kit/times.js';
import { poolState, type OpenWork } from '../cards/pool-state.js';
import { revenueByDay, revenueChart } from '../cards/revenue.js';
import { customId } from '../discord/custom-id.js';
import type { Button, Card, Picture, Reply } from '../discord/reply.js';
import { PoolError } from '../pool/pool-error.js';
import type { Collected, CollectedCurrency, Moment } from './collect.js';
import { lastFinishedDay, periodBefore, shift } from './due-times.js';
import { earnedInPeriod, earnedOnDay } from './earned.js';
import { figureLines } from './figure-lines.js';
import { fleetOf, workspaceLines } from './workspace-lines.js';
import type { Every, Schedule } from './schedule.js';
import type { Snapshot } from './snapshots.js';

export interface PostParts extends Moment {
  readonly schedule: Schedule;
  readonly collected: Collected;
  /** By currency, newest first. */
  readonly kept: ReadonlyMap<string, readonly Snapshot[]>;
  readonly open: OpenWork;
  readonly isLate: boolean;
}

const TITLES: Readonly<Record<Every, string>> = {
  day: 'Daily summary',
  week: 'Weekly summary',
  month: 'Monthly summary',
};

/** A card a currency. */
export async function postReply(post: PostParts): Promise<Reply> {
  const { currencies } = post.collected;
  const cards = await Promise.all(currencies.map((each) => currencyCard(each, post)));
  return { cards, rows: buttonRows(post) };
}

async function currencyCard(each: CollectedCurrency, post: PostParts): Promise<Card> {
  const { schedule, collected, date, now, isLate } = post;
  const { currency, summary, revenue, payments } = each;
  const { every, sections } = schedule;
  const read = summary instanceof PoolError ? null : summary;
  const kept = post.kept.get(currency) ?? [];
  const isFirst = each === collected.currencies[0];
  const state = poolState({
    summary: read?.value ?? null,
    earlier: kept[0] ?? null,
    fleet: isFirst ? fleetOf(collected.miners, read?.value) : null,
    payments,
    now,
  });
  const earned = sections.includes('revenue') ? earnedLines(revenue, post) : [];
  const figures =
    read && sections.includes('figures')
      ? figureLines({ every, date, summary: read.value, kept })
      : { lines: [], explained: null };
  const hasBrackets = [...earned, ...figures.lines].some((line) => / \([+−]/.test(line));
  const brackets = every === 'day' ? sinceWhen(date, kept) : `per day, against the ${every} before`;
  const small = [figures.explained, hasBrackets && `in brackets: ${brackets}`].filter(Boolean);
  const chart = sections.includes('chart') ? await chartOf(each, collected) : undefined;
  return {
    title: `${TITLES[every]} · ${currency} · ${datesOf(post)}${collected.scopeTitle}${isLate ? ' · late' : ''}`,
    tone: state.tone,
    lines: [
      ...state.lines,
      ...earned,
      ...figures.lines,
      revenue instanceof PoolError && failedLine('Revenue', revenue),
      summary instanceof PoolError && failedLine('Figures', summary),
      ...(isFirst ? workspaceLines(post) : []),
      read && refusedLine(read.refused),
      small.length > 0 && `-# ${capital(small.join(' · '))}`,
    ],
    footer: 'Read from the pool',
    at: read?.readAt ?? now,
    ...(chart && { chart }),
  };
}

function datesOf({ schedule: { every }, date, now }: PostParts): string {
  if (every === 'day') return day(date);
  const { start, end } = periodBefore(every, date);
  return days(start, end, now);
}

function sinceWhen(date: string, [last]: readonly Snapshot[]): string {
  return `since ${last?.date === shift(date, -1) ? 'yesterday' : day(last?.date)}`;
}

function earnedLines(
  revenue: CollectedCurrency['revenue'],
  { schedule: { every }, date, now }: PostParts,
): string[] {
  if (revenue === null || revenue instanceof PoolError) return [];
  const all = revenueByDay(revenue.rows);
  return every === 'day'
    ? earnedOnDay(all, lastFinishedDay(date, now))
    : earnedInPeriod(all, periodBefore(every, date), now);
}

/** A message's pictures have names of their own. */
async function chartOf(
  { currency, revenue }: CollectedCurrency,
  { range }: Collected,
): Promise<Picture | undefined> {
  if (revenue === null || revenue instanceof PoolError) return undefined;
  const chart = await revenueChart(revenueByDay(revenue.rows), range);
  return chart && { ...chart, name: `revenue-${currency}.png` };
}

function refusedLine(refused: readonly string[]): string | null {
  if (refused.length === 0) return null;
  return `⚠️ **Incomplete:** no access to ${listed(refused.map((name) => escape(name, 40)))}`;
}

/** What the buttons below a post open, as it is when they are clicked. */
export const DETAILS = ['summary', 'revenue', 'miners', 'payouts'] as const;
type Detail = (typeof DETAILS)[number];

/** A row a currency; the fleet's button stands in the first. */
function buttonRows({ schedule, collected }: PostParts): Button[][] {
  const { sections } = schedule;
  const isOnly = collected.currencies.length === 1;
  return collected.currencies.map(({ currency }, index) => {
    const button = (what: Detail, isOfFleet = false): Button => ({
      label: isOnly || isOfFleet ? capital(what) : `${currency} ${what}`,
      id: customId('daily-more', what, currency),
    });
    return [
      button('summary'),
      button('revenue'),
      ...(index === 0 && sections.includes('miners') ? [button('miners', true)] : []),
      ...(sections.includes('payments') ? [button('payouts')] : []),
    ];
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
