import { toDecimal } from '../../numbers/numeric.js';
import { noteOf, silencedUntil, UNTOLD, type Alert, type GuildAlerts } from '../alert.js';
import { CONDITION_SPECS, type Condition } from '../conditions.js';
import type { Reading } from '../reading.js';
import type { AlertRule } from '../rule.js';
import { openAlertOf, revise, withAlert, withoutAlert, withTell } from './edit-state.js';
import { withoutData, withData } from './missing-data.js';
import { fire } from './fire.js';
import { remindIfDue, withoutReminders } from './reminders.js';
import { MINUTE_MS, HOUR_MS } from '../../time/units.js';

/**
 * The life of an alert, as pure functions of the stored state and a reading. The same reading a
 * second time changes nothing, so it does no harm if two processes evaluate it, or one does again
 * after a crash.
 */

/** Readings further apart than this say nothing about the time between them. */
const MAX_GAP_MS = { minute: 4 * MINUTE_MS, daily: 50 * HOUR_MS };

/** How long a figure must be clear, so that one near its threshold is one alert, not twenty. */
const CLEAR_FOR_MS = { minute: 5 * MINUTE_MS, daily: 0 };

export interface EvaluateInput {
  /** Null = no data. */
  readonly reading: Reading | null;
  /** By the bot's clock, in ms. */
  readonly now: number;
  /** True while the pool can't be read, which another alert tells. */
  readonly isSuppressed: boolean;
  /** How far apart readings may be in a server so large that each has to wait. */
  readonly waitsMs?: number | undefined;
}

/** Applies one reading to one rule. Returns the same object if nothing changes. */
export function evaluate(
  state: GuildAlerts,
  rule: AlertRule,
  { reading, now, isSuppressed, waitsMs = 0 }: EvaluateInput,
): GuildAlerts {
  if (isSuppressed) return state;
  if (reading === null) return withoutData(state, rule, now);
  const { missing } = noteOf(state, rule.id);
  // From before the gap: a process that stood still since brings it, and it says nothing of now.
  if (missing !== undefined && missing.since <= now && reading.at < missing.since) return state;
  const known = withData(state, rule, now);
  const alert = openAlertOf(known, rule);
  if (alert === undefined)
    return reading.verdict === 'breached' ? openAlert(known, rule, { reading, now }) : known;
  // The same answer again, or an older one from before a clock went back.
  if (reading.at === alert.readAt) return remindIfDue(known, rule, now);
  const next = reading.verdict === 'breached' ? breached : notBreached;
  const gapMs = Math.max(MAX_GAP_MS[CONDITION_SPECS[rule.condition].cadence], 2 * waitsMs);
  return remindIfDue(next(known, rule, { alert, reading, now, gapMs }), rule, now);
}

/** Without a pending period one reading is enough. */
function openAlert(
  state: GuildAlerts,
  rule: AlertRule,
  { reading, now }: Pick<AlertReading, 'reading' | 'now'>,
): GuildAlerts {
  const alert = newAlert(rule, reading);
  const isAtOnce = rule.forMinutes === 0 && silencedUntil(state, rule.id, now) === null;
  return isAtOnce ? fire(state, rule, { alert, now }) : withAlert(state, alert);
}

interface AlertReading {
  readonly alert: Alert;
  readonly reading: Reading;
  readonly now: number;
  readonly gapMs: number;
}

function breached(state: GuildAlerts, rule: AlertRule, step: AlertReading): GuildAlerts {
  const { alert, reading, now, gapMs } = step;
  const gap = reading.at - alert.seenAt;
  if (alert.phase === 'pending' && (gap < 0 || gap > gapMs))
    return withAlert(withoutAlert(state, alert), newAlert(rule, reading));
  const figure = figureOf(reading);
  const worst = worseOf(rule.condition, alert.worst, reading.value);
  const seen = { ...figure, worst, seenAt: reading.at };
  if (alert.phase === 'pending') {
    const hasLasted = reading.at - alert.since >= rule.forMinutes * MINUTE_MS;
    const pending = { ...alert, ...seen };
    if (!hasLasted || silencedUntil(state, rule.id, now) !== null) return withAlert(state, pending);
    return fire(state, rule, { alert: pending, now });
  }
  const { clearSince: _, ...rest } = alert;
  return withAlert(state, revise(rest, { ...seen, phase: 'firing' }));
}

function notBreached(state: GuildAlerts, rule: AlertRule, step: AlertReading): GuildAlerts {
  const { alert, reading, now, gapMs } = step;
  if (alert.phase === 'pending') return withoutAlert(state, alert);
  const figure = figureOf(reading);
  if (reading.verdict === 'near') {
    const { clearSince: _, ...rest } = alert;
    return withAlert(state, revise(rest, { ...figure, seenAt: reading.at, phase: 'firing' }));
  }
  const { cadence } = CONDITION_SPECS[rule.condition];
  const gap = reading.at - alert.seenAt;
  const isStillClear = alert.phase !== 'firing' && gap >= 0 && gap <= gapMs;
  const clearSince = (isStillClear ? alert.clearSince : undefined) ?? reading.at;
  const seen = { ...figure, seenAt: reading.at, clearSince };
  if (reading.at - clearSince < CLEAR_FOR_MS[cadence])
    return withAlert(state, revise(alert, { ...seen, phase: 'recovering' }));
  const ended = revise(alert, { ...seen, phase: 'resolved', endedAt: reading.at });
  const resolved = withAlert(withoutReminders(state, alert.id), ended);
  // Its message says so in any case. A reply would disturb those who asked for silence, and one per
  // alert of a burst would be a burst itself: the burst gets its own when all are over.
  if (silencedUntil(state, rule.id, now) !== null || alert.stormId !== undefined) return resolved;
  const id = `${alert.id}-resolved`;
  return withTell(resolved, { id, what: 'resolved', alertId: alert.id, rule, now });
}

function newAlert(rule: AlertRule, reading: Reading): Alert {
  return {
    id: `${rule.id}-${reading.at.toString(36)}`,
    ruleId: rule.id,
    condition: rule.condition,
    phase: 'pending',
    since: reading.at,
    seenAt: reading.at,
    ...figureOf(reading),
    worst: reading.value,
    ...UNTOLD,
  };
}

function figureOf({ at, value, limit, baseline, atLeast, sites }: Reading) {
  return { readAt: at, value, limit, baseline, atLeast, sites: sites?.slice() };
}

/** The one of two figures that is further beyond the threshold. */
function worseOf(condition: Condition, one: string | undefined, other: string): string {
  const [before, now] = [toDecimal(one), toDecimal(other)];
  if (one === undefined || before === null) return other;
  if (now === null) return one;
  const isWorse =
    CONDITION_SPECS[condition].compares === 'below'
      ? now.lessThan(before)
      : now.greaterThan(before);
  return isWorse ? other : one;
}
