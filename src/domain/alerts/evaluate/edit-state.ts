import {
  isOver,
  noteOf,
  type Alert,
  type GuildAlerts,
  type RuleNote,
  type Tell,
} from '../alert.js';
import type { AlertRule } from '../rule.js';

/** The rule's alert that isn't over; events don't count. */
export function openAlertOf(state: GuildAlerts, { id }: Pick<AlertRule, 'id'>): Alert | undefined {
  return state.alerts.find(
    (each) => each.ruleId === id && each.isEvent === undefined && !isOver(each),
  );
}

/** Raises the revision, so that its message is drawn again. */
export function revise(alert: Alert, what: Partial<Alert>): Alert {
  return { ...alert, ...what, revision: alert.revision + 1 };
}

export function withAlert(state: GuildAlerts, next: Alert): GuildAlerts {
  const isThere = state.alerts.some(({ id }) => id === next.id);
  const alerts = isThere
    ? state.alerts.map((each) => (each.id === next.id ? next : each))
    : [...state.alerts, next];
  return { ...state, alerts };
}

export function withoutAlert(state: GuildAlerts, { id }: Alert): GuildAlerts {
  return { ...state, alerts: state.alerts.filter((each) => each.id !== id) };
}

export function withNote(
  state: GuildAlerts,
  ruleId: string,
  change: (note: RuleNote) => RuleNote,
): GuildAlerts {
  return { ...state, rules: { ...state.rules, [ruleId]: change(noteOf(state, ruleId)) } };
}

export function withTell(
  state: GuildAlerts,
  {
    rule,
    now,
    ...tell
  }: Pick<Tell, 'id' | 'what' | 'alertId' | 'since'> & {
    readonly rule: Pick<AlertRule, 'id'>;
    readonly now: number;
  },
): GuildAlerts {
  return { ...state, tells: [...state.tells, { ...tell, ruleId: rule.id, at: now, tries: 0 }] };
}
