import { Decimal } from 'decimal.js';
import { count } from '../cards/kit/figures.js';
import { cut, escape, listed, oneLine, plural } from '../cards/kit/text.js';
import { duration, exactMoment, moment } from '../cards/kit/times.js';
import { DAY, MINUTE } from '../clock.js';
import { isOpen, type Alert } from './alert.js';
import { CONDITION_SPECS, percentOf, unitOf, type Show } from './conditions.js';
import type { Rule, Watched } from './rule.js';
import { thresholdWords } from './threshold.js';

/** Names and figures of rules and alerts, as cards, replies and lists show them. */

/**
 * What is wrong, without a state: `Hashrate at 75.5% of 24 h · North Ridge`. Once it is over, its name
 * alone; an event keeps its title.
 */
export function titleOf(alert: Alert): string {
  return `${whatOf(alert)}${scopeWords(alert)}`;
}

function whatOf(alert: Alert): string {
  const { event, reading } = alert;
  const { name, headline, baseline } = CONDITION_SPECS[alert.condition];
  if (event !== null) return event.title;
  if (reading === null || !isOpen(alert)) return name;
  const value = figure(alert, reading.value);
  if (headline) return headline(reading, value);
  if (!baseline || !reading.baseline) return `${name} at ${value}`;
  return `${name} at ${percentOf(new Decimal(reading.value).div(reading.baseline))} ${baseline[1]}`;
}

/** ` · North Ridge`, or empty for the whole workspace. */
export function scopeWords({ site, subaccounts }: Watched): string {
  const shown = (site ? [site.name] : subaccounts).map((name) => escape(name, 40));
  return shown.length === 0 ? '' : ` · ${listed(shown, 2)}`;
}

export function figure({ condition, currency }: Watched, value: string): string {
  // Two coins are mined under one name; nobody knows which one it was.
  const coin = currency === 'LTC_DOGE' ? null : currency;
  return CONDITION_SPECS[condition].figure?.(value, coin) ?? count(value);
}

/** The newest figure against what it fires at: `**255.3 PH/s** · fires under 270.5 (80%)`. */
export function figureLine(alert: Alert): string | null {
  const { reading, threshold } = alert;
  if (reading === null || threshold === null) return null;
  const { limit, value, baseline, mostly } = reading;
  const shown = figure(alert, value);
  const at = withoutUnit(figure(alert, limit), shown);
  const isShare = baseline && CONDITION_SPECS[alert.condition].baseline;
  const isMoved = threshold.direction === 'moved' && baseline;
  const word = threshold.direction === 'under' ? 'under' : 'at';
  return [
    `**${shown}${reading.isAtLeast ? '+' : ''}**${mostly ? `, mostly ${escape(mostly, 40)}` : ''}`,
    isMoved && `${figure(alert, baseline)} a day before`,
    reading.verdict === 'near' && 'not clear of it yet',
    isMoved
      ? `fires at ${threshold.value}%`
      : `fires ${word} ${at}${isShare ? ` (${threshold.value}%)` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** `347.0` of `347.0 PH/s` beside a figure in the same unit. */
export function withoutUnit(shown: string, beside: string): string {
  const unit = unitOf(shown);
  return unit !== '' && beside.endsWith(unit) ? shown.slice(0, -unit.length) : shown;
}

/** Milliseconds as `14 min`, `3 h`, `2 days`, rounded. */
export function lasting(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 1) return 'under a minute';
  if (minutes < 120 && minutes !== 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : plural(Math.round(hours / 24), 'day');
}

/** Until it cleared, not until it had been clear for a while. */
export function lasted({ since, clearSince, endedAt }: Alert): string {
  return lasting((clearSince ?? endedAt ?? since) - since);
}

/** The time alone if it is today. */
export function untilWords(from: number, until: number): string {
  return until - from < DAY ? moment(until, 't') : exactMoment(until);
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

/** ` · BTC · North Ridge`. */
export function ruleScope(rule: Rule): string {
  const { condition, currency } = rule;
  // A threshold in coins names the coin.
  const isSaid = currency === null || condition === 'margin';
  return `${isSaid ? '' : ` · ${escape(currency)}`}${scopeWords(rule)}`;
}

export function forWords({ condition, forMinutes }: Rule): string {
  if (CONDITION_SPECS[condition].isDaily) return 'once a day';
  return forMinutes === 0 ? '' : duration(forMinutes);
}

export function ruleLabel(rule: Rule): string {
  const where = rule.site?.name ?? rule.subaccounts.join(', ');
  const words = [ruleName(rule, 'short'), rule.currency, where].filter(Boolean).join(' · ');
  return `${cut(oneLine(words), 90)} (${rule.id})`;
}

/** Null: no command shows what it is about. */
export function nextStep({ event, condition, currency, site, subaccounts }: Alert): Show | null {
  const show = event?.show ?? CONDITION_SPECS[condition].show;
  if (show === undefined) return null;
  const { command, options } = show;
  const scope = { currency, site: site?.name, subaccounts: subaccounts.join(', ') };
  const own = Object.entries(command === 'miners list' ? { site: site?.name } : scope);
  const typed = own.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { command, options: { ...options, ...Object.fromEntries(typed) } };
}
