import { canonicalJson } from '../json/canonical-json.js';
import { isOver, noteOf, type GuildAlerts } from './alert.js';
import { closeAlertsOf } from './judge/close-alerts.js';
import { rulesInForce, type GuildRules, type AlertRule } from './rule.js';

/**
 * Closes the alerts of rules that are gone or now watch something else. Channel, roles and
 * reminders don't affect whether a condition holds. Returns the same object if nothing is closed.
 */
export function afterRuleChange(
  state: GuildAlerts,
  { before, after, now }: { readonly before: GuildRules; readonly after: GuildRules; now: number },
): GuildAlerts {
  const former = new Map(rulesInForce(before).map((rule) => [rule.id, rule]));
  const present = new Map(rulesInForce(after).map((rule) => [rule.id, rule]));
  const changed = [...former.values()].filter(
    (rule) => present.has(rule.id) && judgedBy(rule) !== judgedBy(present.get(rule.id)),
  );
  // Includes those left open by a process that ended in between.
  const gone = [
    ...Object.keys(state.rules),
    ...state.alerts.filter((alert) => !isOver(alert)).map(({ ruleId }) => ruleId),
  ].filter((id) => !present.has(id));
  const closed = gone.reduce(
    (each, id) => closeAlertsOf(each, { ruleId: id, former: former.get(id) }, now),
    state,
  );
  return changed.reduce((each, rule) => closedAndKnown(each, rule, now), closed);
}

/** A rule that stays remains silenced, and what it has told isn't told again. */
function closedAndKnown(state: GuildAlerts, former: AlertRule, now: number): GuildAlerts {
  const { id: ruleId } = former;
  const { missing: _, ...note } = noteOf(state, ruleId);
  const closed = closeAlertsOf(state, { ruleId, former }, now);
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
