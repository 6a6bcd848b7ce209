import { decimal } from '../../cards/kit/figures.js';
import type { List, Read } from '../../pool/pool.js';
import type { Contract, PaymentSettings, Summary } from '../../pool/schemas.js';
import type { Tx } from '../../store/store.js';
import type { AlertEvent, Reading } from '../alert.js';
import { CONDITION_SPECS } from '../conditions.js';
import { compare } from '../measure/compare.js';
import { lookAtContracts, type KnownContracts } from '../measure/contracts.js';
import { measureCount, measureTemperature } from '../measure/miners.js';
import {
  fallenBalances,
  longApprovals,
  lookAtApprovals,
  presentAddresses,
  type KnownApprovals,
} from '../measure/payments.js';
import { measureRevenue } from '../measure/revenue.js';
import { measureSummary, summaryFigures } from '../measure/summary.js';
import { keep, KEPT_MS, readKept, readKnown, readLast, replaceKnown } from '../readings.js';
import type { Rule } from '../rule.js';
import { knownName, nameOf, type Answer, type WantedRead } from './reads.js';

/** Null: the pool did not give it; undefined: not read, or nothing to compare with yet. */
export interface Finding {
  readonly reading?: Reading | null | undefined;
  readonly events?: readonly AlertEvent[] | null | undefined;
}

/** An answer, and what is needed to judge it. */
export interface Answered {
  readonly read: WantedRead;
  readonly currency: string;
  /** Null: it failed. */
  readonly answer: Answer | null;
  /** The rules that rest on it. */
  readonly rules: readonly Rule[];
  /** Read where a balance fell; else null. */
  readonly settings: List<PaymentSettings> | null;
  readonly siteNames: ReadonlyMap<string, string>;
  /** Its figures are to be kept for later. */
  readonly isKept: boolean;
}

interface Judged extends Answered {
  readonly tx: Tx;
  readonly guild: string;
}

type Judge = (rule: Rule) => Finding;

const isEvents = ({ condition }: Rule): boolean => CONDITION_SPECS[condition].compares === 'event';

/** What an answer says to each rule, by its id; keeps what later ones are compared with. */
export async function findings(judged: Judged): Promise<ReadonlyMap<string, Finding>> {
  const judge = await judgeOf(judged);
  return new Map(judged.rules.map((rule) => [rule.id, judge(rule)]));
}

async function judgeOf(judged: Judged): Promise<Judge> {
  const { answer, siteNames } = judged;
  switch (answer?.kind) {
    case undefined:
      return (rule) => (isEvents(rule) ? { events: null } : { reading: null });
    case 'summary':
      return ofSummary(judged, answer.read);
    case 'contracts':
      return ofContracts(judged, answer.list);
    case 'payments':
      return ofApprovals(judged, answer.list);
    case 'revenue':
      return (rule) => ({ reading: measureRevenue(rule, answer.list) });
    case 'temperature':
      return ofFigure(judged, (rule) => measureTemperature(rule, answer.page));
    case 'miners':
      return ofFigure(judged, (rule) => measureCount(rule, answer.count, siteNames));
    case 'balances': {
      const { value, readAt: at } = answer.read;
      // What `/balances` calls available.
      const available = value.current_available?.initial_buffer_available;
      return ofFigure(judged, (rule) => compare(rule, { at, value: available }));
    }
    default:
      return answer satisfies never;
  }
}

async function ofSummary(judged: Judged, read: Read<Summary>): Promise<Judge> {
  const { tx, guild, rules, isKept, settings } = judged;
  const series = nameOf(judged.read);
  const now = { at: read.readAt, figures: summaryFigures(read) };
  const since = read.readAt - KEPT_MS;
  const day = rules.some(comparesWithDay) ? await readKept(tx, guild, { name: series, since }) : [];
  const hasPayout = rules.some(({ condition }) => condition === 'payout');
  const last = hasPayout ? await readLast(tx, guild, series) : null;
  const isWhole = read.refused.length === 0;
  if (isWhole && (isKept || hasPayout)) await keep(tx, guild, { series, ...now });
  const addresses = settings === null ? [] : presentAddresses(settings);
  const hasBalance = read.value.balance?.some(({ revenue }) => decimal(revenue) !== null) === true;
  const payouts = fallenBalances(now, last).map((event) => ({ ...event, addresses }));
  return (rule) =>
    rule.condition === 'payout'
      ? { events: isWhole && hasBalance ? payouts : null }
      : { reading: measureSummary(rule, read, day) };
}

function comparesWithDay({ condition, threshold }: Rule): boolean {
  const isOfDay = condition === 'active-miners' || condition === 'hashprice';
  return isOfDay && threshold?.unit === 'percent';
}

async function ofFigure(
  { tx, guild, read, rules, isKept }: Judged,
  measure: (rule: Rule) => Reading | null,
): Promise<Judge> {
  const [rule] = rules;
  const reading = rule ? measure(rule) : null;
  if (isKept && rule && reading !== null) {
    const figures = { [rule.condition]: reading.value };
    await keep(tx, guild, { series: nameOf(read), at: reading.at, figures });
  }
  return (rule) => ({ reading: measure(rule) });
}

async function ofContracts(
  { tx, guild, read, currency }: Judged,
  { rows, readAt }: List<Contract>,
): Promise<Judge> {
  const series = knownName(read);
  const last = await readKnown<KnownContracts | null>(tx, guild, { series, none: null });
  // Another process looked later.
  if (last.at >= readAt) return () => ({ events: [] });
  const { events, known } = lookAtContracts(last.known, { currency, rows });
  if (known !== last.known) await replaceKnown(tx, guild, { series, at: readAt, known });
  return () => ({ events });
}

async function ofApprovals(
  { tx, guild, read, currency }: Judged,
  list: List<PaymentSettings>,
): Promise<Judge> {
  const series = knownName(read);
  const none: KnownApprovals = {};
  const { known: before } = await readKnown(tx, guild, { series, none });
  const known = lookAtApprovals(before, list);
  const isSame = JSON.stringify(before) === JSON.stringify(known);
  if (!isSame) await replaceKnown(tx, guild, { series, at: list.readAt, known });
  return (rule) => ({ events: longApprovals(rule, known, { currency, at: list.readAt }) });
}
