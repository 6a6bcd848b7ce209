import type { Context } from '../../src/command.js';
import { CONDITION_SPECS, type Condition } from '../../src/domain/alerts/conditions.js';
import {
  DEFAULT_REMIND_MINUTES,
  EXTERNAL_CHANGES,
  MAX_RULES,
  type GuildRules,
  type AlertRule,
} from '../../src/domain/alerts/rule.js';
import { DERIVATIVES_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  defaultScope,
  defaultSite,
  type NamedScope,
} from '../../src/domain/guild/default-scope.js';
import { newShortId } from '../../src/domain/names/short-id.js';
import { tooManyRulesWords } from '../../src/views/alerts/replies/rule-sentences.js';

/** A rule with its defaults: the server's own part and currency. */
export function newRule(
  condition: Condition,
  channelId: string | undefined,
  { settings, clock, member }: Pick<Context, 'settings' | 'clock' | 'member'>,
): AlertRule {
  const spec = CONDITION_SPECS[condition];
  const [unit] = spec.units;
  const currency = {
    pool: settings.currency,
    derivatives: DERIVATIVES_CURRENCIES[0],
    none: undefined,
  }[spec.currency];
  const scopes: Record<typeof spec.scope, NamedScope> = {
    figures: defaultScope(settings),
    site: defaultSite(settings),
    none: {},
  };
  const { siteId, siteName, subaccountNames = [] } = scopes[spec.scope];
  return {
    id: newShortId(),
    condition,
    ...(unit === undefined || spec.threshold === undefined
      ? {}
      : { threshold: { unit, value: spec.threshold } }),
    forMinutes: spec.forMinutes,
    ...(currency === undefined ? {} : { currency }),
    ...(siteId === undefined ? {} : { siteId, siteName: siteName ?? siteId }),
    ...(subaccountNames.length === 0 ? {} : { subaccounts: [...subaccountNames] }),
    ...(channelId === undefined ? {} : { channelId }),
    severity: condition === EXTERNAL_CHANGES ? 'critical' : 'warning',
    remindMinutes: spec.compares === 'outage' ? 0 : DEFAULT_REMIND_MINUTES,
    since: clock.now(),
    setBy: member.userId,
  };
}

export function requireRoomForRules({ rules }: GuildRules): void {
  if (rules.length >= MAX_RULES) throw new UserError(tooManyRulesWords);
}
