import type { Alert } from '../alert.js';
import type { Rule } from '../rule.js';
import type { Tell } from '../tell.js';

/** A rule and its alert that is not over; null if it has none. */
export interface RuleState {
  readonly rule: Rule;
  readonly alert: Alert | null;
}

/** What became of it; the alert may just have ended. */
export interface Evaluated extends RuleState {
  readonly tells: readonly Tell[];
}

/** A moment as a rule sees it. */
export interface Moment {
  /** Milliseconds. */
  readonly now: number;
  readonly isSilenced: boolean;
  /** The pool cannot be read, which another alert tells: nothing is decided. */
  readonly isResting: boolean;
  /** Readings further apart say nothing about the time between. */
  readonly gapMs: number;
  /** No pending period. */
  readonly isAtOnce: boolean;
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
