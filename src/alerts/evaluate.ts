import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import { DAY, MINUTE } from '../clock.js';
import { isOpen, newAlert, type Alert, type AlertEvent, type Reading } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import type { Finding } from './measure/watching.js';
import type { Rule } from './rule.js';

/** How long figures must be clear before an alert ends, so that a rate around its limit is one alert. */
const KEEP_FIRING_MS = 5 * MINUTE;
/** Report missing data after this long. */
const MISSING_TOLD_MS = 30 * MINUTE;
/** An event that nobody acknowledged is over after this long. */
const EVENT_KEPT_MS = 7 * DAY;
/** Reminders double their gap up to this; whoever acknowledged an alert is reminded after this long. */
export const LONGEST_REMIND_MS = DAY;
/** In addition to those that are still listed. */
const EVENTS_REMEMBERED = 200;

/** What a round tells people, entered in the transaction that changes the alerts. */
export type Tell =
  /** `changed`: its message is edited; `resolved`: edited, and a short reply says so. */
  | { readonly kind: 'fired' | 'changed' | 'resolved' | 'reminder'; readonly alert: Alert }
  /** `since`: when the figures went missing. */
  | { readonly kind: 'no-data' | 'data-back'; readonly rule: Rule; readonly since: number };

/** A rule and its open alerts: one on its figures, or one per event. */
export interface State {
  readonly rule: Rule;
  readonly alerts: readonly Alert[];
}

export interface Evaluated extends State {
  readonly tells: readonly Tell[];
  /** Events that happened since the last round. */
  readonly news: readonly AlertEvent[];
}

export interface Moment {
  readonly now: number;
  readonly isSilenced: boolean;
  /** The pool cannot be read, and another alert says so: nothing is decided. */
  readonly isResting: boolean;
  /** Readings further apart say nothing about the time between. */
  readonly gapMs: number;
  readonly isAtOnce: boolean;
}

/** Applies a finding to a rule and its alerts. The same finding again changes nothing. */
export function evaluate(before: State, finding: Finding, moment: Moment): Evaluated {
  const { isEvent = false } = CONDITION_SPECS[before.rule.condition];
  if (moment.isResting && !isEvent) return rest(before);
  const noted = withNote(before.rule, isEvent ? finding.events : finding.reading, moment);
  const { rule, news } = withNews(noted.rule, finding);
  const isNoted = before.rule.note.missing?.told !== rule.note.missing?.told;
  const begun = news.map((event) => newEvent(rule, event, moment.now));
  const held = isEvent ? [...before.alerts, ...begun] : [before.alerts[0] ?? null];
  const alerts: Alert[] = [];
  const tells = [...noted.tells];
  for (const was of held) {
    const is = was?.event
      ? stepEvent(rule, was, moment)
      : step(rule, was, { ...moment, reading: finding.reading });
    if (is === null) continue;
    const alert = remind(rule, is, moment);
    alerts.push(alert);
    tells.push(...tellsOf(was, alert, { ...moment, isNoted }));
  }
  return { rule, alerts, tells, news };
}

function rest({ rule, alerts: before }: State): Evaluated {
  const alerts = before.map(unproven);
  const changed = alerts.filter((alert) => !before.includes(alert));
  return { rule, alerts, tells: changed.map((alert) => ({ kind: 'changed', alert })), news: [] };
}

/** Good figures on both sides of a gap do not prove that all was well in between. */
function unproven(alert: Alert): Alert {
  return alert.phase === 'recovering' ? { ...alert, phase: 'firing', clearSince: null } : alert;
}

function tellsOf(
  before: Alert | null,
  alert: Alert,
  { isSilenced, isNoted }: Moment & { readonly isNoted: boolean },
): Tell[] {
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
function step(
  rule: Rule,
  alert: Alert | null,
  { reading, ...moment }: Moment & Pick<Finding, 'reading'>,
): Alert | null {
  if (reading === undefined) return alert;
  if (reading === null) return alert && unproven(alert);
  const isBreached = reading.verdict === 'breached';
  if (alert === null) return isBreached ? fireIfDue(rule, begin(rule, reading), moment) : null;
  if (reading.at <= readAt(alert)) return alert;
  const isGap = reading.at - readAt(alert) > moment.gapMs;
  const worst = isBreached ? worse(rule, alert.worst, reading) : alert.worst;
  if (alert.phase === 'pending') {
    if (!isBreached) return null;
    return fireIfDue(rule, isGap ? begin(rule, reading) : { ...alert, reading, worst }, moment);
  }
  if (reading.verdict !== 'clear')
    return { ...alert, reading, worst, phase: 'firing', clearSince: null };
  const clearSince = (isGap ? null : alert.clearSince) ?? reading.at;
  const keptMs = CONDITION_SPECS[rule.condition].isDaily ? 0 : KEEP_FIRING_MS;
  const clear: Alert = { ...alert, reading, clearSince, phase: 'recovering' };
  return reading.at - clearSince < keptMs ? clear : over(clear, moment.now);
}

function begin(rule: Rule, reading: Reading): Alert {
  return newAlert(rule, { id: reading.at.toString(36), since: reading.at, reading });
}

/** A silenced alert stays pending, and fires at the end of the silence if it still holds. */
function fireIfDue(rule: Rule, alert: Alert, { isAtOnce, isSilenced, now }: Moment): Alert {
  const lastsMs = isAtOnce ? 0 : rule.forMinutes * MINUTE;
  const isDue = readAt(alert) - alert.since >= lastsMs && !isSilenced;
  return isDue ? fired(rule, alert, now) : alert;
}

function newEvent(rule: Rule, event: AlertEvent, now: number): Alert {
  // Short enough for a custom id, whatever names the key contains.
  const id = createHash('sha256').update(event.key).digest('hex').slice(0, 12);
  return newAlert(rule, { id, since: now, event });
}

function stepEvent(rule: Rule, alert: Alert, { now, isSilenced }: Moment): Alert {
  if (alert.phase === 'pending') return isSilenced ? alert : fired(rule, alert, now);
  return now - (alert.firedAt ?? now) < EVENT_KEPT_MS ? alert : over(alert, now);
}

function fired(rule: Rule, alert: Alert, now: number): Alert {
  return {
    ...alert,
    phase: 'firing',
    firedAt: now,
    remindAt: nextReminder(rule, alert.reminders, now),
  };
}

function over(alert: Alert, now: number): Alert {
  return { ...alert, phase: 'resolved', endedAt: now, remindAt: null };
}

function nextReminder({ remindMinutes }: Rule, reminders: number, now: number): number | null {
  if (remindMinutes === 0) return null;
  return now + Math.min(remindMinutes * MINUTE * 2 ** reminders, LONGEST_REMIND_MS);
}

/** Reminds people who may have missed it, and once whoever acknowledged it. */
function remind(rule: Rule, alert: Alert, { now, isSilenced }: Moment): Alert {
  const { phase, remindAt, acknowledged } = alert;
  const isDue = phase === 'firing' && remindAt !== null && now >= remindAt;
  if (!isDue || isSilenced) return alert;
  const reminders = alert.reminders + 1;
  const next = acknowledged === null ? nextReminder(rule, reminders, now) : null;
  return { ...alert, reminders, remindAt: next };
}

/** Notes whether there was data, and reports once when it is missing and when it is back. */
function withNote(rule: Rule, data: object | null | undefined, moment: Moment) {
  const { now, isSilenced, isResting } = moment;
  const { missing } = rule.note;
  const noted = (next: typeof missing, ...tells: readonly Tell[]) => ({
    rule: { ...rule, note: { ...rule.note, missing: next } },
    tells: isSilenced ? [] : tells,
  });
  if (isResting) return { rule, tells: [] };
  if (data === null) {
    if (missing === null) return noted({ since: now, told: false });
    const { since, told } = missing;
    if (!told && now - since >= MISSING_TOLD_MS && !isSilenced)
      return noted({ since, told: true }, { kind: 'no-data', rule, since });
  } else if (data !== undefined && missing !== null) {
    const { since, told } = missing;
    return noted(null, ...(told ? [{ kind: 'data-back', rule, since } as const] : []));
  }
  return { rule, tells: [] };
}

/** Reports each event once, by its key, and notes what is listed now. */
function withNews(rule: Rule, { events, known }: Finding) {
  const { note } = rule;
  const before = new Set(note.told);
  const news = (events ?? []).filter(({ key }) => !before.has(key));
  const isSame = known === undefined || isDeepStrictEqual(known, note.known);
  if (news.length === 0 && isSame) return { rule, news };
  const listed = new Set(events?.map(({ key }) => key));
  const gone = note.told.filter((key) => !listed.has(key));
  const told = [...gone.slice(-EVENTS_REMEMBERED), ...listed];
  return { rule: { ...rule, note: { ...note, told, known: isSame ? note.known : known } }, news };
}

function readAt({ reading, since }: Alert): number {
  return reading?.at ?? since;
}

function worse({ threshold }: Rule, before: string | null, { value, baseline }: Reading): string {
  if (before === null || threshold === null) return value;
  const { direction } = threshold;
  const from = direction === 'moved' ? (baseline ?? 0) : 0;
  const away = (each: string) => new Decimal(each).minus(from).abs();
  const isFurther = away(value).greaterThan(away(before));
  return isFurther === (direction !== 'under') ? value : before;
}
