import { Decimal } from 'decimal.js';
import { eachDay } from '../days.js';
import type { Card, Picture } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import { PoolError } from '../pool/pool-error.js';
import type { Read } from '../pool/pool.js';
import type { RevenueEntry, Summary } from '../pool/schemas.js';
import { cell, escape, listed } from '../text.js';
import { failureWords, given, incompleteLine, type NamedPart } from './failures.js';
import { sinceLine, type EarlierFigures } from './figure-comparison.js';
import { drawChart } from './kit/charts.js';
import {
  amount,
  count,
  decimal,
  figureCell,
  hashrate,
  hashrateUnit,
  NOT_GIVEN,
  percent,
  type Figure,
} from './kit/figures.js';
import { table } from './kit/table.js';
import { openLine, poolHealth, type OpenWork, type HealthParts } from './pool-health.js';
import type { NamedScope } from './sites-and-subaccounts.js';

/** A site or subaccount with figures of its own. */
export type SummaryPart = NamedPart<Read<Summary>>;

export interface Wanted {
  readonly currency: string;
  readonly place: NamedScope;
}

interface SummaryParts extends Omit<HealthParts, 'summary' | 'earlier'> {
  readonly read: Read<Summary>;
  readonly sites: readonly SummaryPart[];
  readonly open: OpenWork;
  /** Days before today, newest first. */
  readonly kept: { readonly today: string; readonly days: readonly EarlierFigures[] };
}

const MOST_SITES = 6;

export async function summaryCard(
  { currency, place }: Wanted,
  { read, sites, open, kept, ...rest }: SummaryParts,
): Promise<Card> {
  const { value: summary, readAt } = read;
  const [earlier = null] = kept.days;
  const { tone, lines } = poolHealth({ summary, earlier, ...rest });
  return {
    title: `Pool summary · ${currency}${place.title}`,
    tone,
    lines: [
      ...lines,
      openLine(open),
      ...figureLines(summary),
      earlier && sinceLine(summary, earlier),
      ...siteLines(sites),
      incompleteLine(read),
    ],
    at: readAt,
    chart: await hashrateChart(kept, summary.hashrate_24h),
  };
}

/** The 24-hour hashrate of kept days and, as `now` (H/s), of today. Undefined without an earlier day. */
function hashrateChart(
  { today, days: kept }: SummaryParts['kept'],
  now: Figure,
): Promise<Picture | undefined> | undefined {
  const first = kept.at(-1)?.date;
  if (first === undefined) return undefined;
  const byDate = new Map(kept.map(({ date, figures }) => [date, figures.hashrate_24h]));
  const days = eachDay(first, today);
  const rates = days.map((date) => decimal(date === today ? now : byDate.get(date)));
  const { unit, size } = hashrateUnit(Decimal.max(0, ...rates.filter((rate) => rate !== null)));
  const series = [{ values: rates.map((rate) => rate && rate.div(size)) }];
  const panel = { heading: 'Hashrate', unit, series };
  return drawChart({ name: 'hashrate', marks: 'line', days, panels: [panel] });
}

function figureLines(summary: Summary): string[] {
  const { revenue_24h, hashprice, balance } = summary;
  return [
    `Last 5 min **${hashrate(summary.hashrate_5m)}**, efficiency ${percent(summary.efficiency_5m)}`,
    `Last 24 h **${hashrate(summary.hashrate_24h)}**, uptime ${percent(summary.uptime_24h)}`,
    `Active miners **${count(summary.active_miners)}**`,
    ...entryLines(
      'Earned in 24 h',
      revenue_24h,
      (entry, all) => `${coins(entry)}${typeOf(entry, all)}`,
    ),
    ...entryLines(
      'Hashprice',
      hashprice,
      ({ value, currency_type }) => `**${amount(value, currency_type)}**/PH/s/day`,
    ),
    ...balanceLines('Balance', balance),
  ];
}

/** One line per coin: coins don't add up. */
export function balanceLines(name: string, balance: Summary['balance']): string[] {
  return entryLines(name, balance, coins);
}

/** One line per entry; "not given" if the pool gave none. */
function entryLines<Entry>(
  name: string,
  entries: readonly Entry[] | null | undefined,
  show: (entry: Entry, all: readonly Entry[]) => string,
): string[] {
  if (!entries || entries.length === 0) return [`${name} **${NOT_GIVEN}**`];
  return entries.map((entry) => `${name} ${show(entry, entries)}`);
}

function coins({ revenue, currency_type }: Pick<RevenueEntry, 'revenue' | 'currency_type'>) {
  return `**${amount(revenue, currency_type)}**`;
}

/** The pool's word for the kind of revenue, where there are several. */
function typeOf({ revenue_type }: RevenueEntry, all: readonly RevenueEntry[]): string {
  const types = new Set(all.map((entry) => entry.revenue_type));
  return types.size > 1 ? ` · ${escape(revenue_type ?? `type ${NOT_GIVEN}`, 40)}` : '';
}

function siteLines(sites: readonly SummaryPart[]): string[] {
  if (sites.length < 2) return [];
  const rate = ({ read }: SummaryPart) => decimal(given(read)?.value.hashrate_24h)?.toNumber() ?? 0;
  const shown = sites.toSorted((one, other) => rate(other) - rate(one)).slice(0, MOST_SITES);
  const left = sites.length - shown.length;
  return [
    partsTable('Site', shown),
    ...(left > 0 ? [`-# ${count(left)} more: CSV`] : []),
    ...failedParts(sites),
  ];
}

/** Hashrate of 24 hours and active miners of each part. */
function partsTable(heading: string, parts: readonly SummaryPart[]): string {
  return table(
    [heading, '24 h', 'Active'],
    parts.map(({ name, read }) => {
      const value = given(read)?.value;
      return [
        cell(name, 16),
        figureCell(value?.hashrate_24h, hashrate),
        figureCell(value?.active_miners, count),
      ];
    }),
  );
}

/** `⚠️ Lone Mesa and Pecos Flats: no answer from the pool` */
function failedParts(parts: readonly SummaryPart[]): string[] {
  const failed = parts.flatMap(({ name, read }) =>
    read instanceof PoolError ? [{ name: escape(name, 40), words: failureWords(read) }] : [],
  );
  return [...groupBy(failed, ({ words }) => words)].map(
    ([words, of]) => `⚠️ ${listed(of.map(({ name }) => name))}: ${words}`,
  );
}

export function bySubaccountCard({ currency, place }: Wanted, parts: readonly SummaryPart[]): Card {
  const title = `By subaccount · ${currency}${place.title}`;
  if (parts.length === 0) return { title, lines: ['No subaccounts here.'] };
  return { title, lines: [partsTable('Subaccount', parts), ...failedParts(parts)] };
}

/** Records for the file: one row per part, with every figure. Subaccounts have their own list. */
export function summaryRecords(heading: string, parts: readonly SummaryPart[]): object[] {
  return parts.map(({ name, read }) => {
    if (read instanceof PoolError) return { [heading]: name, failed: failureWords(read) };
    const { subaccounts: _, ...figures } = read.value;
    return { [heading]: name, ...figures };
  });
}
