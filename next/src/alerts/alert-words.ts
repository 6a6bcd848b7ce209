import { Decimal } from 'decimal.js';
import { amount, count, decimal, hashrate, percent, price } from '../cards/kit/figures.js';
import { escape, listed, plural } from '../cards/kit/text.js';
import { isOpen, type Alert, type AlertEvent, type Reading } from './alert.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import type { Rule } from './rule.js';

/** Names and figures of an alert, as its card, replies and lists show them. */

interface Words {
  readonly name: string;
  /** What is wrong, with the figure. Default: `name`. */
  readonly headline?: (shown: Headline) => string;
  /** How a reply says that it is over. */
  readonly back?: string;
  /** A figure in its unit. Default: a plain number. */
  readonly figure?: (value: string, currency: string | null) => string;
}

interface Headline {
  readonly reading: Reading;
  /** The figure in its unit. */
  readonly value: string;
  /** Of the baseline, such as `75.5%`; null where there is none. */
  readonly share: string | null;
}

const miners = (word: string): Words['headline'] => {
  return ({ reading }) => minersWords(reading, word);
};

const WORDS: Readonly<Record<Condition, Words>> = {
  hashrate: {
    name: 'Hashrate',
    headline: ({ value, share }) => `Hashrate at ${share === null ? value : `${share} of 24 h`}`,
    back: 'Hashrate is back',
    figure: hashrate,
  },
  'active-miners': {
    name: 'Active miners',
    headline: ({ reading, value }) => `${value} active ${minersNoun(reading)}`,
    back: 'Active miners are back',
  },
  efficiency: {
    name: 'Efficiency',
    headline: ({ value }) => `Efficiency at ${value}`,
    back: 'Efficiency is back',
    figure: percent,
  },
  hashprice: {
    name: 'Hashprice',
    headline: ({ reading, value }) =>
      `Hashprice ${reading.baseline === null ? `at ${value}` : `${movedWords(reading)} in 24 h`}`,
    back: 'Hashprice is back in range',
    figure: price,
  },
  'offline-miners': {
    name: 'Offline miners',
    headline: miners('offline'),
    back: 'Offline miners are back',
  },
  'failing-miners': {
    name: 'Failing miners',
    headline: miners('failing'),
    back: 'Failing miners have recovered',
  },
  temperature: {
    name: 'Hottest miner',
    headline: ({ value }) => `Hottest miner ${value}`,
    back: 'Hottest miner has cooled down',
    figure: (value) => `${count(value)} °C`,
  },
  revenue: {
    name: 'Revenue',
    headline: ({ share }) => `Revenue at ${share} of 7 days`,
    back: 'Revenue is back',
    figure: amount,
  },
  payout: { name: 'Balance' },
  margin: {
    name: 'Available margin',
    headline: ({ reading, value }) => `Available margin ${count(reading.value)}${unitOf(value)}`,
    back: 'Available margin is back',
    figure: amount,
  },
  contracts: { name: 'Contracts' },
  'approval-waiting': { name: 'Payment settings waiting for approval' },
  'changed-elsewhere': { name: 'Changes at the pool' },
  pool: { name: 'The pool', back: 'The pool can be read again' },
};

type About = Pick<Alert, 'condition' | 'phase' | 'reading' | 'event' | 'firedAt' | 'since'>;
export type AboutRule = Pick<Rule, 'site' | 'subaccounts' | 'currency' | 'threshold'>;

export function conditionName(condition: Condition): string {
  return WORDS[condition].name;
}

export function backWords({ condition }: Pick<Alert, 'condition'>): string {
  return WORDS[condition].back ?? `${conditionName(condition)}: resolved`;
}

/** What is wrong, without a state: `Hashrate at 75.5% of 24 h · North Ridge`. */
export function headline(alert: About, rule: AboutRule | null): string {
  return `${whatOf(alert, rule)}${scopeWords(rule)}`;
}

/** `Hashrate at 75.5%`, for a sentence. */
export function shortHeadline(alert: About, rule: AboutRule | null): string {
  return headline(alert, rule).replace(/ (?:of|in) (?:24 h|7 days)/, '');
}

/** Once it is over its name alone, but an event stays what it was. */
export function titleOf(alert: About, rule: AboutRule | null): string {
  if (isOpen(alert) || alert.event !== null) return headline(alert, rule);
  return `${conditionName(alert.condition)}${scopeWords(rule)}`;
}

/** ` · North Ridge`, or empty for the whole workspace. */
export function scopeWords(rule: Pick<Rule, 'site' | 'subaccounts'> | null): string {
  const names = rule?.site ? [rule.site.name] : (rule?.subaccounts ?? []);
  const shown = names.map((name) => escape(name, 40));
  return shown.length === 0 ? '' : ` · ${listed(shown, 2)}`;
}

function whatOf(
  { condition, event, reading, firedAt, since }: About,
  rule: AboutRule | null,
): string {
  if (event !== null) return eventWords(event, firedAt ?? since);
  if (condition === 'pool') return 'The pool can’t be read';
  const { name, headline } = WORDS[condition];
  if (reading === null || headline === undefined) return name;
  return headline({
    reading,
    value: figure(condition, reading.value, rule),
    share: shareOf(reading),
  });
}

function eventWords(event: AlertEvent, at: number): string {
  switch (event.kind) {
    case 'payout': {
      const [from, to] = [decimal(event.before), decimal(event.after)];
      return `Balance fell by ${amount(to && from?.minus(to), event.currency)}`;
    }
    case 'contract': {
      const isNew = event.before === null;
      const state = isNew ? 'New contract' : `Contract ${escape(event.after.toLowerCase())}`;
      return `${state}: ${escape(event.name)}`;
    }
    case 'approval':
      return `Payment settings wait ${Math.floor((at - event.since) / 3_600_000)} h for approval`;
    case 'elsewhere':
      return escape(event.title);
    default:
      return event satisfies never;
  }
}

/** `100+ miners offline`. */
function minersWords(reading: Reading, word: string): string {
  return `${count(reading.value)}${reading.isAtLeast ? '+' : ''} ${minersNoun(reading)} ${word}`;
}

function minersNoun({ value, isAtLeast }: Reading): string {
  return value === '1' && !isAtLeast ? 'miner' : 'miners';
}

/** Rounded down, so that a figure under its threshold never seems to reach it. */
function shareOf({ value, baseline }: Reading): string | null {
  const [part, whole] = [decimal(value), decimal(baseline)];
  return part === null || !whole?.greaterThan(0) ? null : percentOf(part.div(whole));
}

function movedWords({ value, baseline }: Reading): string {
  const by =
    decimal(value)
      ?.div(baseline ?? value)
      .minus(1) ?? new Decimal(0);
  return `${by.isNegative() ? 'down' : 'up'} ${percentOf(by.abs())}`;
}

function percentOf(share: Decimal): string {
  return `${share.times(100).toDecimalPlaces(1, Decimal.ROUND_DOWN).toFixed()}%`;
}

/** A figure of the condition in its unit: `255.3 PH/s`. */
export function figure(condition: Condition, value: string, rule: AboutRule | null): string {
  // Two coins are mined under one name; which one it was isn't told.
  const currency = rule?.currency === 'LTC_DOGE' ? null : (rule?.currency ?? null);
  return (WORDS[condition].figure ?? count)(value, currency);
}

/** The newest figure against what it fires at; null where there is none. */
export function figureLine(
  { condition, reading }: Pick<Alert, 'condition' | 'reading'>,
  rule: AboutRule | null,
): string | null {
  if (reading === null || condition === 'pool') return null;
  const { baseline, value } = reading;
  const isCount = condition === 'offline-miners' || condition === 'failing-miners';
  const shown = isCount
    ? minersWords(reading, condition.slice(0, -'-miners'.length))
    : figure(condition, value, rule);
  const before = condition === 'hashprice' && baseline !== null;
  return [
    `**${shown}**${sitesWords(reading)}`,
    before && `${figure(condition, baseline, rule)} a day before`,
    firesWords(condition, reading, rule),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `, mostly Cedar Ridge` where more than half of those that were read are there. */
function sitesWords({ sites, isAtLeast }: Reading): string {
  const [first] = sites;
  const total = sites.reduce((sum, { count }) => sum + count, 0);
  if (first === undefined || first.count * 2 <= total) return '';
  const isAll = sites.length === 1 && !isAtLeast;
  return `, ${isAll ? 'all at' : 'mostly'} ${escape(first.name, 40)}`;
}

/** `fires under 270.5 (80%)`. */
function firesWords(condition: Condition, reading: Reading, rule: AboutRule | null): string {
  const { limit, value, baseline } = reading;
  const { compares } = CONDITION_SPECS[condition];
  const threshold = rule?.threshold;
  const share = threshold?.unit === 'percent' && baseline !== null && `${threshold.value}%`;
  if (compares === 'moved' && share) return `fires at ${share}`;
  const at = withoutUnit(figure(condition, limit, rule), figure(condition, value, rule));
  const word = threshold?.direction ?? (compares === 'below' ? 'under' : 'at');
  return `fires ${word} ${at}${share ? ` (${share})` : ''}`;
}

/** `347.0` of `347.0 PH/s` beside a figure in the same unit. */
export function withoutUnit(shown: string, beside: string): string {
  const unit = unitOf(shown);
  return unit !== '' && beside.endsWith(unit) ? shown.slice(0, -unit.length) : shown;
}

/** ` PH/s` of `347.0 PH/s`. */
function unitOf(shown: string): string {
  return / \S+$/.exec(shown)?.[0] ?? '';
}

/** `10.11.2.26, 10.11.4.178 and 3 more`; null where none is named. */
export function minersLine({ reading }: Pick<Alert, 'reading'>): string | null {
  if (reading === null || reading.miners.length === 0) return null;
  const names = reading.miners.map((name) => escape(name, 40)).join(', ');
  const more = Number(reading.value) - reading.miners.length;
  return `-# ${names}${reading.sites.length > 0 && more > 0 ? ` and ${count(more)} more` : ''}`;
}

/** `14 min`, `3 h`, `2 days`: of milliseconds, rounded. */
export function lasting(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'under a minute';
  if (minutes < 120 && minutes !== 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : plural(Math.round(hours / 24), 'day');
}

/** Until it cleared, not until that had held for a while. */
export function lasted({ since, clearSince, endedAt }: Alert): string {
  return lasting((clearSince ?? endedAt ?? since) - since);
}
