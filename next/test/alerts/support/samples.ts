import type { Reading } from '../../../src/alerts/alert.js';
import { CONDITION_SPECS, type Condition } from '../../../src/alerts/conditions.js';
import type { Moment } from '../../../src/alerts/evaluate/state.js';
import type { Rule } from '../../../src/alerts/rule.js';

export const NOW = Date.parse('2026-11-28T20:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export function aRule(condition: Condition, rest: Partial<Rule> = {}): Rule {
  const { units, threshold, forMinutes } = CONDITION_SPECS[condition];
  const [unit] = units;
  return {
    guildId: '1000',
    id: 'k7m2p',
    condition,
    threshold: unit === undefined || threshold === null ? null : { unit, value: threshold },
    forMinutes,
    margin: null,
    currency: null,
    site: null,
    subaccounts: [],
    channel: null,
    role: null,
    secondRole: null,
    severity: 'warning',
    remindMinutes: 60,
    setBy: '201',
    since: NOW,
    note: { missing: null, fired: [], happened: [] },
    ...rest,
  };
}

/** `at`: minutes after `NOW`. */
export function aReading(
  at: number,
  verdict: Reading['verdict'],
  value = verdict === 'clear' ? '90' : '70',
): Reading {
  return {
    at: NOW + at * MINUTE,
    verdict,
    value,
    limit: '80',
    baseline: '100',
    isAtLeast: false,
    miners: [],
    sites: [],
  };
}

/** `at`: minutes after `NOW`. */
export function aMoment(at: number, rest: Partial<Moment> = {}): Moment {
  return {
    now: NOW + at * MINUTE,
    isSilenced: false,
    isResting: false,
    gapMs: 4 * MINUTE,
    isAtOnce: false,
    ...rest,
  };
}
