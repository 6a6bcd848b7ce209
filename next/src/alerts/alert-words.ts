import { Decimal } from 'decimal.js';
import { amount, count, decimal, hashrate, percent, price } from '../cards/kit/figures.js';
import { escape, listed, plural } from '../cards/kit/text.js';
import { isOpen, type Alert, type AlertEvent, type Reading } from './alert.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import type { Rule } from './rule.js';

/** Names and figures of an alert, as its card, replies and lists show them. */

const NAMES: Readonly<Record<Condition, string>> = {
  hashrate: 'Hashrate',
  'active-miners': 'Active miners',
  efficiency: 'Efficiency',
  hashprice: 'Hashprice',
  'offline-miners': 'Offline miners',
  'failing-miners': 'Failing miners',
  temperature: 'Hottest miner',
  revenue: 'Revenue',
  payout: 'Balance',
  margin: 'Available margin',
  contracts: 'Contracts',
  'approval-waiting': 'Payment settings waiting for approval',
  'changed-elsewhere': 'Changes at the pool',
  pool: 'The pool',
};

/** How a reply says that it is over. */
const BACK: Readonly<Partial<Record<Condition, string>>> = {
  hashrate: 'Hashrate is back',
  'active-miners': 'Active miners are back',
  efficiency: 'Efficiency is back',
  hashprice: 'Hashprice is back in range',
  'offline-miners': 'Offline miners are back',
  'failing-miners': 'Failing miners have recovered',
  temperature: 'Hottest miner has cooled down',
  revenue: 'Revenue is back',
  margin: 'Available margin is back',
  pool: 'The pool can be read again',
};

type About = Pick<Alert, 'condition' | 'phase' | 'reading' | 'event' | 'firedAt' | 'since'>;
type RuleScope = Pick<Rule, 'site' | 'subaccounts' | 'currency' | 'threshold'>;

export function conditionName(condition: Condition): string {
  return NAMES[condition];
}

export function backWords({ condition }: Pick<Alert, 'condition'>): string {
  return BACK[condition] ?? `${NAMES[condition]}: resolved`;
}

/** What is wrong, without a state: `Hashrate at 75.5% of 24 h · North Ridge`. */
export function headline(alert: About, rule: RuleScope | null): string {
  return `${whatOf(alert, rule)}${scopeWords(rule)}`;
}

/** `Hashrate at 75.5%`, for a sentence. */
export function shortHeadline(alert: About, rule: RuleScope | null): string {
  return headline(alert, rule).replace(/ (?:of|in) (?:24 h|7 days)/, '');
}

/** Once it is over its name alone, but an event stays what it was. */
export function titleOf(alert: About, rule: RuleScope | null): string {
  if (isOpen(alert) || alert.event !== null || alert.phase === 'pending')
    return headline(alert, rule);
  return `${NAMES[alert.condition]}${scopeWords(rule)}`;
}

/** ` · North Ridge`, or empty for the whole workspace. */
export function scopeWords(rule: Pick<Rule, 'site' | 'subaccounts'> | null): string {
  const names = rule?.site ? [rule.site.name] : (rule?.subaccounts ?? []);
  if (names.length === 0) return '';
  return ` · ${listed(
    names.map((name) => escape(name, 40)),
    2,
  )}`;
}

function whatOf(alert: About, rule: RuleScope | null): string {
  const { condition, event, reading } = alert;
  if (event !== null) return eventWords(event, alert.firedAt ?? alert.since);
  if (condition === 'pool') return 'The pool can’t be read';
  if (reading === null) return NAMES[condition];
  const { value, baseline } = reading;
  const share = baseline === null ? null : shareWords(value, baseline);
  switch (condition) {
    case 'hashrate':
    case 'efficiency':
      return `${NAMES[condition]} at ${share === null ? figure(condition, value, rule) : `${share} of 24 h`}`;
    case 'active-miners':
      return minersWords(reading, 'active');
    case 'offline-miners':
      return minersWords(reading, '', ' offline');
    case 'failing-miners':
      return minersWords(reading, '', ' failing');
    case 'temperature':
      return `Hottest miner ${figure(condition, value, rule)}`;
    case 'revenue':
      return `Revenue at ${share ?? '?'} of 7 days`;
    case 'margin':
      return `Available margin ${count(value)}${rule?.currency ? ` ${escape(rule.currency)}` : ''}`;
    case 'hashprice':
      return baseline === null
        ? `Hashprice at ${figure(condition, value, rule)}`
        : `Hashprice ${movedWords(value, baseline)} in 24 h`;
    default:
      return NAMES[condition];
  }
}

function eventWords(event: AlertEvent, at: number): string {
  switch (event.kind) {
    case 'payout':
      return `Balance fell by ${amount(fallOf(event), event.currency)}`;
    case 'contract': {
      const state =
        event.before === null ? 'New contract' : `Contract ${escape(lower(event.after))}`;
      return `${state}: ${escape(event.name)}`;
    }
    case 'approval': {
      const hours = Math.floor((at - event.since) / 3_600_000);
      return `Payment settings wait ${hours} h for approval`;
    }
    case 'elsewhere':
      return escape(event.title);
    default:
      return event satisfies never;
  }
}

function fallOf({ before, after }: AlertEvent & { kind: 'payout' }): Decimal | null {
  const [from, to] = [decimal(before), decimal(after)];
  return from === null || to === null ? null : from.minus(to);
}

/** `1,366 active miners`, `100+ miners offline`. */
function minersWords({ value, isAtLeast }: Reading, before: string, after = ''): string {
  const noun = value === '1' && !isAtLeast ? 'miner' : 'miners';
  const words = [`${count(value)}${isAtLeast ? '+' : ''}`, before, noun].filter(Boolean);
  return `${words.join(' ')}${after}`;
}

/** Rounded down, so that a figure under its threshold never seems to reach it. */
function shareWords(value: string, baseline: string): string | null {
  const [part, whole] = [decimal(value), decimal(baseline)];
  if (part === null || whole === null || whole.isZero()) return null;
  return `${percentOf(part.div(whole))}%`;
}

function movedWords(value: string, baseline: string): string {
  const [to, from] = [decimal(value), decimal(baseline)];
  if (to === null || from === null || from.isZero()) return 'moved';
  const by = to.minus(from).div(from);
  return `${by.isNegative() ? 'down' : 'up'} ${percentOf(by.abs())}%`;
}

function percentOf(share: Decimal): string {
  return share.times(100).toDecimalPlaces(1, Decimal.ROUND_DOWN).toFixed();
}

/** A figure of the condition in its unit: `255.3 PH/s`. */
export function figure(condition: Condition, value: string, rule: RuleScope | null): string {
  // Two coins are mined under one name; which one it was isn't told.
  const currency = rule?.currency === 'LTC_DOGE' ? null : (rule?.currency ?? null);
  switch (condition) {
    case 'hashrate':
      return hashrate(value);
    case 'efficiency':
      return percent(value);
    case 'temperature':
      return `${count(value)} °C`;
    case 'hashprice':
      return price(value, currency);
    case 'revenue':
    case 'margin':
      return amount(value, currency);
    default:
      return count(value);
  }
}

/** The newest figure against what it fires at; null where there is none. */
export function figureLine(alert: Pick<Alert, 'condition' | 'reading'>, rule: RuleScope | null) {
  const { condition, reading } = alert;
  if (reading === null || condition === 'pool') return null;
  const parts = [`**${shownFigure(condition, reading, rule)}**${sitesWords(reading)}`];
  if (condition === 'hashprice' && reading.baseline !== null)
    parts.push(`${figure(condition, reading.baseline, rule)} a day before`);
  return [...parts, firesWords(condition, reading, rule)].filter(Boolean).join(' · ');
}

function shownFigure(condition: Condition, reading: Reading, rule: RuleScope | null): string {
  if (condition === 'offline-miners') return minersWords(reading, '', ' offline');
  if (condition === 'failing-miners') return minersWords(reading, '', ' failing');
  return `${figure(condition, reading.value, rule)}${reading.isAtLeast ? '+' : ''}`;
}

/** `, mostly Cedar Ridge` where more than half of those that were read are there. */
function sitesWords({ sites, isAtLeast }: Reading): string {
  const [first, ...others] = sites;
  if (first === undefined) return '';
  const total = sites.reduce((sum, { count }) => sum + count, 0);
  if (first.count * 2 <= total) return '';
  const isAll = others.length === 0 && !isAtLeast;
  return `, ${isAll ? 'all at' : 'mostly'} ${escape(first.name, 40)}`;
}

/** `fires under 270.5 (80%)`. */
function firesWords(condition: Condition, reading: Reading, rule: RuleScope | null): string | null {
  const threshold = rule?.threshold ?? null;
  const { limit, value, baseline } = reading;
  const isShare = threshold?.unit === 'percent' && baseline !== null;
  if (condition === 'hashprice') {
    if (threshold === null) return null;
    return isShare
      ? `fires at ${threshold.value}%`
      : `fires ${threshold.direction} ${threshold.value}`;
  }
  const at = withoutUnit(figure(condition, limit, rule), figure(condition, value, rule));
  const word = CONDITION_SPECS[condition].compares === 'below' ? 'under' : 'at';
  return `fires ${word} ${at}${isShare ? ` (${threshold.value}%)` : ''}`;
}

/** `347.0` of `347.0 PH/s` beside a figure in the same unit. */
export function withoutUnit(shown: string, beside: string): string {
  const unit = / \S+$/.exec(shown)?.[0];
  return unit !== undefined && beside.endsWith(unit) ? shown.slice(0, -unit.length) : shown;
}

/** `10.11.2.26, 10.11.4.178 and 3 more`; null where none is named. */
export function minersLine({ reading }: Pick<Alert, 'reading'>): string | null {
  if (reading === null || reading.miners.length === 0) return null;
  const names = reading.miners.map((name) => escape(name, 40));
  const more = Number(reading.value) - names.length;
  const rest = more > 0 && names.length > 1 ? ` and ${count(more)} more` : '';
  return `-# ${names.join(', ')}${rest}`;
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
export function lasted({ since, clearSince, endedAt }: Alert, now: number): string {
  return lasting((clearSince ?? endedAt ?? now) - since);
}

function lower(text: string): string {
  return text.toLowerCase();
}
