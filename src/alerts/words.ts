import { count } from '../cards/kit/figures.js';
import { cut, escape, listed, oneLine, plural } from '../cards/kit/text.js';
import { duration, exactMoment, moment } from '../cards/kit/times.js';
import { DAY, MINUTE } from '../clock.js';
import { isOpen, type Alert } from './alert.js';
import { CONDITION_SPECS, shareOf, unitOf, type Condition } from './conditions.js';
import type { Rule } from './rule.js';
import { thresholdWords } from './threshold.js';

/** Names and figures of rules and alerts, as cards, replies and lists show them. */

type Scoped = Pick<Rule, 'site' | 'subaccounts'>;
type AlertNamed = Pick<Alert, 'condition' | 'phase' | 'reading' | 'event'>;

/** What is wrong, without a state: `Hashrate at 75.5% of 24 h · North Ridge`. */
export function headline(alert: AlertNamed, rule: Rule | null): string {
  return `${whatOf(alert, rule)}${scopeWords(rule)}`;
}

function whatOf({ condition, event, reading }: AlertNamed, rule: Rule | null): string {
  const spec = CONDITION_SPECS[condition];
  if (event !== null) return event.title;
  if (reading === null) return spec.name;
  const value = figure(condition, reading.value, rule);
  return spec.headline?.(reading, value, shareOf(reading)) ?? spec.name;
}

/** Once it is over, its name alone; an event keeps its title. */
export function titleOf(alert: AlertNamed, rule: Rule | null): string {
  if (isOpen(alert) || alert.event !== null) return headline(alert, rule);
  return `${CONDITION_SPECS[alert.condition].name}${scopeWords(rule)}`;
}

/** ` · North Ridge`, or empty for the whole workspace. */
export function scopeWords(rule: Scoped | null): string {
  const names = rule?.site ? [rule.site.name] : (rule?.subaccounts ?? []);
  const shown = names.map((name) => escape(name, 40));
  return shown.length === 0 ? '' : ` · ${listed(shown, 2)}`;
}

export function figure(condition: Condition, value: string, rule: Rule | null): string {
  // Two coins are mined under one name; nobody knows which one it was.
  const currency = rule?.currency === 'LTC_DOGE' ? null : (rule?.currency ?? null);
  return CONDITION_SPECS[condition].figure?.(value, currency) ?? count(value);
}

/** The newest figure against what it fires at: `**255.3 PH/s** · fires under 270.5 (80%)`. */
export function figureLine({ condition, reading }: Alert, rule: Rule | null): string | null {
  if (reading === null || condition === 'pool') return null;
  const { limit, value, baseline } = reading;
  const shown = figure(condition, value, rule);
  const threshold = rule?.threshold;
  const at = withoutUnit(figure(condition, limit, rule), shown);
  const share = threshold?.unit === 'percent' && baseline !== null ? `${threshold.value}%` : null;
  const isMoved = threshold?.direction === 'moved' && baseline !== null;
  const word = threshold?.direction === 'under' ? 'under' : 'at';
  return [
    `**${shown}${reading.isAtLeast ? '+' : ''}**${reading.mostly ? `, mostly ${escape(reading.mostly, 40)}` : ''}`,
    isMoved && `${figure(condition, baseline, rule)} a day before`,
    reading.verdict === 'near' && 'not clear of it yet',
    isMoved ? `fires at ${share}` : `fires ${word} ${at}${share === null ? '' : ` (${share})`}`,
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
  { condition, threshold, currency }: Pick<Rule, 'condition' | 'threshold' | 'currency'>,
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
export function ruleScope({ condition, currency, ...rule }: Rule): string {
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

export function nextStep({ condition, event }: Alert, rule: Rule | null) {
  if (event?.kind === 'elsewhere') {
    const [list = ''] = event.key.split(':');
    return list === 'subaccounts'
      ? { command: 'subaccount list', options: {} }
      : { command: 'payment-settings list', options: { currency: list } };
  }
  const { show } = CONDITION_SPECS[condition];
  if (show === undefined) return null;
  const typed = {
    currency: rule?.currency,
    site: rule?.site?.name,
    subaccounts: rule?.subaccounts.join(', '),
  };
  const own = (show.of ?? []).flatMap((name) =>
    typed[name] ? [[name, typed[name]] as const] : [],
  );
  return { command: show.command, options: { ...show.options, ...Object.fromEntries(own) } };
}
