import { Decimal } from 'decimal.js';
import { amount, decimal, type Figure } from '../../cards/kit/figures.js';
import type { Read } from '../../pool/pool.js';
import type { Summary } from '../../pool/schemas.js';
import type { PoolEvent, Reading } from '../alert.js';
import type { Listed, Rule } from '../rule.js';
import {
  compare,
  scopeName,
  scopeOf,
  verdictOf,
  watching,
  written,
  type Before,
  type Finding,
  type PoolRead,
} from './watching.js';

const HOUR = 3_600_000;
/** A pool that gives a larger efficiency does not mean a fraction. */
const HIGHEST_FRACTION = 2;

function summaryRead(rule: Rule): PoolRead<Read<Summary>> {
  const currency = rule.currency ?? '';
  return {
    name: `summary:${currency}:${scopeName(rule)}`,
    ask: (pool) => pool.summary(currency, scopeOf(rule)),
  };
}

interface Moment extends Pick<Before, 'day'> {
  readonly at: number;
}

type Measure = (rule: Rule, summary: Summary, read: Moment) => Finding['reading'];

function ofSummary(measure: Measure) {
  return watching(summaryRead, (rule, { value, readAt, refused }, { day }) => ({
    // Nobody can tell how much the refused subaccounts lack.
    reading: refused.length > 0 ? null : measure(rule, value, { at: readAt, day }),
  }));
}

export const hashrate = ofSummary((rule, summary, { at }) =>
  share(rule, { at, value: summary.hashrate_5m, baseline: summary.hashrate_24h }),
);

export const efficiency = ofSummary((rule, { efficiency_5m: value }, { at }) => {
  const isFraction = decimal(value)?.lessThanOrEqualTo(HIGHEST_FRACTION) === true;
  return isFraction ? compare(rule, { at, value, scale: new Decimal('0.01') }) : null;
});

/** Of the most seen in 24 hours, once there is an hour of readings. */
export const activeMiners = ofSummary((rule, { active_miners: value }, { at, day }) => {
  const given = decimal(value);
  if (given === null) return null;
  const kept = day.filter((each) => each.at > at - 24 * HOUR);
  const isTooSoon = (kept[0]?.at ?? at) > at - HOUR;
  if (isTooSoon && rule.threshold?.unit === 'percent') return undefined;
  return share(rule, {
    at,
    value,
    baseline: Decimal.max(given, ...kept.map((each) => each.value)),
  });
});

/** Against a price, or how far it moved from the price of 24 hours ago, or up to two hours later. */
export const hashprice = ofSummary((rule, summary, { at, day }) => {
  const value = summary.hashprice?.[0]?.value;
  if (rule.threshold?.direction !== 'moved') return compare(rule, { at, value });
  const now = decimal(value);
  if (now === null) return null;
  const nearest = day.find((kept) => kept.at >= at - 24 * HOUR);
  if (nearest === undefined || nearest.at > at - 22 * HOUR) return undefined;
  const before = decimal(nearest.value);
  if (!before?.greaterThan(0)) return undefined;
  const moved = now.minus(before).div(before).times(100);
  const limit = new Decimal(rule.threshold.value).times(moved.isNegative() ? -1 : 1);
  return {
    at,
    verdict: verdictOf(rule.threshold, moved.abs()),
    value: now.toFixed(),
    limit: written(before.times(limit.div(100).plus(1))),
    baseline: before.toFixed(),
    isAtLeast: false,
    miners: [],
  };
});

interface Given {
  readonly at: number;
  readonly value: Figure;
  readonly baseline: Figure;
}

function share(rule: Rule, { at, value, baseline }: Given): Reading | null {
  if (rule.threshold?.unit !== 'percent') return compare(rule, { at, value });
  const whole = decimal(baseline);
  if (!whole?.greaterThan(0)) return null;
  return compare(rule, { at, value, baseline, scale: whole.div(100) });
}

/** Coins whose balance fell since it was seen last; the pool does not say that it was paid. */
export const payout = watching(
  summaryRead,
  (_, { value, readAt: at, refused }, { known }): Finding => {
    const given = (value.balance ?? []).flatMap(({ currency_type: coin, revenue }) => {
      const balance = decimal(revenue);
      return balance === null ? [] : [[String(coin ?? ''), balance.toFixed()] as const];
    });
    if (refused.length > 0 || given.length === 0) return { events: null };
    const listed: Listed = { ...known?.listed, ...Object.fromEntries(given) };
    const events = given.flatMap(([coin, now]) => fallen(coin, [known?.listed[coin], now], at));
    return { events, known: { at, listed } };
  },
);

function fallen(
  coin: string,
  [before, after]: readonly [string | undefined, string],
  at: number,
): PoolEvent[] {
  const by = before === undefined ? null : new Decimal(before).minus(after);
  if (before === undefined || !by?.greaterThan(0)) return [];
  return [
    {
      kind: 'payout',
      key: `${coin}:${at}`,
      title: `Balance fell by ${amount(by, coin)}`,
      lines: [`${amount(before, coin)} → **${amount(after, coin)}**`],
    },
  ];
}
