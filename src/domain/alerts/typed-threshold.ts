import type { Decimal } from 'decimal.js';
import { DERIVATIVES_CURRENCIES, type DerivativesCurrency } from '../pool/currencies.js';
import { toDecimal } from '../numbers/numeric.js';
import { readWaitingTime } from '../time/duration-text.js';
import { CONDITION_SPECS, type Condition, type ThresholdUnit } from './conditions.js';
import { recoveryMarginOf, type AlertRule } from './rule.js';

export type Threshold = NonNullable<AlertRule['threshold']>;

/** The lowest and highest threshold allowed, in its unit; both may be typed. */
export interface ThresholdBounds {
  readonly least: string;
  readonly most: string;
  /** Whole numbers only. */
  readonly isWhole?: true;
}

/** Why a text isn't a threshold: not a figure, a figure without its unit, or out of bounds. */
export type ThresholdProblem = 'unreadable' | 'no-unit' | 'out-of-bounds' | 'not-whole';

interface TypedThreshold {
  readonly threshold: Threshold;
  /** If typed after an amount. */
  readonly currency?: DerivativesCurrency;
}

const PERCENT: ThresholdBounds = { least: '1', most: '100' };
const MINERS: ThresholdBounds = { least: '1', most: '10000', isWhole: true };

/** By unit, unless the condition has its own. */
const BOUNDS: Readonly<Record<ThresholdUnit, ThresholdBounds>> = {
  percent: PERCENT,
  // From a single miner to more than all the world's.
  hashrate: { least: '1000000000', most: '10000000000000000000000' },
  miners: { ...MINERS, most: '1000000' },
  celsius: { least: '1', most: '150' },
  amount: { least: '0', most: '1000000000' },
  hours: { least: '1', most: '720', isWhole: true },
};

export function boundsOf(condition: Condition, unit: ThresholdUnit): ThresholdBounds {
  // The pool's list is read page by page until this many are found.
  const isListed = condition === 'offline-miners' || condition === 'failing-miners';
  return isListed && unit === 'miners' ? MINERS : BOUNDS[unit];
}

const FIGURE = /^(\d{1,24}(?:\.\d{1,18})?)\s*(\D*)$/;
const PREFIXES = ['', 'k', 'm', 'g', 't', 'p', 'e', 'z'];
const HASHRATE = /^([kmgtpez]?)h(?:\/s|s|ash\/s)?$/;

/**
 * A threshold as people type it: `80%`, `2.5 PH/s`, `12 miners`, `85`, `0.5 BTC`, `2 days`. A bare
 * figure counts only if the condition has a single unit: for miners, 90 may be a share or a number.
 */
export function readThreshold(
  condition: Condition,
  typed: string,
): TypedThreshold | ThresholdProblem {
  const text = typed.trim().toLowerCase();
  const { units } = CONDITION_SPECS[condition];
  const hours = units.includes('hours') ? hoursOf(text) : null;
  if (hours !== null) return bounded(condition, { unit: 'hours', value: hours });
  const [, digits, unit = ''] = FIGURE.exec(text) ?? [];
  const figure = digits === undefined ? null : toDecimal(digits);
  if (figure === null) return 'unreadable';
  const [only] = units;
  if (unit === '')
    return only === undefined || units.length > 1
      ? 'no-unit'
      : bounded(condition, { unit: only, value: figure });
  for (const each of units) {
    const value = inUnit(each, unit.trim(), figure);
    if (value !== null) return bounded(condition, { unit: each, ...value });
  }
  return 'unreadable';
}

interface UncheckedThreshold {
  readonly unit: ThresholdUnit;
  readonly value: Decimal;
  readonly currency?: DerivativesCurrency | undefined;
}

function bounded(
  condition: Condition,
  { unit, value, currency }: UncheckedThreshold,
): TypedThreshold | ThresholdProblem {
  const { least, most, isWhole } = boundsOf(condition, unit);
  if (value.lessThan(least) || value.greaterThan(most)) return 'out-of-bounds';
  if (isWhole && !value.isInteger()) return 'not-whole';
  const threshold = { unit, value: value.toFixed() };
  return currency === undefined ? { threshold } : { threshold, currency };
}

type ConvertedThreshold = Pick<UncheckedThreshold, 'value' | 'currency'>;

const WORDS: Partial<Readonly<Record<ThresholdUnit, RegExp>>> = {
  percent: /^(%|percent|per cent|pct)$/,
  miners: /^miners?$/,
  celsius: /^([°º]? ?c|°|degrees?( c(elsius)?)?|celsius)$/,
};

/** Null if the words don't name the unit. */
function inUnit(unit: ThresholdUnit, words: string, figure: Decimal): ConvertedThreshold | null {
  if (unit === 'hashrate') {
    const [, prefix] = HASHRATE.exec(words.replaceAll(' ', '')) ?? [];
    if (prefix === undefined) return null;
    return { value: figure.times(`1e${3 * PREFIXES.indexOf(prefix)}`) };
  }
  if (unit === 'amount') {
    const currency = DERIVATIVES_CURRENCIES.find((each) => each.toLowerCase() === words);
    return currency === undefined ? null : { value: figure, currency };
  }
  return WORDS[unit]?.test(words) ? { value: figure } : null;
}

function hoursOf(text: string): Decimal | null {
  const minutes = readWaitingTime(text);
  return minutes === null ? null : (toDecimal(minutes)?.div(60) ?? null);
}

/** Digits in that unit, which may be left out; null if the text is no margin. */
export function readRecoveryMargin(
  condition: Condition,
  unit: ThresholdUnit,
  typed: string,
): string | null {
  const [, digits, words = ''] = FIGURE.exec(typed.trim().toLowerCase()) ?? [];
  const figure = digits === undefined ? null : toDecimal(digits);
  if (figure === null) return null;
  const hours = unit === 'hours' ? hoursOf(typed.trim().toLowerCase()) : null;
  const value =
    hours ?? (words === '' ? figure : (inUnit(unit, words.trim(), figure)?.value ?? null));
  if (value === null || value.greaterThan(boundsOf(condition, unit).most)) return null;
  return value.toFixed();
}

/** In percent. A rate may exceed that of its last 24 hours, a revenue its mean, but not by much. */
const MAX_OWN_PERCENT = 120;

/**
 * Whether a figure can ever be clear: threshold plus margin may be more than the whole, or less
 * than nothing, and the alert would never end.
 */
export function canBeClear({
  condition,
  threshold,
  margin,
}: Pick<AlertRule, 'condition' | 'threshold' | 'margin'>): boolean {
  const limit = toDecimal(threshold?.value);
  if (threshold === undefined || limit === null) return true;
  const gap = recoveryMarginOf({ threshold, margin }) ?? limit;
  if (CONDITION_SPECS[condition].compares === 'above') return gap.lessThanOrEqualTo(limit);
  const isOfWhole = condition === 'efficiency' || condition === 'active-miners';
  const most = isOfWhole ? 100 : MAX_OWN_PERCENT;
  return threshold.unit !== 'percent' || limit.plus(gap).lessThanOrEqualTo(most);
}

/** Minutes in `10`, `10 min`, `1h`; a bare figure is minutes. Null if it is not a time. */
export function readMinutes(typed: string): number | null {
  const text = typed.trim();
  return /^\d{1,5}$/.test(text) ? Number(text) : readWaitingTime(text);
}
