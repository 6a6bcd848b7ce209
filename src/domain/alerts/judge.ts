import { hashOf } from '../json/canonical-json.js';
import { toDecimal } from '../numeric.js';
import {
  isOver,
  noteOf,
  silencedUntil,
  type Alert,
  type GuildAlerts,
  type RuleNote,
  type Tell,
} from './alert.js';
import { CONDITION_TERMS, type Condition } from './conditions.js';
import type { PoolEvent, Reading } from './reading.js';
import type { AlertRule } from './rule.js';

/**
 * The life of an alert, as pure functions: what a reading makes of what the store holds. Called
 * twice with the same reading they change nothing the second time, so it does no harm when two
 * processes judge, or one judges again after a crash.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Two readings further apart say nothing of the time between them. */
const LONGEST_GAP_MS = { minute: 4 * MINUTE, daily: 50 * 60 * MINUTE };
/** A figure must be clear for so long, so that one around its threshold is one alert, not twenty. */
const CLEAR_FOR_MS = { minute: 5 * MINUTE, daily: 0 };
/** Without data for so long, people are told. */
const MISSING_TOLD_MS = 30 * MINUTE;
/** What can't end by itself, and nobody acknowledged, ends after this long. */
const EVENT_KEPT_MS = DAY;
/** The same of where money goes, while nobody has said that they saw it. */
const UNSEEN_KEPT_MS = 7 * DAY;
/** Reminders come at twice the gap each time, but not seldomer. */
export const LONGEST_REMINDER_MS = DAY;
/** Of events that were told; older ones can't come again (see `watch`). */
const EVENTS_KEPT = 500;

export interface Judged {
  /** Null = no data. */
  readonly reading: Reading | null;
  /** By the bot's clock, in ms. */
  readonly now: number;
  /** The pool can't be read, which another alert tells of. */
  readonly rests: boolean;
  /** How far apart its readings may be, where so much is read of a server that each waits. */
  readonly waitsMs?: number | undefined;
}

/** What one reading makes of one rule. The very same state when nothing changes. */
export function judge(
  state: GuildAlerts,
  rule: AlertRule,
  { reading, now, rests, waitsMs = 0 }: Judged,
): GuildAlerts {
  if (rests) return state;
  if (reading === null) return withoutData(state, rule, now);
  const known = withData(state, rule, now);
  const alert = openAlertOf(known, rule);
  if (alert === undefined)
    return reading.stands === 'breached' ? first(known, rule, { reading, now }) : known;
  // The same answer again, or an older one from before a clock went back.
  if (reading.at === alert.readAt) return reminded(known, rule, now);
  const judged = reading.stands === 'breached' ? breached : notBreached;
  const gapMs = Math.max(LONGEST_GAP_MS[CONDITION_TERMS[rule.condition].cadence], 2 * waitsMs);
  return reminded(judged(known, rule, { alert, reading, now, gapMs }), rule, now);
}

interface Looked {
  /** Null = it couldn't be read: no data; undefined = its turn to be read hasn't come. */
  readonly events: readonly PoolEvent[] | null | undefined;
  readonly now: number;
  readonly rests?: boolean;
}

/** What happened since the last look; each of them is told once. */
export function judgeEvents(
  state: GuildAlerts,
  rule: AlertRule,
  { events, now, rests = false }: Looked,
): GuildAlerts {
  if (events === null)
    return withEventsTold(rests ? state : withoutData(state, rule, now), rule, now);
  if (events === undefined) return withEventsTold(state, rule, now);
  return withNews(withData(state, rule, now), rule, { events, now });
}

function withNews(
  state: GuildAlerts,
  rule: AlertRule,
  { events, now }: { readonly events: readonly PoolEvent[]; readonly now: number },
): GuildAlerts {
  const { happened } = noteOf(state, rule.id);
  const news = events.filter(({ key }) => !happened.includes(key));
  const noted =
    news.length === 0
      ? state
      : withNote(state, rule.id, (note) => ({
          ...note,
          happened: [...note.happened, ...news.map(({ key }) => key)].slice(-EVENTS_KEPT),
        }));
  const begunAll = news.reduce((each, event) => withAlert(each, happening(rule, event)), noted);
  return withEventsTold(begunAll, rule, now);
}

/** Its rule was changed or removed: nobody can say any more whether it ends. */
export function closeAlertsOf(state: GuildAlerts, ruleId: string, now: number): GuildAlerts {
  const { [ruleId]: _gone, ...rules } = state.rules;
  const alerts = state.alerts
    .filter((each) => each.ruleId !== ruleId || each.phase !== 'pending')
    .map((each) =>
      each.ruleId !== ruleId || isOver(each)
        ? each
        : changed(each, { phase: 'closed', endedAt: now }),
    );
  const tells = state.tells.filter((each) => each.ruleId !== ruleId || each.what === 'firing');
  return { ...state, alerts, rules, tells };
}

/**
 * Another API key may be another workspace's, whose figures end nothing of the first one's. What
 * happened at one moment happened; whether the pool can be read any key tells.
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
        ? changed(each, { phase: 'closed', closedBy: 'other-key', endedAt: now })
        : each,
    );
  const tells = state.tells.filter(
    ({ alertId = '', what }) => !gone.has(alertId) || what === 'firing',
  );
  return { ...state, connectedAt, alerts, tells };
}

/** With the key that its alerts rest on; nothing is written for it while there are none. */
export function ofKey(state: GuildAlerts, connectedAt: number): GuildAlerts {
  const isKnown = state.alerts.length === 0 || state.connectedAt === connectedAt;
  return isKnown ? state : { ...state, connectedAt };
}

/** The alert of a rule that isn't over; events don't count. */
export function openAlertOf(state: GuildAlerts, { id }: Pick<AlertRule, 'id'>): Alert | undefined {
  return state.alerts.find(
    (each) => each.ruleId === id && each.isEvent === undefined && !isOver(each),
  );
}

function withoutData(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const { missing } = noteOf(state, rule.id);
  const alert = openAlertOf(state, rule);
  // Clear figures before and after a gap don't prove that all was well in between.
  const open =
    alert?.phase === 'recovering'
      ? withAlert(state, changed(alert, { phase: 'firing', clearSince: undefined }))
      : state;
  // `min`, for a clock that went back.
  const since = Math.min(missing?.since ?? now, now);
  const isDue = missing?.told !== true && now - since >= MISSING_TOLD_MS;
  if (!isDue || silencedUntil(state, rule.id, now) !== null) {
    return missing?.since === since
      ? open
      : withNote(open, rule.id, (note) => ({ ...note, missing: { ...missing, since } }));
  }
  const noted = withNote(open, rule.id, (note) => ({ ...note, missing: { since, told: true } }));
  return withTell(noted, { id: `${rule.id}-no-data-${since}`, what: 'no-data', since, rule, now });
}

function withData(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const { missing } = noteOf(state, rule.id);
  if (missing === undefined) return state;
  const noted = withNote(state, rule.id, (note) => {
    const { missing: _, ...rest } = note;
    return rest;
  });
  if (missing.told !== true || silencedUntil(state, rule.id, now) !== null) return noted;
  const { since } = missing;
  const id = `${rule.id}-data-back-${since}`;
  return withTell(noted, { id, what: 'data-back', since, rule, now });
}

/** Where nothing has to hold for a while, one reading is enough. */
function first(
  state: GuildAlerts,
  rule: AlertRule,
  { reading, now }: Pick<Step, 'reading' | 'now'>,
): GuildAlerts {
  const alert = begun(rule, reading);
  const isAtOnce = rule.forMinutes === 0 && silencedUntil(state, rule.id, now) === null;
  return isAtOnce ? fired(state, rule, { alert, now }) : withAlert(state, alert);
}

interface Step {
  readonly alert: Alert;
  readonly reading: Reading;
  readonly now: number;
  readonly gapMs: number;
}

function breached(state: GuildAlerts, rule: AlertRule, step: Step): GuildAlerts {
  const { alert, reading, now, gapMs } = step;
  const gap = reading.at - alert.seenAt;
  if (alert.phase === 'pending' && (gap < 0 || gap > gapMs))
    return withAlert(without(state, alert), begun(rule, reading));
  const figure = figureOf(reading);
  const worst = worseOf(rule.condition, alert.worst, reading.value);
  const seen = { ...figure, worst, seenAt: reading.at };
  if (alert.phase === 'pending') {
    const held = reading.at - alert.since >= rule.forMinutes * MINUTE;
    const pending = { ...alert, ...seen };
    if (!held || silencedUntil(state, rule.id, now) !== null) return withAlert(state, pending);
    return fired(state, rule, { alert: pending, now });
  }
  const { clearSince: _, ...rest } = alert;
  return withAlert(state, changed(rest, { ...seen, phase: 'firing' }));
}

function notBreached(state: GuildAlerts, rule: AlertRule, step: Step): GuildAlerts {
  const { alert, reading, now, gapMs } = step;
  if (alert.phase === 'pending') return without(state, alert);
  const figure = figureOf(reading);
  if (reading.stands === 'near') {
    const { clearSince: _, ...rest } = alert;
    return withAlert(state, changed(rest, { ...figure, seenAt: reading.at, phase: 'firing' }));
  }
  const { cadence } = CONDITION_TERMS[rule.condition];
  const gap = reading.at - alert.seenAt;
  const isAfresh =
    alert.phase === 'firing' || alert.clearSince === undefined || gap < 0 || gap > gapMs;
  const clearSince = isAfresh ? reading.at : (alert.clearSince ?? reading.at);
  const seen = { ...figure, seenAt: reading.at, clearSince };
  if (reading.at - clearSince < CLEAR_FOR_MS[cadence])
    return withAlert(state, changed(alert, { ...seen, phase: 'recovering' }));
  const ended = changed(alert, { ...seen, phase: 'resolved', endedAt: reading.at });
  const resolved = withAlert(withoutReminders(state, alert.id), ended);
  // Its message says so in any case. A reply would disturb those who asked for silence, and one
  // for each alert of a storm would be a storm: that has its own when all are over.
  if (silencedUntil(state, rule.id, now) !== null || alert.stormId !== undefined) return resolved;
  const id = `${alert.id}-resolved`;
  return withTell(resolved, { id, what: 'resolved', alertId: alert.id, rule, now });
}

/** From here on people are told. */
function fired(
  state: GuildAlerts,
  rule: AlertRule,
  { alert, now }: { readonly alert: Alert; readonly now: number },
): GuildAlerts {
  const { fired: earlier } = noteOf(state, rule.id);
  const inDay = [...earlier.filter((at) => at <= now && at > now - DAY), now];
  const noted = withNote(state, rule.id, (note) => ({ ...note, fired: inDay }));
  const firing = changed(alert, {
    phase: 'firing',
    firedAt: now,
    firedInDay: inDay.length,
    ...(rule.remindMinutes === 0 ? {} : { remindAt: now + rule.remindMinutes * MINUTE }),
  });
  const id = `${alert.id}-firing`;
  return withTell(withAlert(noted, firing), {
    id,
    what: 'firing',
    alertId: alert.id,
    rule,
    now,
  });
}

function withEventsTold(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const ofRule = state.alerts.filter(
    (each) => each.ruleId === rule.id && each.isEvent === true && !isOver(each),
  );
  return ofRule.reduce((each, event) => {
    if (event.phase === 'pending') {
      if (silencedUntil(each, rule.id, now) !== null) return each;
      return fired(each, rule, { alert: event, now });
    }
    const isUnseen = event.condition === 'changed-elsewhere' && event.acknowledged === undefined;
    const keptMs = isUnseen ? UNSEEN_KEPT_MS : EVENT_KEPT_MS;
    const isOld = now - (event.firedAt ?? now) >= keptMs;
    if (!isOld && event.acknowledged === undefined) return withReminder(each, rule, { event, now });
    const ended = changed(event, { phase: 'resolved', endedAt: now });
    return withAlert(withoutReminders(each, event.id), ended);
  }, state);
}

/** Also where there is no new reading. */
export function reminded(state: GuildAlerts, rule: AlertRule, now: number): GuildAlerts {
  const alert = openAlertOf(state, rule);
  return alert === undefined ? state : withReminder(state, rule, { event: alert, now });
}

function withReminder(
  state: GuildAlerts,
  rule: AlertRule,
  { event: alert, now }: { readonly event: Alert; readonly now: number },
): GuildAlerts {
  const isWaiting =
    alert.phase === 'firing' && alert.acknowledged === undefined && alert.stormId === undefined;
  if (!isWaiting || alert.remindAt === undefined || rule.remindMinutes === 0) return state;
  const gap = Math.min(rule.remindMinutes * MINUTE * 2 ** alert.reminders, LONGEST_REMINDER_MS);
  // Further ahead than any that was ever set: the clock went back.
  if (alert.remindAt - now > LONGEST_REMINDER_MS)
    return withAlert(state, { ...alert, remindAt: now + gap });
  if (now < alert.remindAt || silencedUntil(state, rule.id, now) !== null) return state;
  // Where nothing could be posted for hours, one says it all.
  const isUntold = ({ what, alertId }: Tell) =>
    alertId === alert.id && (what === 'firing' || what === 'reminder');
  if (state.tells.some(isUntold)) return withAlert(state, { ...alert, remindAt: now + gap });
  const reminders = alert.reminders + 1;
  const next = Math.min(rule.remindMinutes * MINUTE * 2 ** reminders, LONGEST_REMINDER_MS);
  const noted = withAlert(state, { ...alert, reminders, remindAt: now + next });
  const id = `${alert.id}-reminder-${reminders}`;
  return withTell(noted, { id, what: 'reminder', alertId: alert.id, rule, now });
}

function begun(rule: AlertRule, reading: Reading): Alert {
  return {
    id: `${rule.id}-${reading.at.toString(36)}`,
    ruleId: rule.id,
    condition: rule.condition,
    phase: 'pending',
    since: reading.at,
    seenAt: reading.at,
    ...figureOf(reading),
    worst: reading.value,
    reminders: 0,
    firedInDay: 1,
    revision: 0,
    shown: 0,
    shownAt: 0,
  };
}

function happening(rule: AlertRule, { key, at, facts }: PoolEvent): Alert {
  return {
    id: `${rule.id}-${isShortName(key) ? key : hashOf(key).slice(0, 32)}`,
    ruleId: rule.id,
    condition: rule.condition,
    phase: 'pending',
    isEvent: true,
    since: at,
    seenAt: at,
    readAt: at,
    facts,
    reminders: 0,
    firedInDay: 1,
    revision: 0,
    shown: 0,
    shownAt: 0,
  };
}

/** An alert's id stands in the custom ids of its buttons, which have little room. */
function isShortName(key: string): boolean {
  return /^[\w-]{1,40}$/.test(key);
}

function figureOf({ at, value, limit, baseline, atLeast, sites }: Reading) {
  return { readAt: at, value, limit, baseline, atLeast, sites: sites?.slice() };
}

/** Of two figures the one further beyond the threshold. */
function worseOf(condition: Condition, one: string | undefined, other: string): string {
  const [before, now] = [toDecimal(one ?? ''), toDecimal(other)];
  if (one === undefined || before === null) return other;
  if (now === null) return one;
  const isWorse =
    CONDITION_TERMS[condition].compares === 'below'
      ? now.lessThan(before)
      : now.greaterThan(before);
  return isWorse ? other : one;
}

/** With one more revision, so that its message is drawn again. */
export function changed(alert: Alert, what: Partial<Alert>): Alert {
  return { ...alert, ...what, revision: alert.revision + 1 };
}

export function withAlert(state: GuildAlerts, next: Alert): GuildAlerts {
  const isThere = state.alerts.some(({ id }) => id === next.id);
  const alerts = isThere
    ? state.alerts.map((each) => (each.id === next.id ? next : each))
    : [...state.alerts, next];
  return { ...state, alerts };
}

function without(state: GuildAlerts, { id }: Alert): GuildAlerts {
  return { ...state, alerts: state.alerts.filter((each) => each.id !== id) };
}

/** What nobody was reminded of before it ended needs no reminder. */
export function withoutReminders(state: GuildAlerts, alertId: string): GuildAlerts {
  const isReminder = ({ what, alertId: of, maybeSince }: Tell) =>
    what === 'reminder' && of === alertId && maybeSince === undefined;
  if (!state.tells.some(isReminder)) return state;
  return { ...state, tells: state.tells.filter((each) => !isReminder(each)) };
}

function withNote(
  state: GuildAlerts,
  ruleId: string,
  change: (note: RuleNote) => RuleNote,
): GuildAlerts {
  return { ...state, rules: { ...state.rules, [ruleId]: change(noteOf(state, ruleId)) } };
}

function withTell(
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
