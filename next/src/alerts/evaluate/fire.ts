import type { Alert, AlertEvent, Reading } from '../alert.js';
import type { Rule } from '../rule.js';
import { DAY, MINUTE, type Evaluated, type Moment } from './state.js';

/** Reminders double their gap up to this. */
const LONGEST_GAP_MS = DAY;

/** Somebody has it, and it still fires. */
export const STILL_FIRING_MS = DAY;

/** What an alert starts from: a reading, or an event. */
interface Beginning {
  readonly id: string;
  readonly since: number;
  readonly reading?: Reading;
  readonly event?: AlertEvent;
}

export function newAlert(rule: Rule, { id, since, reading, event }: Beginning): Alert {
  return {
    guildId: rule.guildId,
    id: `${rule.id}-${id}`,
    rule: rule.id,
    condition: rule.condition,
    severity: rule.severity,
    phase: 'pending',
    since,
    firedAt: null,
    clearSince: null,
    endedAt: null,
    endedBecause: null,
    reading: reading ?? null,
    worst: reading?.value ?? null,
    event: event ?? null,
    acknowledged: null,
    reminders: 0,
    remindAt: null,
    firedInDay: 0,
    burst: [],
    toldBy: null,
    message: null,
    editedAt: null,
  };
}

/** From here on people are told. */
export function fire(rule: Rule, alert: Alert, { now }: Pick<Moment, 'now'>): Evaluated {
  const fired = [...rule.note.fired.filter((at) => at > now - DAY), now];
  const noted: Rule = { ...rule, note: { ...rule.note, fired } };
  const firing: Alert = {
    ...alert,
    phase: 'firing',
    firedAt: now,
    firedInDay: fired.length,
    remindAt: nextReminder(rule, alert, now),
  };
  const tells = [{ kind: 'fired', alert: firing, rule: noted }] as const;
  return { rule: noted, alert: firing, tells };
}

/** Ms of the next reminder while nobody has it; null: there is none. */
export function nextReminder(
  { remindMinutes }: Pick<Rule, 'remindMinutes'>,
  { reminders }: Pick<Alert, 'reminders'>,
  now: number,
): number | null {
  if (remindMinutes === 0) return null;
  return now + Math.min(remindMinutes * MINUTE * 2 ** reminders, LONGEST_GAP_MS);
}

/** Reminds who may have missed it, and once who has it. Told in another's message, that one reminds. */
export function remind(
  rule: Rule,
  alert: Alert,
  { now, isSilenced }: Pick<Moment, 'now' | 'isSilenced'>,
): Evaluated {
  const { phase, remindAt, toldBy, acknowledged } = alert;
  const isDue = phase === 'firing' && toldBy === null && remindAt !== null && now >= remindAt;
  if (!isDue || isSilenced) return { rule, alert, tells: [] };
  const reminders = alert.reminders + 1;
  const next = acknowledged === null ? nextReminder(rule, { reminders }, now) : null;
  const reminded: Alert = { ...alert, reminders, remindAt: next };
  return { rule, alert: reminded, tells: [{ kind: 'reminder', alert: reminded, rule }] };
}
