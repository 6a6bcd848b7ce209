import { Decimal } from 'decimal.js';
import { hashrateUnit } from '../cards/kit/figures.js';
import { minutesTyped } from '../durations.js';
import { optionError } from '../errors.js';
import { code, oneLine } from '../text.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import type { Threshold, Watched } from './rule.js';

interface Unit {
  /** What may follow the figure; nothing alone is a unit that needs no word. */
  readonly words: RegExp;
  readonly example: string;
  /** Inclusive; without it any figure above zero. */
  readonly range?: readonly [least: number, most: number];
  show(value: string, currency: string | null): string;
}

/**
 * Values are in percent of what the condition compares with, in H/s, miners, degrees, the rule's currency,
 * per PH/s per day, or in hours.
 */
const byName = {
  percent: { words: /^%$/, example: '80%', range: [1, 100], show: (value) => `${value}%` },
  hashrate: { words: /^[kmgtpez]?h(?:\/s)?$/i, example: '2.5 PH/s', show: rateWords },
  miners: {
    words: /^(?:miners?)?$/i,
    example: '12',
    // The pool's list of miners is read no further.
    range: [1, 10_000],
    show: (value) => `${value} ${value === '1' ? 'miner' : 'miners'}`,
  },
  celsius: {
    words: /^(?:° ?c|c)?$/i,
    example: '85',
    range: [1, 150],
    show: (value) => `${value} °C`,
  },
  amount: {
    words: /^(?:BTC|USD)?$/i,
    example: '0.5',
    show: (value, currency) => (currency === null ? value : `${value} ${currency}`),
  },
  price: { words: /^$/, example: '<0.0004 or >0.0005', show: (value) => value },
  hours: {
    words: /^(?:h|hours?|d|days?)?$/i,
    example: '24h',
    range: [1, 720],
    show: (value) => `${value} h`,
  },
} satisfies Readonly<Record<string, Unit>>;

export type ThresholdUnit = keyof typeof byName;
const UNITS: Readonly<Record<ThresholdUnit, Unit>> = byName;

const OPTIONS = ['threshold', 'for', 'site', 'subaccounts', 'currency'] as const;
type Option = (typeof OPTIONS)[number];

/** The threshold and currency as typed, else the rule's own. @throws UserError */
export function watchedTyped(
  typed: Partial<Record<Option, unknown>> & { threshold?: string; currency?: string },
  before: Watched,
) {
  const { condition } = before;
  const { forMinutes, scope, currencies, units } = CONDITION_SPECS[condition];
  const isUseless: Record<Option, boolean> = {
    threshold: !units,
    for: !forMinutes,
    site: !scope,
    subaccounts: scope !== 'figures',
    currency: !currencies,
  };
  // An option without effect must not look as if it had one.
  for (const option of OPTIONS)
    if (isUseless[option] && typed[option] !== undefined)
      throw optionError(option, `a rule for ${condition} has none. Leave it out.`);
  const watched =
    typed.threshold === undefined ? before : thresholdTyped(typed.threshold, condition);
  if (watched.threshold === null && units)
    throw optionError('threshold', 'needed for margin, such as 0.5 BTC.');
  const currency = typed.currency ?? watched.currency ?? before.currency;
  if (currency !== null && !currencies?.includes(currency))
    throw optionError('currency', `${code(currency)} isn’t one of ${currencies?.join(', ')}.`);
  return { threshold: watched.threshold, currency };
}

/** `80%`, `2.5 PH/s`, `12 miners`, `85`, `24h`, `<0.0004`, or `0.5 BTC` with its currency. */
function thresholdTyped(typed: string, condition: Condition) {
  const { units = [], usual } = CONDITION_SPECS[condition];
  const wrong = (sentence: string) => optionError('threshold', sentence);
  const text = oneLine(typed);
  const [, sign, figure = '', word = ''] =
    /^([<>]?) ?(\d{1,3}(?:,\d{3})+(?:\.\d{1,18})?|\d{1,18}(?:\.\d{1,18})?) ?(.*)$/.exec(text) ?? [];
  const unit = units.find(
    (each) => (sign !== '') === (each === 'price') && UNITS[each].words.test(word),
  );
  if (figure === '' || unit === undefined) {
    const accepted = units.map((each) => UNITS[each].example).join(' or ');
    throw wrong(`${code(text, 40)} isn’t a threshold for ${condition}. Use ${accepted}.`);
  }
  const value = new Decimal(figure.replaceAll(',', '')).times(factorOf(unit, word));
  const { range: [least, most] = [0, Infinity] } = UNITS[unit];
  const isWhole = unit !== 'miners' || value.isInteger();
  if (value.lessThan(least) || value.greaterThan(most) || value.isZero() || !isWhole) {
    const range = most === Infinity ? 'more than 0' : `${least} to ${most}`;
    throw wrong(`${code(text, 40)} is out of range. Use ${range}.`);
  }
  const signed = sign === '<' ? 'under' : 'over';
  const direction = unit === 'price' ? signed : (usual?.direction ?? 'under');
  const threshold: Threshold = { unit, value: value.toFixed(), direction };
  return { threshold, currency: unit === 'amount' && word !== '' ? word.toUpperCase() : null };
}

function factorOf(unit: ThresholdUnit, word: string): Decimal {
  if (unit === 'hours') return new Decimal(minutesTyped(`1${word}`) ?? 60).div(60);
  if (unit !== 'hashrate') return new Decimal(1);
  // The first letter is a prefix, or the H of H/s.
  return Decimal.pow(1000, 'hkmgtpez'.indexOf(word.charAt(0).toLowerCase()));
}

export function thresholdWords({ unit, value }: Threshold, currency: string | null): string {
  return UNITS[unit].show(value, currency);
}

/** `Hashrate under 80% of its 24-hour rate`, for a list `… of 24 h`. */
export function ruleName(
  { condition, threshold, currency }: Watched,
  length: 'long' | 'short' = 'long',
): string {
  const { name, rule, baseline } = CONDITION_SPECS[condition];
  if (threshold === null) return rule ?? name;
  const words = thresholdWords(threshold, currency);
  if (threshold.direction === 'moved') return `${name} moved ${words} in 24 h`;
  if (threshold.direction === 'over') return `${name} ${words.replace(/ miners?$/, '')} or more`;
  const of = threshold.unit === 'percent' && baseline?.[length === 'long' ? 0 : 1];
  return `${name} under ${words}${of ? ` ${of}` : ''}`;
}

function rateWords(value: string): string {
  const rate = new Decimal(value);
  const { unit, size } = hashrateUnit(rate);
  return `${rate.div(size).toFixed()} ${unit}`;
}
