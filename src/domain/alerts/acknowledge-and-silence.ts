import {
  isOver,
  noteOf,
  type Alert,
  type GuildAlerts,
  type Silence,
  type AlertBurst,
} from './alert.js';
import { revise, withAlert } from './evaluate/edit-state.js';
import { withoutReminders } from './evaluate/reminders.js';
import { burstAlerts } from './burst-shown.js';

/** What people do with alerts, as pure functions of the stored state. */

interface Acknowledgement {
  readonly by: string;
  readonly at: number;
}

/**
 * Acknowledges one alert, or all that a burst's message lists. Null if there is nothing to acknowledge: unknown,
 * over, or somebody has it.
 */
export function acknowledge(
  state: GuildAlerts,
  id: string,
  person: Acknowledgement,
): GuildAlerts | null {
  const burst = state.storms.find((each) => each.id === id);
  const all = burst === undefined ? [id] : listedIn(state, burst);
  const after = all.reduce((each, alertId) => acknowledgeOne(each, alertId, person) ?? each, state);
  if (after === state) return null;
  const isAny = burstAlerts(after, id).some((each) => each.acknowledged === undefined);
  return isAny ? after : withoutReminders(after, id);
}

/** An alert that joined since the burst's message was last drawn is on nobody's screen. */
function listedIn(state: GuildAlerts, { id, shownAt }: AlertBurst): readonly string[] {
  const listed = burstAlerts(state, id).filter(({ firedAt = Infinity }) => firedAt <= shownAt);
  return listed.map((each) => each.id);
}

function acknowledgeOne(
  state: GuildAlerts,
  alertId: string,
  person: Acknowledgement,
): GuildAlerts | null {
  const alert = state.alerts.find(({ id }) => id === alertId);
  if (alert === undefined || isOver(alert) || alert.acknowledged !== undefined) return null;
  const { remindAt: _, ...rest } = alert;
  return withAlert(withoutReminders(state, alertId), revise(rest, { acknowledged: person }));
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
  return isConcerned && alert.phase !== 'pending' && !isOver(alert) ? revise(alert, {}) : alert;
}
