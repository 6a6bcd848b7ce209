import { canonicalJson } from '../json/canonical-json.js';
import { isOver, noteOf, type GuildAlerts } from './alert.js';
import { closeAlertsOf } from './evaluate/close-alerts.js';
import { revise, withNote } from './evaluate/edit-state.js';
import { EXTERNAL_CHANGES, rulesInForce, type GuildRules, type AlertRule } from './rule.js';

/**
 * Closes the alerts of rules that are gone or now watch something else. Channel, roles and
 * reminders don't affect whether a condition holds. Returns the same object if nothing is closed.
 */
export function afterRuleChange(
  state: GuildAlerts,
  { before, after, now }: { readonly before: GuildRules; readonly after: GuildRules; now: number },
): GuildAlerts {
  const kept = withHeirs(withHappened(state, before, after), rulesInForce(after));
  const former = new Map(rulesInForce(before).map((rule) => [rule.id, rule]));
  const present = new Map(rulesInForce(after).map((rule) => [rule.id, rule]));
  const edited = [...former.values()].filter(
    (rule) =>
      present.has(rule.id) &&
      rule.condition !== EXTERNAL_CHANGES &&
      judgedBy(rule) !== judgedBy(present.get(rule.id)),
  );
  // Includes those left open by a process that ended in between.
  const gone = [
    ...Object.keys(state.rules),
    ...kept.alerts.filter((alert) => !isOver(alert)).map(({ ruleId }) => ruleId),
  ].filter((id) => !present.has(id));
  const closed = gone.reduce(
    (each, id) => closeAlertsOf(each, { ruleId: id, former: former.get(id) }, now),
    kept,
  );
  return edited.reduce((each, rule) => closedAndKnown(each, rule, now), closed);
}

/** Whichever rule watches for external changes, what was told of them isn't told again. */
function withHappened(state: GuildAlerts, before: GuildRules, after: GuildRules): GuildAlerts {
  const idsIn = (all: GuildRules) =>
    rulesInForce(all).flatMap(({ id, condition }) => (condition === EXTERNAL_CHANGES ? [id] : []));
  return happenedFor(state, { from: idsIn(before), to: idsIn(after) });
}

function happenedFor(
  state: GuildAlerts,
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
): GuildAlerts {
  const told = from.flatMap((id) => noteOf(state, id).happened);
  if (told.length === 0) return state;
  return to.reduce(
    (each, id) =>
      withNote(each, id, (note) => ({
        ...note,
        happened: [...new Set([...told, ...note.happened])],
      })),
    state,
  );
}

/** An external change stays open under whichever rule watches for it: no rule hushes it. */
export function withHeirs(state: GuildAlerts, inForce: readonly AlertRule[]): GuildAlerts {
  const rules = inForce.filter(({ condition }) => condition === EXTERNAL_CHANGES);
  const [heir] = rules;
  const ids = new Set(rules.map(({ id }) => id));
  const orphans = state.alerts.filter(
    (each) => each.condition === EXTERNAL_CHANGES && !isOver(each) && !ids.has(each.ruleId),
  );
  if (heir === undefined || orphans.length === 0) return state;
  const gone = new Set(orphans.map(({ ruleId }) => ruleId));
  // Drawn again, because a silence of the former rule is gone with it.
  const alerts = state.alerts.map((each) =>
    isOver(each) || !gone.has(each.ruleId) ? each : revise(each, { ruleId: heir.id }),
  );
  const tells = state.tells.map((each) =>
    gone.has(each.ruleId) ? { ...each, ruleId: heir.id } : each,
  );
  return happenedFor({ ...state, alerts, tells }, { from: [...gone], to: [...ids] });
}

/** A rule that stays remains silenced, and what it has told isn't told again. */
function closedAndKnown(state: GuildAlerts, former: AlertRule, now: number): GuildAlerts {
  const { id: ruleId } = former;
  const { missing: _, ...note } = noteOf(state, ruleId);
  const closed = closeAlertsOf(state, { ruleId, former }, now);
  return { ...closed, rules: { ...closed.rules, [ruleId]: note } };
}

/** Whether two rules fire at the same moments. */
export function watchSame(one: AlertRule, other: AlertRule): boolean {
  return judgedBy(one) === judgedBy(other);
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
