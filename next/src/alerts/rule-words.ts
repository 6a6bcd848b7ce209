import { cut, escape, oneLine } from '../cards/kit/text.js';
import { duration } from '../cards/kit/times.js';
import type { Choice } from '../discord/reply.js';
import type { GuildSettings } from '../guilds/settings.js';
import { conditionName, scopeWords } from './alert-words.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import { USUAL_REMIND_MINUTES, type Rule, type Threshold } from './rule.js';
import { thresholdWords } from './threshold-words.js';

type Watched = Pick<Rule, 'condition' | 'threshold' | 'currency'>;

/** What a share is of, in full and for a list. */
const BASELINES: Readonly<Partial<Record<Condition, readonly [long: string, short: string]>>> = {
  hashrate: ['of its 24-hour rate', 'of 24 h'],
  'active-miners': ['of the most in 24 hours', 'of 24 h'],
  revenue: ['of the mean of 7 days', 'of 7 days'],
};

/** Those that don't read "under" a threshold. */
const NAMES: Readonly<Partial<Record<Condition, (threshold: Threshold) => string>>> = {
  'offline-miners': ({ value }) => `Offline miners ${value} or more`,
  'failing-miners': ({ value }) => `Failing miners ${value} or more`,
  temperature: ({ value }) => `Hottest miner ${value} °C or more`,
  hashprice: ({ value, direction }) =>
    direction === undefined
      ? `Hashprice moved ${value}% in 24 h`
      : `Hashprice ${direction} ${value}`,
  'approval-waiting': ({ value }) => `Payment settings wait ${value} h for approval`,
};

const WITHOUT_THRESHOLD: Readonly<Partial<Record<Condition, string>>> = {
  payout: 'Balance falls',
  contracts: 'Contracts are new or change',
  pool: 'The pool can’t be read',
};

/** `Hashrate under 80% of its 24-hour rate`. */
export function ruleName(
  { condition, threshold, currency }: Watched,
  length: 'long' | 'short' = 'long',
): string {
  if (threshold === null) return WITHOUT_THRESHOLD[condition] ?? conditionName(condition);
  const own = NAMES[condition];
  if (own !== undefined) return own(threshold);
  const baseline = threshold.unit === 'percent' && BASELINES[condition];
  const of = baseline ? ` ${baseline[length === 'long' ? 0 : 1]}` : '';
  return `${conditionName(condition)} under ${thresholdWords(threshold, currency)}${of}`;
}

/** ` · BTC · North Ridge`. */
export function ruleScope({ condition, currency, ...rule }: Rule): string {
  // A threshold in coins says which.
  const isSaid = condition === 'margin';
  return `${currency === null || isSaid ? '' : ` · ${escape(currency)}`}${scopeWords(rule)}`;
}

/** `#pool-ops · warning · no mention`. */
export function toldWords(rule: Rule, settings: GuildSettings): string {
  const channel = channelOf(rule, settings);
  const role = roleOf(rule, settings);
  return [
    channel === null ? POSTED_NOWHERE : `<#${channel}>`,
    rule.severity,
    role === null ? 'no mention' : `<@&${role}>`,
    remindWords(rule),
  ]
    .filter(Boolean)
    .join(' · ');
}

export const POSTED_NOWHERE = '⚠️ posted nowhere: `/alerts channel`';

function remindWords({ remindMinutes, secondRole }: Rule): string | null {
  if (remindMinutes === 0) return 'no reminder';
  const second = secondRole === null ? '' : ` to <@&${secondRole}>`;
  if (remindMinutes === USUAL_REMIND_MINUTES && second === '') return null;
  return `reminder after ${duration(remindMinutes)}${second}`;
}

/** Where a rule's alerts are posted; null: nowhere. */
export function channelOf(
  rule: Pick<Rule, 'id' | 'channel'> | null,
  { alerts, auditChannel }: GuildSettings,
): string | null {
  const own = rule?.channel ?? alerts.channel;
  return own ?? (rule !== null && isBuiltIn(rule) ? auditChannel : null);
}

export function roleOf(rule: Pick<Rule, 'id' | 'role'>, { alerts }: GuildSettings): string | null {
  return rule.role ?? (isBuiltIn(rule) ? alerts.role : null);
}

/** With the currency that it reads, where it has none of its own. */
export function withCurrency(rule: Rule, { currency }: Pick<GuildSettings, 'currency'>): Rule {
  const usual = { pool: currency, derivatives: 'BTC', none: null };
  return { ...rule, currency: rule.currency ?? usual[CONDITION_SPECS[rule.condition].currency] };
}

export function isBuiltIn({ id }: Pick<Rule, 'id'>): boolean {
  return id === 'elsewhere' || id === 'pool';
}

/** For a list of choices: `Hashrate under 80% of 24 h · BTC · North Ridge (5m2fa)`. */
export function ruleChoice(rule: Rule): Choice {
  const where = rule.site?.name ?? rule.subaccounts.join(', ');
  const words = [ruleName(rule, 'short'), rule.currency, where].filter(Boolean).join(' · ');
  return { label: `${cut(oneLine(words), 90)} (${rule.id})`, value: rule.id };
}

/** Whether two rules would tell the same things. */
export function watchesSame(one: Rule, other: Rule): boolean {
  const key = ({ condition, threshold, currency, site, subaccounts }: Rule) =>
    JSON.stringify([condition, threshold, currency, site?.id, subaccounts]);
  return key(one) === key(other);
}

/** `10 min`; empty where it is told at once. */
export function forWords({ condition, forMinutes }: Rule): string {
  if (CONDITION_SPECS[condition].cadence === 'daily') return 'once a day';
  return forMinutes === 0 ? '' : duration(forMinutes);
}
