import { isOver, type GuildAlerts } from '../../domain/alerts/alert.js';
import { CONDITION_SPECS } from '../../domain/alerts/conditions.js';
import {
  afterKeyChange,
  closeAlertsOf,
  withConnectedAt,
} from '../../domain/alerts/evaluate/close-alerts.js';
import { evaluate } from '../../domain/alerts/evaluate/evaluate.js';
import { evaluateEvents } from '../../domain/alerts/evaluate/evaluate-events.js';
import { openAlertOf } from '../../domain/alerts/evaluate/edit-state.js';
import { remindIfDue } from '../../domain/alerts/evaluate/reminders.js';
import type { PoolEvent, Reading } from '../../domain/alerts/reading.js';
import type { AlertRule } from '../../domain/alerts/rule.js';
import { withHeirs } from '../../domain/alerts/rule-changes.js';
import { gatherBursts } from '../../domain/alerts/alert-bursts.js';

/** What a round found out about a rule. */
export interface RuleFinding {
  readonly rule: AlertRule;
  /** Null = no data; missing = its turn to be read hasn't come. */
  readonly reading?: Reading | null | undefined;
  readonly events?: readonly PoolEvent[];
  /** Beside the events: some of what is watched for them couldn't be read. */
  readonly isPartial?: boolean | 'unknown' | undefined;
  /** How far apart its readings may be, in ms. */
  readonly waitsMs?: number;
}

/** Evaluates a server's rules in force. While its pool can't be read, the others are suppressed. */
export function evaluateRound(
  stored: GuildAlerts,
  findings: readonly RuleFinding[],
  { now, connectedAt }: { readonly now: number; readonly connectedAt: number },
): GuildAlerts {
  const rules = findings.map(({ rule }) => rule);
  const before = withoutStrays(afterKeyChange(stored, connectedAt, now), rules, now);
  const ofPool = findings.filter(({ rule }) => rule.condition === 'pool');
  const others = findings.filter(({ rule }) => rule.condition !== 'pool');
  const outage = ofPool.reduce(
    (each, found) => evaluateOne(each, found, { now, isSuppressed: false }),
    before,
  );
  const isSuppressed = ofPool.some(({ rule }) => openAlertOf(outage, rule)?.phase === 'firing');
  const evaluated = others.reduce(
    (each, found) => evaluateOne(each, found, { now, isSuppressed }),
    outage,
  );
  const state = gatherBursts(evaluated, now, rules);
  return withConnectedAt(state, connectedAt);
}

/** A rule may be removed while it is evaluated, and then nobody would end its alert. */
function withoutStrays(state: GuildAlerts, rules: readonly AlertRule[], now: number): GuildAlerts {
  const inForce = new Set(rules.map(({ id }) => id));
  const strays = state.alerts.filter((each) => !isOver(each) && !inForce.has(each.ruleId));
  return strays.reduce(
    (each, { ruleId }) => closeAlertsOf(each, { ruleId }, now),
    withHeirs(state, rules),
  );
}

function evaluateOne(
  state: GuildAlerts,
  { rule, reading, events, isPartial, waitsMs }: RuleFinding,
  { now, isSuppressed }: { readonly now: number; readonly isSuppressed: boolean },
): GuildAlerts {
  if (CONDITION_SPECS[rule.condition].compares === 'event')
    return evaluateEvents(state, rule, {
      events: reading === null ? null : events,
      isPartial,
      now,
      isSuppressed,
    });
  if (reading === undefined) return isSuppressed ? state : remindIfDue(state, rule, now);
  return evaluate(state, rule, { reading, now, isSuppressed, waitsMs });
}
