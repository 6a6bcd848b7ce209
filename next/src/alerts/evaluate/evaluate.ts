import { isDeepStrictEqual } from 'node:util';
import { decimal } from '../../cards/kit/figures.js';
import { isOpen, type Alert, type Reading } from '../alert.js';
import { CONDITION_SPECS } from '../conditions.js';
import type { Rule } from '../rule.js';
import { fire, newAlert, remind } from './fire.js';
import { withData, withoutData } from './missing-data.js';
import { MINUTE, type Evaluated, type Moment, type RuleState } from './state.js';

/** How long figures must be clear before an alert ends, so that a rate around its limit is one alert. */
const KEEP_FIRING_MS = { minute: 5 * MINUTE, daily: 0 } as const;

/**
 * What a reading makes of a rule and its alert. Null: the pool gave no figure, which neither fires
 * nor resolves; undefined: nothing was read this time. The same reading again changes nothing.
 */
export function evaluate(
  before: RuleState,
  reading: Reading | null | undefined,
  moment: Moment,
): Evaluated {
  if (moment.isResting) return { ...before, tells: [] };
  const after = judged(before, reading, moment);
  const { rule, alert } = after;
  const reminded = alert === null ? { ...after, tells: [] } : remind(rule, alert, moment);
  const tells = [...after.tells, ...reminded.tells];
  return { ...reminded, tells: [...tells, ...edits(before, { ...reminded, tells })] };
}

function judged(
  { rule: before, alert }: RuleState,
  reading: Reading | null | undefined,
  moment: Moment,
): Evaluated {
  if (reading === undefined) return { rule: before, alert, tells: [] };
  if (reading === null) {
    // Good figures on both sides of a gap do not prove that all was well in between.
    const isRecovering = alert?.phase === 'recovering';
    const still = isRecovering ? ({ ...alert, phase: 'firing', clearSince: null } as const) : alert;
    return { ...withoutData(before, moment), alert: still };
  }
  const { rule, tells } = withData(before, moment);
  const next = withReading({ rule, alert }, reading, moment);
  return { ...next, tells: [...tells, ...next.tells] };
}

function withReading({ rule, alert }: RuleState, reading: Reading, moment: Moment): Evaluated {
  const isBreached = reading.verdict === 'breached';
  if (alert === null)
    return isBreached ? begin(rule, reading, moment) : { rule, alert: null, tells: [] };
  if (reading.at <= readAt(alert)) return { rule, alert, tells: [] };
  return isBreached
    ? stillBreached({ rule, alert }, reading, moment)
    : notBreached({ rule, alert }, reading, moment);
}

interface OpenState extends RuleState {
  readonly alert: Alert;
}

function begin(rule: Rule, reading: Reading, moment: Moment): Evaluated {
  const since = reading.at;
  return fireIfDue(rule, newAlert(rule, { id: since.toString(36), since, reading }), moment);
}

/** A silenced one stays pending, and fires at the end of the silence if it still holds. */
function fireIfDue(rule: Rule, alert: Alert, moment: Moment): Evaluated {
  const lastsMs = moment.isAtOnce ? 0 : rule.forMinutes * MINUTE;
  const hasLasted = readAt(alert) - alert.since >= lastsMs;
  if (hasLasted && !moment.isSilenced) return fire(rule, alert, moment);
  return { rule, alert, tells: [] };
}

function stillBreached({ rule, alert }: OpenState, reading: Reading, moment: Moment): Evaluated {
  const isGap = reading.at - readAt(alert) > moment.gapMs;
  if (alert.phase === 'pending' && isGap) return begin(rule, reading, moment);
  const seen = { ...alert, reading, worst: worse(rule, alert.worst, reading) };
  if (alert.phase === 'pending') return fireIfDue(rule, seen, moment);
  return { rule, alert: { ...seen, phase: 'firing', clearSince: null }, tells: [] };
}

function notBreached({ rule, alert }: OpenState, reading: Reading, moment: Moment): Evaluated {
  if (alert.phase === 'pending') return { rule, alert: null, tells: [] };
  if (reading.verdict === 'near')
    return { rule, alert: { ...alert, reading, phase: 'firing', clearSince: null }, tells: [] };
  const isGap = reading.at - readAt(alert) > moment.gapMs;
  const clearSince = (isGap ? null : alert.clearSince) ?? reading.at;
  const clear = { ...alert, reading, clearSince };
  const { cadence } = CONDITION_SPECS[rule.condition];
  if (reading.at - clearSince < KEEP_FIRING_MS[cadence])
    return { rule, alert: { ...clear, phase: 'recovering' }, tells: [] };
  const resolved: Alert = { ...clear, phase: 'resolved', endedAt: moment.now, remindAt: null };
  // Its message says so in any case.
  const kind = moment.isSilenced ? 'changed' : 'resolved';
  return { rule, alert: resolved, tells: [{ kind, alert: resolved, rule }] };
}

/** Its message is edited where it would show something else. */
function edits(before: RuleState, { rule, alert, tells }: Evaluated): Evaluated['tells'] {
  const isTold = tells.some((tell) => 'alert' in tell && tell.kind !== 'reminder');
  if (alert === null || isTold || !isOpen(alert)) return [];
  const isSame = isDeepStrictEqual(shown(before), shown({ rule, alert }));
  return isSame ? [] : [{ kind: 'changed', alert, rule }];
}

function shown({ rule, alert }: RuleState) {
  const { at: _, ...reading } = alert?.reading ?? { at: 0 };
  const isMissing = rule.note.missing?.told === true;
  return { reading, phase: alert?.phase, clearSince: alert?.clearSince, isMissing };
}

function readAt({ reading, since }: Alert): number {
  return reading?.at ?? since;
}

/** The figure further beyond the limit. */
function worse({ condition, threshold }: Rule, before: string | null, reading: Reading): string {
  const [one, other] = [decimal(before), decimal(reading.value)];
  if (before === null || one === null || other === null) return reading.value;
  const { compares } = CONDITION_SPECS[condition];
  const from = threshold?.direction === undefined ? decimal(reading.baseline) : null;
  if (compares === 'moved' && from !== null)
    return other.minus(from).abs().greaterThan(one.minus(from).abs()) ? reading.value : before;
  const isBelow = compares === 'below' || threshold?.direction === 'under';
  const isWorse = isBelow ? other.lessThan(one) : other.greaterThan(one);
  return isWorse ? reading.value : before;
}
