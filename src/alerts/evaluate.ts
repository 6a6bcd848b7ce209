import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import { DAY, MINUTE } from '../clock.js';
import { isOpen, newAlert, type Alert, type Reading } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import type { Finding } from './measure/compare.js';
import type { Rule } from './rule.js';

/** How long figures must be clear before an alert ends, so that a rate around its limit is one alert. */
const KEEP_FIRING_MS = 5 * MINUTE;
/** Report missing data after this long. */
const MISSING_TOLD_MS = 30 * MINUTE;
/** An event that nobody acknowledged is over after this long. */
const EVENT_KEPT_MS = 7 * DAY;
/** Reminders double their gap up to this; whoever acknowledged an alert is reminded after this long. */
export const LONGEST_REMIND_MS = DAY;

/** What people are told, entered in the transaction that changes the alerts. */
export type Tell =
  /** `changed`: its message is edited; `resolved`: edited, and a short reply says so. */
  | { readonly kind: 'fired' | 'changed' | 'resolved' | 'reminder'; readonly alert: Alert }
  /** `since`: when the figures went missing. */
  | { readonly kind: 'no-data' | 'data-back'; readonly rule: Rule; readonly since: number };

/** A rule and its alerts: one on its figures, or one per event, also those that just happened. */
export interface State {
  readonly rule: Rule;
  readonly alerts: readonly Alert[];
}

export interface Moment {
  readonly now: number;
  readonly isSilenced: boolean;
  /** The pool cannot be read, and another alert says so: nothing is decided. */
  readonly isResting: boolean;
  /** Readings further apart say nothing about the time between. */
  readonly gapMs: number;
  /** It fires without its pending period. */
  readonly isAtOnce: boolean;
}

/** What decides about an alert. */
interface Look extends Moment {
  readonly rule: Rule;
  readonly reading: Finding['reading'];
  /** The alert's message says otherwise now whether there are figures. */
  readonly isNoted: boolean;
}

type Evaluated = State & { readonly tells: readonly Tell[] };

/** Applies a finding to a rule and its alerts. The same finding again changes nothing. */
export function evaluate(before: State, finding: Finding, moment: Moment): Evaluated {
  const { note, condition } = before.rule;
  const { isEvent = false } = CONDITION_SPECS[condition];
  const data = isEvent ? finding.events : finding.reading;
  const missing = moment.isResting ? note.missing : missingSince(note.missing, data, moment);
  const next = { ...note, missing, known: finding.known ?? note.known };
  const rule = isDeepStrictEqual(next, note) ? before.rule : { ...before.rule, note: next };
  const tells = moment.isSilenced ? [] : tellsOfData(rule, note.missing);
  const reading = moment.isResting ? null : finding.reading;
  const isNoted = note.missing?.told !== missing?.told;
  const look: Look = { ...moment, rule, reading, isNoted };
  const earlier = isEvent ? before.alerts : [before.alerts[0] ?? null];
  const alerts: Alert[] = [];
  for (const was of earlier) {
    const is = was?.event ? stepEvent(was, look) : step(was, look);
    if (is === null) continue;
    const alert = remind(is, look);
    alerts.push(alert);
    tells.push(...tellsOf(was, alert, look));
  }
  return { rule, alerts, tells };
}

type Missing = Rule['note']['missing'];

/** Since when there has been no data, and whether that is long enough to tell. */
function missingSince(before: Missing, data: unknown, { now, isSilenced }: Moment): Missing {
  if (data !== null) return data === undefined ? before : null;
  if (before === null) return { since: now, told: false };
  const isLong = now - before.since >= MISSING_TOLD_MS;
  return { ...before, told: before.told || (isLong && !isSilenced) };
}

/** Reports once when data is missing, and when it is back. */
function tellsOfData(rule: Rule, before: Missing): Tell[] {
  const { missing } = rule.note;
  if (missing?.told && !before?.told) return [{ kind: 'no-data', rule, since: missing.since }];
  if (before?.told && missing === null) return [{ kind: 'data-back', rule, since: before.since }];
  return [];
}

function tellsOf(before: Alert | null, alert: Alert, { isSilenced, isNoted }: Look): Tell[] {
  if (!isOpen(alert)) {
    if (alert.phase === 'pending') return [];
    // Its message says so in any case.
    const isHeard = alert.event === null && !isSilenced;
    return [{ kind: isHeard ? 'resolved' : 'changed', alert }];
  }
  if (before === null || !isOpen(before)) return [{ kind: 'fired', alert }];
  const tells: Tell[] = [];
  if (alert.reminders > before.reminders) tells.push({ kind: 'reminder', alert });
  const shown = ({ reading, phase, clearSince }: Alert) => [
    reading && { ...reading, at: 0 },
    phase,
    clearSince,
  ];
  if (isNoted || !isDeepStrictEqual(shown(before), shown(alert)))
    tells.push({ kind: 'changed', alert });
  return tells;
}

/** Applies a reading to a rule's alert; null: no alert. */
function step(alert: Alert | null, look: Look): Alert | null {
  const { rule, reading, now, gapMs } = look;
  // Good figures on both sides of a gap do not prove that all was well in between.
  if (reading === null && alert?.phase === 'recovering')
    return { ...alert, phase: 'firing', clearSince: null };
  if (!reading) return alert;
  const isBreached = reading.verdict === 'breached';
  const begun = newAlert(rule, reading.at, { reading });
  if (alert === null) return isBreached ? fireIfDue(begun, look) : null;
  if (reading.at <= readAt(alert)) return alert;
  const isGap = reading.at - readAt(alert) > gapMs;
  const worst = isBreached ? worse(alert, reading) : alert.worst;
  if (alert.phase === 'pending') {
    if (!isBreached) return null;
    return fireIfDue(isGap ? begun : { ...alert, reading, worst }, look);
  }
  if (reading.verdict !== 'clear')
    return { ...alert, reading, worst, phase: 'firing', clearSince: null };
  const clearSince = (isGap ? null : alert.clearSince) ?? reading.at;
  const keptMs = CONDITION_SPECS[rule.condition].isDaily ? 0 : KEEP_FIRING_MS;
  const clear: Alert = { ...alert, reading, clearSince, phase: 'recovering' };
  return reading.at - clearSince < keptMs ? clear : over(clear, now);
}

/** A silenced alert stays pending, and fires at the end of the silence if it still holds. */
function fireIfDue(alert: Alert, look: Look): Alert {
  const lastsMs = look.isAtOnce ? 0 : look.rule.forMinutes * MINUTE;
  const isDue = readAt(alert) - alert.since >= lastsMs && !look.isSilenced;
  return isDue ? fired(alert, look) : alert;
}

function stepEvent(alert: Alert, look: Look): Alert {
  const { now, isSilenced } = look;
  if (alert.phase === 'pending') return isSilenced ? alert : fired(alert, look);
  return now - (alert.firedAt ?? now) < EVENT_KEPT_MS ? alert : over(alert, now);
}

function fired(alert: Alert, look: Look): Alert {
  const remindAt = nextReminder(alert.reminders, look);
  return { ...alert, phase: 'firing', firedAt: look.now, remindAt };
}

export function over(alert: Alert, now: number): Alert {
  return { ...alert, phase: 'resolved', endedAt: now, remindAt: null };
}

function nextReminder(reminders: number, { rule, now }: Look): number | null {
  const { remindMinutes } = rule;
  if (remindMinutes === 0) return null;
  return now + Math.min(remindMinutes * MINUTE * 2 ** reminders, LONGEST_REMIND_MS);
}

/** Reminds people who may have missed it, and once whoever acknowledged it. */
function remind(alert: Alert, look: Look): Alert {
  const { phase, remindAt, acknowledged, event } = alert;
  const isDue = phase === 'firing' && remindAt !== null && look.now >= remindAt;
  if (!isDue || look.isSilenced || (look.isResting && event === null)) return alert;
  const reminders = alert.reminders + 1;
  const next = acknowledged === null ? nextReminder(reminders, look) : null;
  return { ...alert, reminders, remindAt: next };
}

function readAt({ reading, since }: Alert): number {
  return reading?.at ?? since;
}

function worse({ threshold, worst }: Alert, { value, baseline }: Reading): string {
  if (worst === null || threshold === null) return value;
  const { direction } = threshold;
  const from = direction === 'moved' ? (baseline ?? 0) : 0;
  const away = (each: string) => new Decimal(each).minus(from).abs();
  const isFurther = away(value).greaterThan(away(worst));
  return isFurther === (direction !== 'under') ? value : worst;
}
