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
} from '../pool/figure-changes.js';
import type { DailyPostModel, CurrencyParts, PaymentAttention } from './daily-post-model.js';
import { section } from './daily-section.js';
import { dayText, shortDay } from '../kit/date-range.js';
import { amount, count, fraction, hashrate, NOT_GIVEN } from '../kit/figures.js';
import { revenueByDay } from '../pool/revenue.js';
import { scopeLine } from '../kit/scope.js';
import { balanceLines, hashpriceLines } from '../pool/summary.js';
import { firstOf, escapeMarkdown, limitLines } from '../kit/text.js';
import { poolTime } from '../kit/times.js';

/** A daily post's card of one currency. */

/** A share of the last day's hashrate. */
const WARN_BELOW = -0.1;

export function currencyCard(parts: CurrencyParts, model: DailyPostModel): APIEmbed | null {
  const { currency, summary, revenue, payments } = parts;
  const earlier = model.earlier.get(currency) ?? { last: null, week: null };
  const drop = summary?.ok ? dropLine(summary.value.value, earlier, model.date) : null;
  const attention = payments?.ok ? attentionLines(payments.value) : null;
  const chart = model.charts.get(currency);
  const readAt = readAtOf([summary, revenue]);
  const lines = [
    model.scope.siteName === undefined && (model.scope.subaccountNames ?? []).length === 0
      ? null
      : scopeLine(model.scope),
    drop,
    ...(attention?.urgent ?? []),
    ...section('Figures', summary, (read) => figureLines(read, earlier, model.date)),
    // What is of now and what is of yesterday stand apart.
    summary === null ? null : '',
    ...(model.sections.includes('revenue')
      ? section('Revenue', revenue, (read) =>
          yesterdayLines(read, currency, model.gathered.range.end),
        )
      : []),
    ...(chart !== undefined && !chart.ok ? ['⚠️ **Chart**: it could not be drawn.'] : []),
    ...(!model.sections.includes('revenue') && revenue?.ok === false
      ? section('Chart', revenue, () => [])
      : []),
    ...section('Payment settings', payments, () => attention?.calm ?? []),
  ];
  if (lines.every((line) => line === null || line === '') && chart === undefined) return null;
  const failed = [summary, revenue, payments].some((part) => part?.ok === false);
  return {
    ...card({
      title: `Daily summary · ${escapeMarkdown(currency, 20)} · ${dayText(model.date)}`,
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
  if (!last || share === null || share.greaterThan(WARN_BELOW)) return null;
  const percent = share.times(-100).toDecimalPlaces(0).toFixed();
  return `⚠️ **Hashrate is down ${percent} %** ${sinceWords(last.date, date)}.`;
}

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
  const lines = limitLines(
    rows,
    (row) => `**${amount(row.total, row.currency)}** · ${escapeMarkdown(row.type, 40)}`,
    { most: 6, what: 'types' },
  );
  return [
    ...(lines.length === 1 ? [`Revenue, ${day}: ${lines[0]}`] : [`Revenue, ${day}:`, ...lines]),
    readNotes(read),
  ];
}

function attentionLines(attention: PaymentAttention) {
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
