import { isOver, noteOf, type Alert, type GuildAlerts, type Silence } from './alert.js';
import { changed, withAlert } from './judge/edit-state.js';
import { withoutReminders } from './judge/reminders.js';
import { stormAlerts } from './storm-shown.js';

/** What people do with alerts, as pure functions of the stored state. */

interface Acknowledging {
  readonly by: string;
  readonly at: number;
}

/**
 * Acknowledges one alert, or all of a storm. Null if there is nothing to acknowledge: unknown,
 * over, or somebody has it.
 */
export function acknowledge(
  state: GuildAlerts,
  id: string,
  person: Acknowledging,
): GuildAlerts | null {
  const ofStorm = stormAlerts(state, id).map((each) => each.id);
  const all = ofStorm.length === 0 ? [id] : ofStorm;
  const after = all.reduce((each, alertId) => acknowledgeOne(each, alertId, person) ?? each, state);
  return after === state ? null : withoutReminders(after, id);
}

function acknowledgeOne(
  state: GuildAlerts,
  alertId: string,
  person: Acknowledging,
): GuildAlerts | null {
  const alert = state.alerts.find(({ id }) => id === alertId);
  if (alert === undefined || isOver(alert) || alert.acknowledged !== undefined) return null;
  const { remindAt: _, ...rest } = alert;
  return withAlert(withoutReminders(state, alertId), changed(rest, { acknowledged: person }));
}

/** Sets the silence of one rule or of `all`, replacing an earlier one. */
export function setSilence(state: GuildAlerts, ruleId: string, until: Silence | null): GuildAlerts {
  const drawn = { ...state, alerts: state.alerts.map((each) => drawnAgain(each, ruleId)) };
  if (ruleId === 'all') {
    const { silence: _, ...rest } = drawn;
    return until === null ? rest : { ...rest, silence: until };
  }
  const { silence: _, ...note } = noteOf(state, ruleId);
  const next = until === null ? note : { ...note, silence: until };
  return { ...drawn, rules: { ...state.rules, [ruleId]: next } };
}

/** Alerts whose message says that their rule is silenced. */
function drawnAgain(alert: Alert, ruleId: string): Alert {
  const isConcerned = ruleId === 'all' || alert.ruleId === ruleId;
  return isConcerned && alert.phase !== 'pending' && !isOver(alert) ? changed(alert, {}) : alert;
}
