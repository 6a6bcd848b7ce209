import { isOver, ruleOf, type Alert, type GuildAlerts } from '../alert.js';
import type { AlertRule } from '../rule.js';
import { revise } from './edit-state.js';

/**
 * Closes alerts whose rule was changed or removed, because nobody can tell any more whether they
 * end. They keep the rule as it was, if that is known. What is to be told of a burst stays, since it
 * is also of other rules' alerts.
 */
export function closeAlertsOf(
  state: GuildAlerts,
  { ruleId, former }: { readonly ruleId: string; readonly former?: AlertRule | undefined },
  now: number,
): GuildAlerts {
  const { [ruleId]: _gone, ...rules } = state.rules;
  const alerts = state.alerts
    .filter((each) => each.ruleId !== ruleId || each.phase !== 'pending')
    .map((each) =>
      each.ruleId !== ruleId || isOver(each)
        ? each
        : revise(each, { phase: 'closed', endedAt: now, ...(former && { rule: former }) }),
    );
  const bursts = new Set(state.storms.map(({ id }) => id));
  const tells = state.tells.filter(
    (each) => each.ruleId !== ruleId || each.what === 'firing' || bursts.has(each.alertId ?? ''),
  );
  return { ...state, alerts, rules, tells };
}

/**
 * Closes alerts on figures after a key change, because another key may belong to another workspace.
 * Events stay, and so does the alert that the pool can't be read, which any key can end.
 */
export function afterKeyChange(state: GuildAlerts, connectedAt: number, now: number): GuildAlerts {
  if (state.connectedAt === undefined || state.connectedAt === connectedAt) return state;
  const isOfKey = (each: Alert) =>
    !isOver(each) && each.isEvent !== true && each.condition !== 'pool';
  const gone = new Set(state.alerts.filter(isOfKey).map(({ id }) => id));
  const alerts = state.alerts
    .filter((each) => !gone.has(each.id) || each.phase !== 'pending')
    .map((each) =>
      gone.has(each.id)
        ? revise(each, { phase: 'closed', closedBy: 'other-key', endedAt: now })
        : each,
    );
  const tells = state.tells.filter(
    ({ alertId = '', what }) => !gone.has(alertId) || what === 'firing',
  );
  return { ...state, connectedAt, alerts, tells };
}

/**
 * Closes everything, because the key was deleted. What was not told yet is told no more. Alerts keep
 * their rules, which are deleted as well. What is over already counts as closed by it too, because
 * its history is deleted. Returns the same object if nothing is left to close.
 */
export function closeAll(
  state: GuildAlerts,
  inForce: readonly AlertRule[],
  now: number,
): GuildAlerts {
  if (state.alerts.every(isOfDeletedKey) && state.tells.length === 0) return state;
  const close = (each: Alert) => {
    const rule = ruleOf(each, inForce);
    const closed = { phase: 'closed', closedBy: 'no-key', endedAt: now } as const;
    return revise(each, { ...closed, ...(rule && { rule }) });
  };
  const alerts = state.alerts
    .filter(({ phase }) => phase !== 'pending')
    .map((each) => (isOver(each) ? { ...each, closedBy: 'no-key' as const } : close(each)));
  return { ...state, alerts, tells: [] };
}

/** It is no past alert: whatever is kept of the key's workspace goes with the key. */
export function isOfDeletedKey({ closedBy }: Pick<Alert, 'closedBy'>): boolean {
  return closedBy === 'no-key';
}

/** Notes the key that its alerts rest on; changes nothing while there are no alerts. */
export function withConnectedAt(state: GuildAlerts, connectedAt: number): GuildAlerts {
  const isKnown = state.alerts.length === 0 || state.connectedAt === connectedAt;
  return isKnown ? state : { ...state, connectedAt };
}
