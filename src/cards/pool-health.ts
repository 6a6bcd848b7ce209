import type { Tone } from '../discord/reply.js';
import type { List } from '../pool/pool.js';
import type { PaymentSettings, Summary } from '../pool/schemas.js';
import { dotted, plural } from '../text.js';
import { failedLine, given, type Part } from './failures.js';
import type { EarlierFigures } from './figure-comparison.js';
import { count, decimal, percent, type Figure } from './kit/figures.js';
import { day } from './kit/times.js';
import { isFrozen } from './payment-settings.js';

/** Miners of the whole fleet, whatever they mine: the pool's list of miners names no currency. */
export interface Fleet {
  readonly failing: number;
  /** There may be more failing ones. */
  readonly isMore: boolean;
  /** Null if it was not read to its end. */
  readonly total: number | null;
}

export interface HealthParts {
  /** Null if it could not be read; another line then says so. */
  readonly summary: Summary | null;
  /** The newest kept day before this one. */
  readonly earlier: EarlierFigures | null;
  /** Null if few fail, or if the fleet says nothing about this summary. */
  readonly fleet: Part<Fleet> | null;
  /** Null if they were not asked for. */
  readonly payments: Part<List<PaymentSettings>> | null;
  /** Milliseconds. */
  readonly now: number;
}

/** What is waiting for somebody. */
export interface OpenWork {
  /** Open alerts, and how many of them tell of a change at the pool that is not ours. */
  readonly alerts: number;
  readonly changedAtPool: number;
  /** Open changes, and how many of them have an unknown outcome. */
  readonly changes: number;
  readonly unknown: number;
  readonly isFrozen: boolean;
}

interface Finding {
  readonly isGrave: boolean;
  readonly words: string;
}

const MOST_FINDINGS = 3;
/** Five minutes under 24 hours, as a share of those. */
const LOW_HASHRATE = { from: 0.15, grave: 0.5 };
const MANY_FAILING = { from: 0.05, grave: 0.25 };
/** 24 hours under those of an earlier day. */
const DOWN = { from: 0.1, grave: 0.5 };

/** Whether all is well: for `/summary` and the daily post alike. */
export function poolHealth(parts: HealthParts): { readonly tone: Tone; readonly lines: string[] } {
  const { summary, earlier, fleet, payments, now } = parts;
  const found = [
    ...(summary ? summaryFindings(summary, earlier) : []),
    ...fleetFindings(given(fleet)),
    ...paymentFindings(given(payments)?.rows ?? [], now),
  ];
  const failed = [
    failedLine('Failing miners', fleet),
    failedLine('Payment settings', payments),
  ].filter((line) => line !== null);
  const missing = summary && missingFigure(summary);
  const unknown = missing === null ? [] : [`⚪ **Can’t tell: ${missing}**`];
  if (found.length === 0) {
    const isRead = summary !== null && missing === null;
    if (isRead && failed.length === 0) return { tone: 'good', lines: ['🟢 **All well**'] };
    const doubt = isRead ? ['⚪ **Can’t tell whether all is well**'] : unknown;
    return { tone: 'open', lines: [...doubt, ...failed] };
  }
  const gravest = found.toSorted((one, other) => Number(other.isGrave) - Number(one.isGrave));
  const shown = gravest.slice(0, MOST_FINDINGS);
  const lines = shown.map(({ isGrave, words }) => `${isGrave ? '🔴' : '🟠'} **${words}**`);
  const tone = gravest[0]?.isGrave ? 'bad' : 'warning';
  return { tone, lines: [...lines, ...unknown, ...failed] };
}

/** `Open: 3 alerts, 2 changes (**1 unknown**)`; empty if nothing is. */
export function openLine(open: OpenWork): string {
  const { changedAtPool, changes, unknown, isFrozen } = open;
  const alerts = open.alerts - changedAtPool;
  const named = unknown > 0 ? ` (**${unknown} unknown**)` : '';
  const waiting = [
    alerts > 0 && plural(alerts, 'alert'),
    changes > 0 && `${plural(changes, 'change')}${named}`,
  ].filter(Boolean);
  return dotted(
    changedAtPool > 0 && `🚨 **${plural(changedAtPool, 'change')} at the pool**`,
    isFrozen && '🧊 **Changes frozen**',
    waiting.length > 0 && `Open: ${waiting.join(', ')}`,
  );
}

/** Whether so many miners fail that the state names them. Active ones stand in for the total. */
export function areManyFailing(failing: number, active: Summary['active_miners']): boolean {
  const running = decimal(active)?.toNumber() ?? 0;
  return failing > 0 && failing >= MANY_FAILING.from * (running + failing);
}

/** `hashrate not given`, or what came in its place. */
function missingFigure({ hashrate_5m, hashrate_24h, active_miners }: Summary): string | null {
  const rate = decimal(hashrate_5m) === null ? hashrate_5m : hashrate_24h;
  if (decimal(rate) === null) return `hashrate ${count(rate)}`;
  return decimal(active_miners) === null ? `active miners ${count(active_miners)}` : null;
}

function summaryFindings(summary: Summary, earlier: EarlierFigures | null): Finding[] {
  const { hashrate_5m: fast, hashrate_24h: slow, active_miners: active } = summary;
  const isStill = decimal(fast)?.isZero();
  const low = isStill ? null : dropOf(fast, slow, LOW_HASHRATE);
  const down = earlier && dropOf(slow, earlier.figures.hashrate_24h, DOWN);
  return [
    isStill && { isGrave: true, words: 'No hashrate for 5 minutes' },
    decimal(active)?.isZero() && { isGrave: true, words: 'No active miners' },
    low && { ...low, words: `Hashrate ${low.share} under its 24-hour rate` },
    down && { ...down, words: `Hashrate down ${down.share} since ${day(earlier.date)}` },
  ].flatMap((finding) => finding || []);
}

/** How far `now` is under `before`; null if that is not worth a word. */
function dropOf(now: Figure, before: Figure, limits: typeof DOWN) {
  const [to, from] = [decimal(now), decimal(before)];
  if (to === null || !from?.greaterThan(0)) return null;
  const drop = from.minus(to).div(from);
  if (drop.lessThan(limits.from)) return null;
  const isGrave = drop.greaterThanOrEqualTo(limits.grave);
  return { isGrave, share: percent(drop.toDecimalPlaces(2)) };
}

function fleetFindings(fleet: Fleet | null): Finding[] {
  if (fleet === null) return [];
  const { failing, isMore, total } = fleet;
  const many = `${count(failing)}${isMore ? '+' : ''}`;
  if (total === null)
    return [
      { isGrave: false, words: `Fleet: ${many} ${many === '1' ? 'miner' : 'miners'} failing` },
    ];
  if (failing < MANY_FAILING.from * total) return [];
  const isGrave = failing >= MANY_FAILING.grave * total;
  return [{ isGrave, words: `Fleet: ${many} of ${plural(total, 'miner')} failing` }];
}

function paymentFindings(rows: readonly PaymentSettings[], now: number): Finding[] {
  const waiting = rows.filter(({ status }) => status === 'PENDING_APPROVAL').length;
  const frozen = rows.filter((row) => isFrozen(row, now)).length;
  return [
    waiting > 0 && `Awaiting approval: ${plural(waiting, 'payment setting')}`,
    frozen > 0 && `Payouts frozen: ${plural(frozen, 'subaccount')}`,
  ].flatMap((words) => (words ? { isGrave: false, words } : []));
}
