import type { APIEmbed } from 'discord-api-types/v10';
import type { Result } from '../../domain/errors/result.js';
import type { Read } from '../../pool-api/client.js';
import type { RevenueReport, Summary } from '../../pool-api/resources.js';
import { card, readNotes } from '../kit/card.js';
import {
  COMPARISONS,
  changeLine,
  shareChange,
  sinceWords,
  type EarlierFigures,
} from '../pool/daily-changes.js';
import type { DailyPostModel, CurrencyParts, PaymentAttention } from './daily-post-model.js';
import { section } from './daily-section.js';
import { dayText, shortDay } from '../kit/date-range.js';
import { amount, count, fraction, hashrate, NOT_GIVEN } from '../kit/figures.js';
import { revenueByDay } from '../pool/revenue.js';
import { scopeLine } from '../kit/scope.js';
import { balanceLines, hashpriceLines } from '../pool/summary.js';
import { firstOf, escapeMarkdown } from '../kit/text.js';
import { poolTime } from '../kit/times.js';

/** What a daily post says of one currency: a line for each figure, its change in small print. */

/** A fall of a tenth is worth a word at the top. */
const WORTH_A_WARNING = -0.1;

export function currencyCard(parts: CurrencyParts, shown: DailyPostModel): APIEmbed | null {
  const { currency, summary, revenue, payments } = parts;
  const earlier = shown.earlier.get(currency) ?? { last: null, week: null };
  const drop = summary?.ok ? dropLine(summary.value.value, earlier, shown.date) : null;
  const attention = payments?.ok ? attentionLines(payments.value) : null;
  const chart = shown.charts.get(currency);
  const readAt = readAtOf([summary, revenue]);
  const lines = [
    shown.scope.siteName === undefined && (shown.scope.subaccountNames ?? []).length === 0
      ? null
      : scopeLine(shown.scope),
    drop,
    ...(attention?.urgent ?? []),
    ...section('Figures', summary, (read) => figureLines(read, earlier, shown.date)),
    // What is of now and what is of yesterday stand apart.
    summary === null ? null : '',
    ...(shown.sections.includes('revenue')
      ? section('Revenue', revenue, (read) =>
          yesterdayLines(read, currency, shown.gathered.range.end),
        )
      : []),
    ...(chart !== undefined && !chart.ok ? ['⚠️ **Chart**: it could not be drawn.'] : []),
    ...(!shown.sections.includes('revenue') && revenue?.ok === false
      ? section('Chart', revenue, () => [])
      : []),
    ...section('Payment settings', payments, () => attention?.calm ?? []),
  ];
  if (lines.every((line) => line === null || line === '') && chart === undefined) return null;
  const failed = [summary, revenue, payments].some((part) => part?.ok === false);
  return {
    ...card({
      title: `Daily summary · ${escapeMarkdown(currency, 20)} · ${dayText(shown.date)}`,
      tone: drop !== null || failed || (attention?.urgent.length ?? 0) > 0 ? 'warning' : 'neutral',
      lines,
      ...(readAt === null ? {} : { readAt }),
    }),
    ...(chart?.ok ? { image: { url: chart.value.url } } : {}),
  };
}

function figureLines(
  read: Read<Summary>,
  earlier: EarlierFigures,
  date: string,
): readonly (string | null)[] {
  const now = read.value;
  const change = (key: keyof typeof COMPARISONS) =>
    changeLine(COMPARISONS[key], now, { ...earlier, date });
  return [
    `Hashrate, 24 h: **${hashrate(now.hashrate_24h)}**`,
    change('hashrate'),
    `Active miners: **${count(now.active_miners)}**`,
    change('miners'),
    `Uptime, 24 h: **${fraction(now.uptime_24h)}**`,
    change('uptime'),
    `Hashprice: **${inOneLine(hashpriceLines(now.hashprice))}**`,
    change('hashprice'),
    `Balance: **${inOneLine(balanceLines(now.balance))}**`,
    // Payouts are in it, so over a week it tells nothing.
    changeLine(COMPARISONS.balance, now, { last: earlier.last, week: null, date }),
    earlier.last === null && earlier.week === null
      ? '-# Changes are shown once there is an earlier day to compare with.'
      : null,
    readNotes(read),
  ];
}

function inOneLine(lines: string): string {
  return lines.replaceAll('\n', ' · ');
}

function dropLine(now: Summary, { last }: EarlierFigures, date: string): string | null {
  const share = last && shareChange(now.hashrate_24h, last.figures.hashrate_24h);
  if (!last || share === null || share.greaterThan(WORTH_A_WARNING)) return null;
  const percent = share.times(-100).toDecimalPlaces(0).toFixed();
  return `⚠️ **Hashrate is down ${percent} %** ${sinceWords(last.date, date)}.`;
}

const MOST_TYPES = 6;

function yesterdayLines(
  read: Read<RevenueReport>,
  currency: string,
  yesterday: string,
): readonly (string | null)[] {
  const rows = revenueByDay(read.value, currency).filter(({ day }) => day === yesterday);
  const day = `${shortDay(yesterday)} (UTC day)`;
  const given = !!read.value.revenue;
  if (rows.length === 0) {
    const why = given ? 'not there yet' : NOT_GIVEN;
    return [`Revenue, ${day}: **${why}**`, readNotes({ ...read, given })];
  }
  const lines = rows
    .slice(0, MOST_TYPES)
    .map((row) => `**${amount(row.total, row.currency)}** · ${escapeMarkdown(row.type, 40)}`);
  const left = rows.length - lines.length;
  return [
    lines.length === 1 && left === 0 ? `Revenue, ${day}: ${lines[0]}` : `Revenue, ${day}:`,
    ...(lines.length === 1 && left === 0 ? [] : lines),
    left > 0 ? `and ${left} more types` : null,
    readNotes(read),
  ];
}

function attentionLines(attention: PaymentAttention): {
  readonly urgent: readonly string[];
  readonly calm: readonly string[];
} {
  const { awaiting, awaitingCount, frozen, frozenCount, ...read } = attention;
  const name = (record: (typeof awaiting)[number]) =>
    escapeMarkdown(record.subaccount?.name ?? 'subaccount not given', 40);
  const until = (record: (typeof frozen)[number]) =>
    `${name(record)} until ${poolTime(record.frozen_until, 'D')}`;
  const urgent = [
    ...(awaitingCount === 0
      ? []
      : [`⚠️ **Payment settings await approval**: ${firstOf(awaiting.map(name), awaitingCount)}`]),
    ...(frozenCount === 0
      ? []
      : [`⚠️ **Payouts frozen**: ${firstOf(frozen.map(until), frozenCount)}`]),
  ];
  const notes = readNotes(read);
  // Of a list that was cut off nobody knows that there is none.
  const isCalm = urgent.length === 0 && read.cutOff === undefined;
  const calm = isCalm ? ['Payment settings: none awaits approval, none is frozen'] : [];
  return { urgent, calm: notes === null ? calm : [...calm, notes] };
}

function readAtOf(parts: readonly (Result<{ readonly readAt: number }> | null)[]): number | null {
  for (const part of parts) if (part?.ok) return part.value.readAt;
  return null;
}
