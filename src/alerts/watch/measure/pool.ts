import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';

export interface RoundOutcome {
  readonly at: number;
  /** Reads of this round. */
  readonly tried: number;
  readonly failed: number;
  readonly isKeyRefused: boolean;
}

/** Null where nothing was asked. */
export function measurePool({ at, tried, failed }: RoundOutcome): Reading | null {
  if (tried === 0) return null;
  return {
    at,
    verdict: failed === tried ? 'breached' : 'clear',
    value: String(failed),
    limit: String(tried),
  };
}

/** Waiting doesn't mend a refused key. */
export function poolRuleNow(rule: AlertRule, { isKeyRefused }: RoundOutcome): AlertRule {
  return isKeyRefused ? { ...rule, forMinutes: 0 } : rule;
}
