import type { Reply } from '../../../domain/messages/reply.js';
import { toDecimal, type Numeric } from '../../../domain/numbers/numeric.js';
import type { Read } from '../../../pool-api/client.js';
import type { RevenueEntry, Summary } from '../../../pool-api/resources.js';
import {
  answeredCurrency,
  currencyTitle,
  CURRENCY_NOT_GIVEN,
} from '../../kit/reported-currency.js';
import { card, chartFailedLine, readNotes } from '../../kit/card.js';
import { openLines, type OpenMatters } from './waiting-changes-lines.js';
import { bySiteLines, type SummariesBySite, type FailingCount } from './by-site.js';
import { changeLine, COMPARISONS } from './figure-changes.js';
import type { EarlierFigures } from '../../../domain/daily/snapshot.js';
import { STATE_TONES, poolStateLines } from './state-line.js';
import { failureSentence } from '../../errors/failures.js';
import { button, buttonRow, primaryButton, type ButtonRow } from '../../kit/buttons.js';
import type { Picture } from '../../charts/render/picture.js';
import { poolState, type Evidence } from '../../../domain/daily/pool-state.js';
import type { Result } from '../../../domain/errors/result.js';
import type { AttachedFiles } from '../../files/file-reply.js';
import { amount, count, fraction, hashprice, hashrate, NOT_GIVEN } from '../../kit/figures.js';
import { scopeLine } from '../../kit/scope.js';
import { escapeMarkdown, limitLines } from '../../kit/text.js';
import type { NamedScope } from '../../../domain/guild/default-scope.js';

interface SummaryScope extends NamedScope {
  readonly currency: string;
}

interface SummaryExtras {
  /** The figures to compare with. */
  readonly earlier?: DatedFigures;
  /** Every field, including those that no card shows. */
  readonly attached?: AttachedFiles;
  /** Null if nobody counted them. */
  readonly failing?: Result<FailingCount> | null;
  /** Null if there is one site, or none known. */
  readonly bySite?: SummariesBySite | null;
  /** Null if no earlier days are kept. */
  readonly chart?: Result<Picture> | null;
  readonly ids?: SummaryIds;
  /** Alerts that are open and changes that wait, of this server; absent if not asked for. */
  readonly open?: Result<OpenMatters>;
}

/** Custom ids of the buttons. */
export interface SummaryIds {
  readonly refresh: string;
  readonly revenue: string;
  readonly miners: string;
  /** Absent if there are no parts. */
  readonly parts?: string;
}

export function summaryReply(
  read: Read<Summary>,
  scope: SummaryScope,
  extras: SummaryExtras = {},
): Reply {
  const { value: summary } = read;
  const { earlier, attached, failing = null, bySite, chart, ids, open } = extras;
  const state = earlier && poolState(evidenceOf(read, earlier, { failing, scope }));
  const currency = answeredCurrency(summary, scope.currency);
  // For some subaccounts only, the line below says that the pool counts the whole workspace.
  const isSaid =
    state?.findings.some(({ what }) => what === 'failing') === true &&
    (scope.subaccountNames ?? []).length === 0;
  return {
    embeds: [
      {
        ...card({
          title: `Pool summary · ${currencyTitle(currency)}`,
          ...(state ? { tone: STATE_TONES[state.level] } : {}),
          lines: [
            ...(state && earlier ? poolStateLines(state, earlier.date) : []),
            ...(open === undefined ? [] : openLines(open)),
            scopeLine(scope),
            readNotes(read),
            ...(bySite ? bySiteLines(bySite, failing) : []),
            chart?.ok === false ? chartFailedLine : null,
            ...figureLines(summary, earlier),
            failing === null || isSaid ? null : failingLine(failing, scope),
            ...(attached === undefined ? [] : [ALL_FIELDS, ...attached.lines]),
          ],
          readAt: read.readAt,
        }),
        ...(chart?.ok ? { image: { url: chart.value.url } } : {}),
      },
    ],
    ...(ids === undefined ? {} : { components: [buttonsOf(ids)] }),
    ...(attached === undefined
      ? {}
      : { files: [...attached.files, ...(chart?.ok ? [chart.value.file] : [])] }),
  };
}

/** Lines, as in a daily post: a phone stacks fields, each with its own heading. */
function figureLines(summary: Summary, earlier: DatedFigures | undefined): (string | null)[] {
  const change = (key: keyof typeof COMPARISONS) =>
    earlier ? changeOf(key, summary, earlier) : null;
  return [
    `Hashrate, 5 minutes: **${hashrate(summary.hashrate_5m)}**`,
    `Hashrate, 24 hours: **${hashrate(summary.hashrate_24h)}**`,
    change('hashrate'),
    `Active miners: **${count(summary.active_miners)}**`,
    change('miners'),
    `Efficiency, 5 minutes: **${fraction(summary.efficiency_5m)}**`,
    `Uptime, 24 hours: **${fraction(summary.uptime_24h)}**`,
    change('uptime'),
    named('Hashprice', bold(hashpriceLines(summary.hashprice))),
    change('hashprice'),
    named('Revenue, 24 hours', revenueLines(summary.revenue_24h)),
    named('Revenue, all time', revenueLines(summary.revenue_all_time)),
    named('Balance', bold(balanceLines(summary.balance))),
    change('balance'),
  ];
}

/** Several figures go below their name, one per line. */
function named(name: string, figures: string): string {
  return `${name}:${figures.includes('\n') ? '\n' : ' '}${figures}`;
}

function bold(figures: string): string {
  return figures.replaceAll(/^.+$/gm, '**$&**');
}

type DatedFigures = EarlierFigures & { readonly date: string };

/** Since the last kept day and over a week; null if nothing can be compared. */
export function changeOf(
  key: keyof typeof COMPARISONS,
  now: Summary,
  earlier: DatedFigures,
): string | null {
  // Payouts change a balance, so a week's change says nothing.
  const against = key === 'balance' ? { ...earlier, week: null } : earlier;
  return changeLine(COMPARISONS[key], now, against);
}

function evidenceOf(
  read: Read<Summary>,
  { last }: EarlierFigures,
  { failing, scope }: { failing: Result<FailingCount> | null; scope: SummaryScope },
): Evidence {
  // The pool doesn't know a subaccount's miners, so their failing ones are the whole workspace's.
  const isOfAll = (scope.subaccountNames ?? []).length === 0;
  const active = isOfAll ? (toDecimal(read.value.active_miners)?.toNumber() ?? null) : null;
  return {
    now: read.value,
    last,
    miners: failing?.ok
      ? {
          failing: failing.value.count,
          atLeast: failing.value.atLeast,
          total: last?.miners ?? null,
          active,
        }
      : null,
    isPartial: read.refusedSubaccounts.length > 0,
  };
}

function failingLine(failing: Result<FailingCount>, scope: SummaryScope): string {
  if (!failing.ok) return `Failing miners: not counted. ${failureSentence(failing.error)}`;
  const { count: many, atLeast } = failing.value;
  // The pool doesn't know a subaccount's miners.
  const where = (scope.subaccountNames ?? []).length > 0 ? ', whole workspace' : '';
  return `Failing miners${where}: **${atLeast ? 'at least ' : ''}${count(many)}**`;
}

function buttonsOf({ refresh, revenue, miners, parts }: SummaryIds): ButtonRow {
  return buttonRow([
    primaryButton('Refresh', refresh),
    button('Revenue', revenue),
    button('Failing miners', miners),
    ...(parts === undefined ? [] : [button('By subaccount', parts)]),
  ]);
}

const ALL_FIELDS = '-# The file has all fields of the pool’s answer, in full precision.';

/** One line per entry received; none is dropped or silently added up. */
function revenueLines(entries: readonly RevenueEntry[] | null): string {
  return lines(
    entries,
    (entry) =>
      `**${coins(entry.revenue, entry)}** · ${escapeMarkdown(entry.revenue_type ?? 'type not given', 40)}`,
  );
}

export function hashpriceLines(entries: Summary['hashprice']): string {
  return lines(entries, ({ value, currency_type }) =>
    currency_type ? hashprice(value, currency_type) : unnamed(value, ' per PH/s per day'),
  );
}

export function balanceLines(entries: Summary['balance']): string {
  return lines(entries, (entry) => coins(entry.revenue, entry));
}

/** If an entry names no currency, the requested one doesn't help: LTC_DOGE isn't a coin. */
function coins(
  value: Numeric | null | undefined,
  { currency_type }: { readonly currency_type?: string | null | undefined },
): string {
  return currency_type ? amount(value, currency_type) : unnamed(value, '');
}

function unnamed(value: Numeric | null | undefined, per: string): string {
  const digits = count(value);
  return digits === NOT_GIVEN ? digits : `${digits}${per}, ${CURRENCY_NOT_GIVEN}`;
}

function lines<Entry>(entries: readonly Entry[] | null, line: (entry: Entry) => string): string {
  if (entries === null) return NOT_GIVEN;
  return limitLines(entries, line, { most: 12 }).join('\n') || 'none listed';
}
