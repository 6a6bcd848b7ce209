import { Decimal } from 'decimal.js';
import { code, oneLine } from '../cards/kit/text.js';
import { minutesTyped } from '../durations.js';
import { UserError } from '../errors.js';
import { CONDITION_SPECS, type Condition, type ThresholdUnit } from './conditions.js';
import type { Threshold } from './rule.js';

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'];

interface UnitTyped {
  readonly words: RegExp;
  /** A figure alone could be another unit of the condition. */
  readonly needsWord?: true;
  readonly example: string;
  /** Inclusive; without them any figure above zero. */
  readonly least?: number;
  readonly most?: number;
}

const UNITS: Readonly<Record<ThresholdUnit, UnitTyped>> = {
  percent: { words: /^%$/, needsWord: true, example: '80%', least: 1, most: 100 },
  hashrate: { words: /^[kmgtpez]?h(?:\/s)?$/i, needsWord: true, example: '2.5 PH/s' },
  // The pool's list of miners is read up to there.
  miners: { words: /^miners?$/i, example: '12', least: 1, most: 10_000 },
  celsius: { words: /^°? ?c$/i, example: '85', least: 1, most: 150 },
  amount: { words: /^(?:BTC|USD)$/i, example: '0.5' },
  price: { words: /^$/, example: '<0.0004 or >0.0005' },
  hours: { words: /^(?:h|hours?|d|days?)$/i, example: '24h', least: 1, most: 720 },
};

export interface TypedThreshold {
  readonly threshold: Threshold;
  /** Typed behind an amount; else null. */
  readonly currency: string | null;
}

/** `80%`, `2.5 PH/s`, `12 miners`, `85`, `0.5 BTC`, `24h`, `<0.0004`. @throws UserError */
export function thresholdTyped(typed: string, condition: Condition): TypedThreshold {
  const { units, direction } = CONDITION_SPECS[condition];
  if (units.length === 0) throw refused(`a rule for ${condition} has none. Leave it out.`);
  const text = oneLine(typed);
  const [, sign, figure = '', word = ''] =
    /^([<>]?) ?(\d{1,3}(?:,\d{3})+(?:\.\d{1,18})?|\d{1,18}(?:\.\d{1,18})?) ?(.*)$/.exec(text) ?? [];
  const unit = units.find((each) => {
    const isSigned = sign !== '';
    if (isSigned !== (each === 'price')) return false;
    return word === '' ? UNITS[each].needsWord !== true : UNITS[each].words.test(word);
  });
  if (figure === '' || unit === undefined) {
    const accepted = units.map((each) => UNITS[each].example).join(' or ');
    throw refused(`${code(text, 40)} isn’t a threshold for ${condition}. Use ${accepted}.`);
  }
  const value = new Decimal(figure.replaceAll(',', '')).times(factorOf(unit, word));
  const { least = 0, most = Infinity } = UNITS[unit];
  const isWhole = unit !== 'miners' || value.isInteger();
  if (value.lessThan(least) || value.greaterThan(most) || value.isZero() || !isWhole)
    throw refused(
      `${code(text, 40)} is out of range. Use ${most === Infinity ? 'more than 0' : `${least} to ${most}`}.`,
    );
  const isUnder = unit === 'price' ? sign === '<' : direction === 'under';
  const isMoved = direction === 'moved' && unit === 'percent';
  return {
    threshold: {
      unit,
      value: value.toFixed(),
      direction: isMoved ? 'moved' : isUnder ? 'under' : 'over',
    },
    currency: unit === 'amount' && word !== '' ? word.toUpperCase() : null,
  };
}

function factorOf(unit: ThresholdUnit, word: string): Decimal {
  if (unit === 'hours' && word !== '') return new Decimal(minutesTyped(`1${word}`) ?? 60).div(60);
  if (unit !== 'hashrate') return new Decimal(1);
  const prefix = word.slice(0, word.search(/h/i)).toLowerCase();
  return Decimal.pow(
    1000,
    PREFIXES.findIndex((each) => each.toLowerCase() === prefix),
  );
}

export function thresholdWords({ unit, value }: Threshold, currency: string | null): string {
  switch (unit) {
    case 'percent':
      return `${value}%`;
    case 'hashrate': {
      const rate = new Decimal(value);
      const step = Math.min(Math.max(0, Math.floor(rate.e / 3)), PREFIXES.length - 1);
      return `${rate.div(Decimal.pow(1000, step)).toFixed()} ${PREFIXES[step]}H/s`;
    }
    case 'miners':
      return `${value} ${value === '1' ? 'miner' : 'miners'}`;
    case 'celsius':
      return `${value} °C`;
    case 'amount':
      return currency === null ? value : `${value} ${currency}`;
    case 'price':
      return value;
    case 'hours':
      return `${value} h`;
    default:
      return unit satisfies never;
  }
}

function refused(sentence: string): UserError {
  return new UserError('Check the threshold', `\`threshold\`: ${sentence}`);
}
