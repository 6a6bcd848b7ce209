import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { RuleDraft } from '../src/alerts/alerts.js';
import { CONDITION_SPECS, type Condition } from '../src/alerts/conditions.js';
import { USUAL_REMIND_MINUTES, type Threshold } from '../src/alerts/rule.js';
import { marginTyped, thresholdTyped } from '../src/alerts/threshold-words.js';
import { code, oneLine } from '../src/cards/kit/text.js';
import { channel, choice, role, text } from '../src/discord/options.js';
import { duration, minutesTyped } from '../src/durations.js';
import { UserError } from '../src/errors.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import type { Context } from './context.js';
import { mayMention, mayPost } from './shared/may-post.js';
import { scopeOf, scopeOptions } from './shared/options.js';

const MOST_FOR = 24 * 60;
const MOST_REMIND = 7 * 24 * 60;

export const draftOptions = {
  threshold: text('Such as 80%, 2.5 PH/s, 12 miners, 85, 0.5 BTC, 24h, <0.0004', {
    max: 40,
  }).optional(),
  for: text('How long it must hold before people are told, such as 10 min or 1h', {
    max: 40,
  }).optional(),
  margin: text('How far back past the threshold it must come to end (default: 5 % of it)', {
    max: 40,
  }).optional(),
  currency: choice('Of which currency (default: the server’s)', [
    ...POOL_CURRENCIES,
    'USD',
  ]).optional(),
  ...scopeOptions,
  channel: channel('The channel where it is posted').optional(),
  role: role('Role to mention once, when it fires').optional(),
  'second-role': role('Role that reminders mention instead').optional(),
  severity: choice('How bad it is (default: warning)', ['info', 'warning', 'critical']).optional(),
  remind: text('First reminder while nobody acknowledges (default: 1h); 0 = none', {
    max: 40,
  }).optional(),
};

const typedDraft = z.object(draftOptions);
export type TypedDraft = z.output<typeof typedDraft>;

/** A rule as it is before anything was typed. */
export function usualDraft(condition: Condition, { settings }: Context): RuleDraft {
  const { units, threshold, forMinutes, scope, currency } = CONDITION_SPECS[condition];
  const [unit] = units;
  const { site, subaccounts } = settings;
  return {
    condition,
    threshold: unit !== undefined && threshold !== null ? { unit, value: threshold } : null,
    forMinutes,
    margin: null,
    currency: { pool: settings.currency, derivatives: 'BTC', none: null }[currency],
    site: scope === 'none' ? null : site,
    subaccounts: scope === 'figures' ? subaccounts : [],
    channel: null,
    role: null,
    secondRole: null,
    severity: 'warning',
    remindMinutes: USUAL_REMIND_MINUTES,
  };
}

/** What was typed, as a change of a rule. @throws UserError, also when it is applied */
export async function draftChange(
  typed: TypedDraft,
  condition: Condition,
  context: Context,
): Promise<(rule: RuleDraft) => RuleDraft> {
  refuseUseless(typed, condition);
  if (typed.channel !== undefined) await mayPost(typed.channel, context);
  for (const id of [typed.role, typed['second-role']])
    if (id !== undefined) await mayMention(id, context);
  const scope = await scopeTyped(typed, context);
  const watched = typed.threshold === undefined ? null : thresholdTyped(typed.threshold, condition);
  const currency = currencyTyped(typed.currency ?? watched?.currency, condition);
  const forMinutes = minutesIn('for', typed.for, MOST_FOR);
  const remindMinutes = minutesIn('remind', typed.remind, MOST_REMIND);
  return (rule) => {
    const threshold = watched?.threshold ?? rule.threshold;
    const margin = typed.margin === undefined ? null : marginTyped(typed.margin, threshold);
    const unitStays = threshold?.unit === rule.threshold?.unit;
    return endable({
      ...rule,
      ...scope,
      threshold: required(threshold, condition),
      margin: margin ?? (unitStays ? rule.margin : null),
      currency: currency ?? rule.currency,
      forMinutes: forMinutes ?? rule.forMinutes,
      channel: typed.channel ?? rule.channel,
      role: typed.role ?? rule.role,
      secondRole: typed['second-role'] ?? rule.secondRole,
      severity: typed.severity ?? rule.severity,
      remindMinutes: remindMinutes ?? rule.remindMinutes,
    });
  };
}

/** An option without effect would be taken for one that has it. */
function refuseUseless(typed: TypedDraft, condition: Condition): void {
  const { scope, currency, compares } = CONDITION_SPECS[condition];
  const useless = {
    for: compares === 'event',
    site: scope === 'none',
    subaccounts: scope !== 'figures',
    currency: currency === 'none',
  };
  for (const name of ['for', 'site', 'subaccounts', 'currency'] as const)
    if (useless[name] && typed[name] !== undefined)
      throw refused(name, `a rule for ${condition} has none. Leave it out.`);
}

/** Only a margin has none to begin with. */
function required(threshold: Threshold | null, condition: Condition): Threshold | null {
  if (threshold === null && CONDITION_SPECS[condition].units.length > 0)
    throw refused('threshold', 'needed for margin, such as 0.5 BTC.');
  return threshold;
}

/** A share of the whole never exceeds 100%, so with the usual margin some alerts would never end. */
function endable(rule: RuleDraft): RuleDraft {
  const { condition, threshold, margin } = rule;
  const isOfWhole = condition === 'efficiency' || condition === 'active-miners';
  if (!isOfWhole || threshold?.unit !== 'percent') return rule;
  const limit = new Decimal(threshold.value);
  const room = new Decimal(100).minus(limit);
  if (margin !== null && room.lessThan(margin))
    throw refused('margin', `with ${margin} it could never end. Use ${room.toFixed()} or less.`);
  const isTight = margin === null && limit.times(0.05).greaterThan(room);
  return isTight ? { ...rule, margin: room.div(2).toFixed() } : rule;
}

async function scopeTyped(
  { site, subaccounts }: TypedDraft,
  context: Context,
): Promise<Partial<Pick<RuleDraft, 'site' | 'subaccounts'>>> {
  if (site === undefined && subaccounts === undefined) return {};
  const { scope } = await scopeOf({ site, subaccounts }, context);
  if (scope !== undefined && 'subaccounts' in scope)
    return { site: null, subaccounts: scope.subaccounts };
  const { id, name } = await context.pool.siteNamed(site ?? '');
  return { site: { id, name }, subaccounts: [] };
}

function currencyTyped(typed: string | null | undefined, condition: Condition): string | null {
  const isDerivatives = CONDITION_SPECS[condition].currency === 'derivatives';
  const accepted: readonly string[] = isDerivatives ? ['BTC', 'USD'] : POOL_CURRENCIES;
  if (typed === null || typed === undefined || accepted.includes(typed)) return typed ?? null;
  throw refused(
    'currency',
    `${code(typed)} isn’t one of ${condition}. Use ${accepted.join(', ')}.`,
  );
}

/** A bare number is minutes. */
function minutesIn(option: string, typed: string | undefined, most: number): number | null {
  if (typed === undefined) return null;
  const words = oneLine(typed);
  const minutes = /^\d{1,5}$/.test(words) ? Number(words) : minutesTyped(words);
  if (minutes !== null && minutes <= most) return minutes;
  const sentence = `${code(words, 40)} isn’t a time up to ${duration(most)}. Use 10 min or 1h.`;
  throw refused(option, sentence);
}

function refused(option: string, sentence: string): UserError {
  return new UserError(`Check the ${option}`, `\`${option}\`: ${sentence}`);
}
