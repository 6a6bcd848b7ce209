import { failedLine } from '../cards/failures.js';
import { escape, listed } from '../cards/kit/text.js';
import { day, days, moment } from '../cards/kit/times.js';
import { openLine, poolState } from '../cards/pool-state.js';
import { revenueByDay, revenueChart } from '../cards/revenue.js';
import { customId } from '../discord/custom-id.js';
import type { Button, Card, Picture, Reply } from '../discord/reply.js';
import { PoolError } from '../pool/pool-error.js';
import type { Collected, CollectedCurrency } from './collect.js';
import { periodBefore, shift } from './due-times.js';
import { earnedLines, figureLines, fleetOf, marginLine, minerLines } from './lines.js';

/** A card a currency. */
export async function postReply(post: Collected): Promise<Reply> {
  const cards = await Promise.all(post.currencies.map((each) => currencyCard(each, post)));
  return { cards, rows: buttonRows(post) };
}

const TITLES = { day: 'Daily summary', week: 'Weekly summary', month: 'Monthly summary' } as const;

async function currencyCard(each: CollectedCurrency, post: Collected): Promise<Card> {
  const { schedule, place, miners, guild, now, isLate } = post;
  const { currency, summary, revenue, payments, kept } = each;
  const { every, sections } = schedule;
  const read = summary instanceof PoolError ? null : summary;
  const isFirst = each === post.currencies[0];
  const fleet = isFirst ? fleetOf(miners, read?.value) : null;
  const state = poolState({
    summary: read?.value ?? null,
    earlier: kept[0] ?? null,
    fleet,
    payments,
    now,
  });
  const { title, earlier, since } = spanOf(post, each);
  const compared = [
    ...(sections.includes('revenue') ? earnedLines(revenue, post) : []),
    ...(read && sections.includes('figures') ? figureLines(read.value, earlier) : []),
  ];
  const chart = sections.includes('chart') ? await chartOf(each, post) : undefined;
  const waiting = guild.loosening;
  return {
    title: `${TITLES[every]} · ${currency} · ${title}${place.title}${isLate ? ' · late' : ''}`,
    tone: state.tone,
    lines: [
      ...state.lines,
      ...compared,
      revenue instanceof PoolError && failedLine('Revenue', revenue),
      summary instanceof PoolError && failedLine('Figures', summary),
      ...(isFirst ? [...minerLines(miners), ...post.derivatives.map(marginLine)] : []),
      isFirst && openLine(post.open),
      isFirst && waiting && `🔓 A weaker rule takes effect ${moment(waiting.effectiveAt, 'R')}`,
      read && refusedLine(read.refused),
      compared.some((line) => / \([+−]/.test(line)) && `-# In brackets: ${since}`,
    ],
    footer: 'Read from the pool',
    at: read?.readAt ?? now,
    ...(chart && { chart }),
  };
}

/** The days of a post, and what its figures are compared with: those of when its days began. */
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
export const DETAILS = ['Summary', 'Revenue', 'Miners', 'Payouts'] as const;

/** A row a currency; the fleet's button stands in the first. */
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
