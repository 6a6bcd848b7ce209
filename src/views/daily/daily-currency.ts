import type { APIEmbed } from 'discord-api-types/v10';
import type { Result } from '../../domain/errors/result.js';
import type { Read } from '../../pool-api/client.js';
import type { RevenueReport, Summary } from '../../pool-api/resources.js';
import { card, chartFailedLine, readNotes } from '../kit/card.js';
import type { EarlierFigures } from '../../domain/daily/snapshot.js';
import type { COMPARISONS } from '../pool/summary/figure-changes.js';
import { bySiteLines } from '../pool/summary/by-site.js';
import { STATE_TONES, poolStateLines } from '../pool/summary/state-line.js';
import { failingOf, saysState } from './daily-fleet.js';
import type { Tone } from '../kit/palette.js';
import { poolState, type Evidence, type PoolState } from '../../domain/daily/pool-state.js';
import type { DailyPostModel, CurrencyParts, PaymentAttention } from './daily-post-model.js';
import { section } from './daily-section.js';
import { dayText, shortDay } from '../kit/range-text.js';
import { amount, count, fraction, hashrate, NOT_GIVEN } from '../kit/figures.js';
import { revenueByDay } from '../pool/revenue.js';
import { scopeLine } from '../kit/scope.js';
import { balanceLines, changeOf, hashpriceLines } from '../pool/summary/summary.js';
import { currencyTitle } from '../kit/reported-currency.js';
import { firstOf, escapeMarkdown, limitLines } from '../kit/text.js';
import { poolTime } from '../kit/times.js';

/** A daily post's card for one currency. */

export function currencyCard(parts: CurrencyParts, model: DailyPostModel): APIEmbed | null {
  const { currency, summary, revenue, payments, bySite } = parts;
  const { miners } = model.gathered;
  const failing = miners?.ok ? ({ ok: true, value: miners.value.failing } as const) : miners;
  const earlier = model.earlier.get(currency) ?? { last: null, week: null };
  const state = summary === null ? null : poolState(evidenceOf(parts, model));
  const attention = payments?.ok ? attentionLines(payments.value) : null;
  const chart = model.charts.get(currency);
  const readAt = readAtOf([summary, revenue]);
  const lines = [
    model.scope.siteName === undefined && (model.scope.subaccountNames ?? []).length === 0
      ? null
      : scopeLine(model.scope),
    ...(state === null || !saysState(parts) ? [] : poolStateLines(state, model.date)),
    ...(attention?.urgent ?? []),
    ...section('Figures', summary, (read) => figureLines(read, earlier, model.date)),
    // Separates current figures from yesterday's.
    ...(bySite ? bySiteLines(bySite, failing) : []),
    summary === null ? null : '',
    ...(model.sections.includes('revenue')
      ? section('Revenue', revenue, (read) =>
          yesterdayLines(read, currency, model.gathered.range.end),
        )
      : []),
    ...(chart !== undefined && !chart.ok ? [chartFailedLine] : []),
    ...(!model.sections.includes('revenue') && revenue?.ok === false
      ? section('Chart', revenue, () => [])
      : []),
    ...section('Payment settings', payments, () => attention?.calm ?? []),
  ];
  if (lines.every((line) => line === null || line === '') && chart === undefined) return null;
  const failed = [summary, revenue, payments].some((part) => part?.ok === false);
  return {
    ...card({
      title: `Daily summary · ${currencyTitle(currency)} · ${dayText(model.date)}`,
      tone: toneOf(state, failed || (attention?.urgent.length ?? 0) > 0),
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
  const change = (key: keyof typeof COMPARISONS) => changeOf(key, now, { ...earlier, date });
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
    change('balance'),
    readNotes(read),
  ];
}

function inOneLine(lines: string): string {
  return lines.replaceAll('\n', ' · ');
}

/** Problems outside the state's rules deserve at least a warning. */
function toneOf(state: PoolState | null, warns: boolean): Tone {
  const tone = state === null ? 'neutral' : STATE_TONES[state.level];
  return warns && tone !== 'bad' ? 'warning' : tone;
}

function evidenceOf(
  { currency, summary, payments }: CurrencyParts,
  { earlier, gathered: { miners } }: DailyPostModel,
): Evidence {
  return {
    now: summary?.ok ? summary.value.value : null,
    last: earlier.get(currency)?.last ?? null,
    miners: miners?.ok ? failingOf(miners.value) : null,
    ...(payments === null ? {} : { payments: payments.ok ? known(payments.value) : null }),
    isPartial: summary?.ok === true && summary.value.refusedSubaccounts.length > 0,
  };
}

/** If the list was cut off, finding none proves nothing. */
function known(attention: PaymentAttention): PaymentAttention | null {
  const found = attention.awaitingCount + attention.frozenCount;
  return found > 0 || attention.cutOff === undefined ? attention : null;
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
  // If the list was cut off, finding none proves nothing.
  const isCalm = urgent.length === 0 && read.cutOff === undefined;
  const calm = isCalm ? ['Payment settings: none awaiting approval, none frozen'] : [];
  return { urgent, calm: notes === null ? calm : [...calm, notes] };
}

function readAtOf(parts: readonly (Result<{ readonly readAt: number }> | null)[]): number | null {
  for (const part of parts) if (part?.ok) return part.value.readAt;
  return null;
}
