import { CONDITION_SPECS, type Condition } from '../../../src/domain/alerts/conditions.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';

/** A rule with everything at its default. */
export function newRuleOf(condition: Condition, id = 'rule1'): AlertRule {
  const { units, threshold, forMinutes } = CONDITION_SPECS[condition];
  const [unit] = units;
  return {
    id,
    condition,
    ...(unit === undefined || threshold === undefined
      ? {}
      : { threshold: { unit, value: threshold } }),
    forMinutes,
    severity: 'warning',
    remindMinutes: 60,
    since: 0,
    setBy: '1',
  };
}
