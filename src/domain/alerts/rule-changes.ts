import { canonicalJson } from '../json/canonical-json.js';
import { isOver, noteOf, type GuildAlerts } from './alert.js';
import { closeAlertsOf } from './judge/close-alerts.js';
import { rulesInForce, type GuildRules, type AlertRule } from './rule.js';

/**
 * What a change of rules makes of the alerts: those of a rule that is gone, or that watches
 * something else now, are closed. Who is told where, how loudly and how often doesn't matter to
 * whether it holds. The very same state when nothing is closed.
 */
export function afterRuleChange(
  state: GuildAlerts,
  { before, after, now }: { readonly before: GuildRules; readonly after: GuildRules; now: number },
): GuildAlerts {
  const present = new Map(rulesInForce(after).map((rule) => [rule.id, rule]));
  const changed = rulesInForce(before)
    .filter((rule) => present.has(rule.id) && judgedBy(rule) !== judgedBy(present.get(rule.id)))
    .map(({ id }) => id);
  // Also those that a process left open which ended in between.
  const gone = [
    ...Object.keys(state.rules),
    ...state.alerts.filter((alert) => !isOver(alert)).map(({ ruleId }) => ruleId),
  ].filter((id) => !present.has(id));
  const closed = gone.reduce((each, id) => closeAlertsOf(each, id, now), state);
  return changed.reduce((each, id) => closedAndKnown(each, id, now), closed);
}

/** A rule that goes on stays silenced, and what it told of isn't told again. */
function closedAndKnown(state: GuildAlerts, ruleId: string, now: number): GuildAlerts {
  const { missing: _, ...note } = noteOf(state, ruleId);
  const closed = closeAlertsOf(state, ruleId, now);
  return { ...closed, rules: { ...closed.rules, [ruleId]: note } };
}

/** What decides whether its condition holds. */
function judgedBy(rule: AlertRule | undefined): string {
  if (rule === undefined) return '';
  const { condition, threshold, forMinutes, margin, currency, subaccounts, siteId } = rule;
  return canonicalJson({
    condition,
    threshold,
    forMinutes,
    margin,
    currency,
    subaccounts,
    siteId,
  });
}
