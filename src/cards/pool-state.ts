import type { Tone } from '../discord/reply.js';
import { PoolError } from '../pool/pool-error.js';
import type { List } from '../pool/pool.js';
import type { PaymentSettings, Summary } from '../pool/schemas.js';
import { failedLine, type Part } from './failures.js';
import type { EarlierFigures } from './figure-changes.js';
import { count, decimal, percent } from './kit/figures.js';
import { plural } from './kit/text.js';
import { day, momentOf } from './kit/times.js';

/** Miners of the whole fleet, whatever they mine: the pool's list of miners names no currency. */
export interface Fleet {
  readonly failing: number;
  /** There may be more failing ones. */
  readonly isMore: boolean;
  /** Null if it was not read to its end. */
  readonly total: number | null;
}

export interface StateParts {
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
export function poolState(parts: StateParts): { readonly tone: Tone; readonly lines: string[] } {
  const { summary, earlier, fleet, payments, now } = parts;
  const found = [
    ...(summary === null ? [] : hashrateFindings(summary)),
    ...(summary === null || earlier === null ? [] : downFindings(summary, earlier)),
    ...(fleet === null || fleet instanceof PoolError ? [] : fleetFindings(fleet)),
    ...(payments === null || payments instanceof PoolError
      ? []
      : paymentFindings(payments.rows, now)),
  ];
  const failed = [
    fleet instanceof PoolError && failedLine('Failing miners', fleet),
    payments instanceof PoolError && failedLine('Payment settings', payments),
  ].filter((line) => line !== false);
  const missing = summary && missingFigure(summary);
  const unknown = missing === null ? [] : [`⚪ **Can’t tell: ${missing} not given**`];
  if (found.length === 0 && summary !== null && missing === null)
    return failed.length === 0
      ? { tone: 'good', lines: ['🟢 **All well**'] }
      : { tone: 'open', lines: ['⚪ **Can’t tell whether all is well**', ...failed] };
  if (found.length === 0) return { tone: 'open', lines: [...unknown, ...failed] };
  const gravest = found
    .toSorted((one, other) => Number(other.isGrave) - Number(one.isGrave))
    .slice(0, MOST_FINDINGS)
    .map(({ isGrave, words }) => `${isGrave ? '🔴' : '🟠'} **${words}**`);
  const tone = found.some(({ isGrave }) => isGrave) ? 'bad' : 'warning';
  return { tone, lines: [...gravest, ...unknown, ...failed] };
}

/** `Open: 3 alerts, 2 changes (**1 unknown**)`; null if nothing is. */
export function openLine(open: OpenWork): string | null {
  const { changedAtPool, changes, unknown, isFrozen } = open;
  const alerts = open.alerts - changedAtPool;
  const named = unknown > 0 ? ` (**${unknown} unknown**)` : '';
  const waiting = [
    alerts > 0 && plural(alerts, 'alert'),
    changes > 0 && `${plural(changes, 'change')}${named}`,
  ].filter(Boolean);
  const parts = [
    changedAtPool > 0 && `🚨 **${plural(changedAtPool, 'change')} at the pool**`,
    isFrozen && '🧊 **Changes frozen**',
    waiting.length > 0 && `Open: ${waiting.join(', ')}`,
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Whether so many miners fail that the state names them. Active ones stand in for the total. */
export function areManyFailing(failing: number, active: Summary['active_miners']): boolean {
  const running = decimal(active)?.toNumber() ?? 0;
  return failing > 0 && failing >= MANY_FAILING.from * (running + failing);
}

function missingFigure({ hashrate_5m, hashrate_24h, active_miners }: Summary): string | null {
  if (decimal(hashrate_5m) === null || decimal(hashrate_24h) === null) return 'hashrate';
  return decimal(active_miners) === null ? 'active miners' : null;
}

function hashrateFindings({ hashrate_5m, hashrate_24h, active_miners }: Summary): Finding[] {
  const [fast, slow] = [decimal(hashrate_5m), decimal(hashrate_24h)];
  const found: Finding[] = [];
  if (fast?.isZero()) found.push({ isGrave: true, words: 'No hashrate for 5 minutes' });
  if (decimal(active_miners)?.isZero()) found.push({ isGrave: true, words: 'No active miners' });
  if (fast === null || slow === null || fast.isZero() || slow.isZero()) return found;
  const drop = slow.minus(fast).div(slow);
  if (drop.lessThan(LOW_HASHRATE.from)) return found;
  return [
    ...found,
    {
      isGrave: drop.greaterThanOrEqualTo(LOW_HASHRATE.grave),
      words: `Hashrate ${percent(drop.toDecimalPlaces(2))} under its 24-hour rate`,
    },
  ];
}

/** `Hashrate down 12% since 29 Nov` */
function downFindings({ hashrate_24h }: Summary, { date, figures }: EarlierFigures): Finding[] {
  const [now, before] = [decimal(hashrate_24h), decimal(figures.hashrate_24h)];
  if (now === null || !before?.greaterThan(0)) return [];
  const drop = before.minus(now).div(before);
  if (drop.lessThan(DOWN.from)) return [];
  const words = `Hashrate down ${percent(drop.toDecimalPlaces(2))} since ${day(date)}`;
  return [{ isGrave: drop.greaterThanOrEqualTo(DOWN.grave), words }];
}

function fleetFindings({ failing, isMore, total }: Fleet): Finding[] {
  const many = `${count(failing)}${isMore ? '+' : ''}`;
  if (total === null) return [{ isGrave: false, words: `Fleet: ${many} miners failing` }];
  if (failing < MANY_FAILING.from * total) return [];
  const isGrave = failing >= MANY_FAILING.grave * total;
  return [{ isGrave, words: `Fleet: ${many} of ${plural(total, 'miner')} failing` }];
}

function paymentFindings(rows: readonly PaymentSettings[], now: number): Finding[] {
  const waiting = rows.filter(({ status }) => status === 'PENDING_APPROVAL').length;
  const frozen = rows.filter((row) => (momentOf(row.frozen_until) ?? 0) > now).length;
  const settings = `Awaiting approval: ${plural(waiting, 'payment setting')}`;
  const payouts = `Payouts frozen: ${plural(frozen, 'subaccount')}`;
  return [
    ...(waiting > 0 ? [{ isGrave: false, words: settings }] : []),
    ...(frozen > 0 ? [{ isGrave: false, words: payouts }] : []),
  ];
}
