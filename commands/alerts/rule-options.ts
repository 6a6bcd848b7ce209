import { z } from 'zod';
import type { Context } from '../../src/command.js';
import { CONDITION_SPECS } from '../../src/domain/alerts/conditions.js';
import { MAX_FOR_MINUTES, SEVERITIES, type AlertRule } from '../../src/domain/alerts/rule.js';
import {
  canBeClear,
  readRecoveryMargin,
  readMinutes,
  readThreshold,
} from '../../src/domain/alerts/typed-threshold.js';
import { DERIVATIVES_CURRENCIES, POOL_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  everyoneWords,
  roleGoneWords,
  unheardRoleWords,
} from '../../src/views/alerts/replies/receiver-sentences.js';
import {
  badForWords,
  badMarginWords,
  badReminderWords,
  badThresholdWords,
  MAX_REMINDER,
  neverClearWords,
  noForWords,
  noThresholdWords,
  MIN_REMINDER,
  wrongCurrencyWords,
  wrongScopeWords,
} from '../../src/views/alerts/replies/rule-sentences.js';
import { bothScopesWords } from '../../src/views/setup/setting-refusals.js';
import { requirePostable } from '../shared/channel-access.js';
import { findSite } from '../shared/find-site.js';
import { knownNames } from '../shared/scope.js';
import { channelOption, roleOption, siteOption, subaccountsOption } from '../shared/options.js';
import { autocompleteSites, autocompleteSubaccounts } from '../shared/autocomplete-names.js';

/** The options of a rule and the rule they make, both for new and edited rules. */

const CURRENCIES = [...POOL_CURRENCIES, 'USD'] as const;
const text = (what: string) => z.string().trim().min(1).max(40).optional().describe(what);

export const ruleOptions = {
  threshold: text('Such as 80%, 2.5 PH/s, 12 miners, 85, 0.5 BTC, 24h'),
  for: text('How long it must hold before people are told, such as 10 min or 1h'),
  margin: text('How far back past the threshold it must come to end (default: 5 % of it)'),
  currency: z.enum(CURRENCIES).optional().describe('Of which currency (default: the server’s)'),
  site: siteOption,
  subaccounts: subaccountsOption,
  channel: channelOption('The channel where it is posted'),
  role: roleOption('Role to mention once, when it fires'),
  'second-role': roleOption('Role that reminders mention instead'),
  severity: z.enum(SEVERITIES).optional().describe('How bad it is (default: warning)'),
  remind: text('First reminder while nobody acknowledges (default: 1h); 0 = none'),
};

export const autocompleteOfRule = { site: autocompleteSites, subaccounts: autocompleteSubaccounts };

const typedRule = z.object(ruleOptions);
type TypedRule = z.output<typeof typedRule>;

/** Throws a UserError that names what is wrong and what is accepted. */
export async function ruleWith(
  base: AlertRule,
  typed: TypedRule,
  context: Context,
): Promise<AlertRule> {
  const judged = withMargin(withThreshold(withTimes(base, typed), typed), typed);
  const scoped = await withScope(withCurrency(judged, typed), typed, context);
  if (!canBeClear(scoped)) throw new UserError(neverClearWords);
  return withReceivers(scoped, typed, context);
}

function withThreshold(rule: AlertRule, { threshold: typed, currency }: TypedRule): AlertRule {
  if (typed === undefined) return rule;
  const { condition } = rule;
  if (CONDITION_SPECS[condition].units.length === 0)
    throw new UserError(noThresholdWords(condition));
  const read = readThreshold(condition, typed);
  if (typeof read === 'string') throw new UserError(badThresholdWords(condition, typed, read));
  if (read.currency !== undefined && currency !== undefined && read.currency !== currency)
    throw new UserError(wrongCurrencyWords(condition, currency, [read.currency]));
  // A margin in another unit no longer means anything.
  const { margin, ...rest } = rule;
  const isSameUnit = rule.threshold?.unit === read.threshold.unit;
  return { ...rest, ...(isSameUnit && margin !== undefined ? { margin } : {}), ...read };
}

function withMargin(rule: AlertRule, { margin: typed }: TypedRule): AlertRule {
  if (typed === undefined) return rule;
  const { condition, threshold } = rule;
  if (threshold === undefined) throw new UserError(noThresholdWords(condition));
  const margin = readRecoveryMargin(condition, threshold.unit, typed);
  if (margin === null) throw new UserError(badMarginWords(typed, threshold.unit));
  return { ...rule, margin };
}

function withTimes(rule: AlertRule, { for: duration, remind }: TypedRule): AlertRule {
  return {
    ...rule,
    ...(duration === undefined ? {} : { forMinutes: durationMinutes(rule, duration) }),
    ...(remind === undefined ? {} : { remindMinutes: reminderMinutes(remind) }),
  };
}

function durationMinutes({ condition }: AlertRule, typed: string): number {
  const { forMinutes: usual, shortestFor } = CONDITION_SPECS[condition];
  if (usual === 0) throw new UserError(noForWords(condition));
  const minutes = readMinutes(typed);
  if (minutes === null || minutes < shortestFor || minutes > MAX_FOR_MINUTES)
    throw new UserError(badForWords(typed, condition));
  return minutes;
}

function reminderMinutes(typed: string): number {
  const minutes = /^(0|none|off)$/i.test(typed) ? 0 : readMinutes(typed);
  const isWithin = minutes !== null && minutes >= MIN_REMINDER && minutes <= MAX_REMINDER;
  if (minutes !== 0 && !isWithin) throw new UserError(badReminderWords(typed));
  return minutes ?? 0;
}

function withCurrency(rule: AlertRule, { currency }: TypedRule): AlertRule {
  if (currency === undefined) return rule;
  const { condition } = rule;
  const accepted: readonly string[] = {
    pool: POOL_CURRENCIES,
    derivatives: DERIVATIVES_CURRENCIES,
    none: [],
  }[CONDITION_SPECS[condition].currency];
  if (!accepted.includes(currency))
    throw new UserError(wrongCurrencyWords(condition, currency, accepted));
  return { ...rule, currency };
}

async function withScope(
  rule: AlertRule,
  { site, subaccounts }: TypedRule,
  context: Context,
): Promise<AlertRule> {
  if (site === undefined && subaccounts === undefined) return rule;
  const { scope } = CONDITION_SPECS[rule.condition];
  if (scope === 'none' || (scope === 'site' && subaccounts !== undefined))
    throw new UserError(wrongScopeWords(rule.condition));
  if (site !== undefined && subaccounts !== undefined) throw new UserError(bothScopesWords);
  const rest = wholeWorkspace(rule);
  if (subaccounts !== undefined)
    return { ...rest, subaccounts: await knownNames(subaccounts, context) };
  const { id: siteId, name: siteName } = await findSite(site ?? '', context);
  return { ...rest, siteId, siteName };
}

export function wholeWorkspace(rule: AlertRule): AlertRule {
  const { siteId: _id, siteName: _name, subaccounts: _names, ...rest } = rule;
  return rest;
}

async function withReceivers(
  rule: AlertRule,
  typed: TypedRule,
  context: Context,
): Promise<AlertRule> {
  const { channel, role: first, 'second-role': second, severity } = typed;
  const next = {
    ...rule,
    ...(channel === undefined ? {} : { channelId: channel }),
    ...(first === undefined ? {} : { roleId: first }),
    ...(second === undefined ? {} : { secondRoleId: second }),
    ...(severity === undefined ? {} : { severity }),
  };
  if (channel === undefined && first === undefined && second === undefined) return next;
  const { channelId: common } = await context.alerts.rules(context.guildId);
  const where = next.channelId ?? common;
  if (where === undefined) return next;
  await requirePostable(where, context);
  for (const id of [next.roleId, next.secondRoleId])
    if (id !== undefined) await requireHeard(id, where, context);
  return next;
}

/** Discord doesn't tell a bot that its mention notified nobody. */
export async function requireHeard(
  roleId: string,
  channelId: string,
  { deployment, guildId }: Context,
): Promise<void> {
  // @everyone has the server's id.
  if (roleId === guildId) throw new UserError(everyoneWords);
  const heard = await deployment.mentionOf(roleId, channelId, guildId);
  if (heard === 'gone') throw new UserError(roleGoneWords);
  if (heard === 'unheard') throw new UserError(unheardRoleWords(roleId, channelId));
}
