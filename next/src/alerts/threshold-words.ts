import { Decimal } from 'decimal.js';
import { code, oneLine } from '../cards/kit/text.js';
import { minutesTyped } from '../durations.js';
import { UserError } from '../errors.js';
import { CONDITION_SPECS, type Condition, type ThresholdUnit } from './conditions.js';
import type { Threshold } from './rule.js';

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'];
const SIGNS = { under: '<', over: '>' } as const;
const CURRENCY = '(?: (?<currency>[A-Z_]{2,8}))?';

/** As people type each unit; a bare figure is enough where the condition has no other unit. */
const PATTERNS: Readonly<Record<ThresholdUnit, RegExp>> = {
  percent: /^(?<figure>[\d.,]+) ?(?<word>%|percent)?$/i,
  hashrate: /^(?<figure>[\d.,]+) ?(?<word>[kmgtpez]?)h(?:\/s|s)?$/i,
  miners: /^(?<figure>[\d.,]+) ?(?<word>miners?)?$/i,
  celsius: /^(?<figure>[\d.,]+) ?(?<word>°? ?c|°)?$/i,
  amount: new RegExp(`^(?<figure>[\\d.,]+)${CURRENCY}$`, 'i'),
  price: new RegExp(`^(?<sign>[<>]|under|over) ?(?<figure>[\\d.,]+)${CURRENCY}$`, 'i'),
  hours: /^(?<figure>[\d.,]+)$/,
};

const EXAMPLES: Readonly<Record<Exclude<ThresholdUnit, 'percent'>, readonly string[]>> = {
  hashrate: ['2.5 PH/s'],
  miners: ['12 miners'],
  celsius: ['85'],
  amount: ['0.5 BTC'],
  price: ['<0.0004', '>0.0005'],
  hours: ['24h'],
};

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: true;
}

/** Inclusive. Without them any figure above zero. */
const BOUNDS: Partial<Readonly<Record<ThresholdUnit, Bounds>>> = {
  percent: { least: 1, most: 100 },
  // The pool's list of miners is read up to there.
  miners: { least: 1, most: 10_000, isWhole: true },
  celsius: { least: 1, most: 150 },
  hours: { least: 1, most: 720, isWhole: true },
};

export interface TypedThreshold {
  readonly threshold: Threshold;
  /** Typed behind the figure, such as `USD`. */
  readonly currency: string | null;
}

/** `80%`, `2.5 PH/s`, `12 miners`, `85`, `0.5 BTC`, `24h`, `<0.0004`. @throws UserError */
export function thresholdTyped(typed: string, condition: Condition): TypedThreshold {
  const { units, threshold: usual } = CONDITION_SPECS[condition];
  if (units.length === 0)
    throw refused('threshold', `a rule for ${condition} has none. Leave it out.`);
  const text = oneLine(typed);
  for (const unit of units) {
    const found = inUnit(unit, text, units.length === 1 && unit !== 'hashrate');
    if (found === null) continue;
    const { value, ...rest } = found;
    refuseOutside(unit, value, text);
    return {
      threshold: { unit, value: value.toFixed(), ...direction(found.sign) },
      currency: rest.currency,
    };
  }
  const accepted = units.flatMap((unit) => (unit === 'percent' ? `${usual}%` : EXAMPLES[unit]));
  const words = accepted.join(', ').replace(/, ([^,]*)$/, ' or $1');
  throw refused('threshold', `${code(text, 40)} isn’t a threshold for ${condition}. Use ${words}.`);
}

/** Digits in the threshold's unit, which may be left out. @throws UserError */
export function marginTyped(typed: string, threshold: Threshold | null): string {
  if (threshold === null) throw refused('margin', 'a rule without a threshold has none.');
  const { unit } = threshold;
  const text = oneLine(typed);
  const sign = unit === 'price' ? '<' : '';
  const value = inUnit(unit, sign + text, unit !== 'hashrate')?.value;
  if (value !== undefined && value.lessThan(unit === 'percent' ? 100 : 1e21))
    return value.toFixed();
  const example = thresholdWords({ unit, value: unit === 'hashrate' ? '5e15' : '5' }, null);
  throw refused('margin', `${code(text, 40)} isn’t a margin. Use ${example}, say.`);
}

/** Every digit, as `thresholdTyped` reads it. */
export function thresholdWords(
  { unit, value, direction }: Threshold,
  currency: string | null,
): string {
  switch (unit) {
    case 'percent':
      return `${value}%`;
    case 'hashrate':
      return hashrateWords(new Decimal(value));
    case 'miners':
      return `${value} ${value === '1' ? 'miner' : 'miners'}`;
    case 'celsius':
      return `${value} °C`;
    case 'amount':
      return currency === null ? value : `${value} ${currency}`;
    case 'price':
      return `${direction === undefined ? '' : SIGNS[direction]}${value}`;
    case 'hours':
      return `${value}h`;
    default:
      return unit satisfies never;
  }
}

function hashrateWords(rate: Decimal): string {
  const step = Math.min(Math.max(0, Math.floor(rate.e / 3)), PREFIXES.length - 1);
  return `${rate.div(Decimal.pow(1000, step)).toFixed()} ${PREFIXES[step]}H/s`;
}

interface Found {
  readonly value: Decimal;
  readonly currency: string | null;
  readonly sign: string;
}

function inUnit(unit: ThresholdUnit, text: string, mayBeBare: boolean): Found | null {
  const minutes = unit === 'hours' ? minutesTyped(text) : null;
  if (minutes !== null) return { value: new Decimal(minutes).div(60), currency: null, sign: '' };
  const { figure, word, currency, sign = '' } = PATTERNS[unit].exec(text)?.groups ?? {};
  const isBare = word === undefined && unit !== 'price' && currency === undefined;
  if (figure === undefined || (isBare && !mayBeBare)) return null;
  const number = figureTyped(figure);
  if (number === null) return null;
  const step = unit === 'hashrate' ? PREFIXES.map(lower).indexOf(lower(word ?? '')) : 0;
  const value = number.times(Decimal.pow(1000, step));
  return { value, currency: currency?.toUpperCase() ?? null, sign };
}

/** `12,000` and `0.5`; a comma groups thousands and nothing else. */
function figureTyped(figure: string): Decimal | null {
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d{1,18})(?:\.\d{1,18})?$/.test(figure)) return null;
  return new Decimal(figure.replaceAll(',', ''));
}

function refuseOutside(unit: ThresholdUnit, value: Decimal, typed: string): void {
  const { least, most, isWhole = false } = BOUNDS[unit] ?? { least: 0, most: Infinity };
  const isInside = value.greaterThanOrEqualTo(least) && value.lessThanOrEqualTo(most);
  if (isInside && !value.isZero() && (!isWhole || value.isInteger())) return;
  const words = (figure: number) => thresholdWords({ unit, value: String(figure) }, null);
  const accepted = most === Infinity ? 'more than 0' : `${words(least)} to ${words(most)}`;
  throw refused('threshold', `${code(typed, 40)} is out of range. Use ${accepted}.`);
}

function direction(sign: string): Pick<Threshold, 'direction'> {
  if (sign === '') return {};
  return { direction: sign === '<' || lower(sign) === 'under' ? 'under' : 'over' };
}

function refused(option: 'threshold' | 'margin', sentence: string): UserError {
  return new UserError(`Check the ${option}`, `\`${option}\`: ${sentence}`);
}

function lower(text: string): string {
  return text.toLowerCase();
}
