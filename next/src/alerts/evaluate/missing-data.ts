import type { Rule } from '../rule.js';
import type { Tell } from '../tell.js';
import { MINUTE, type Moment } from './state.js';

/** So long without figures, and people are told. */
const TOLD_AFTER_MS = 30 * MINUTE;

interface Noted {
  readonly rule: Rule;
  readonly tells: readonly Tell[];
}

/** The pool gave nothing. Told once. */
export function withoutData(rule: Rule, { now, isSilenced }: Moment): Noted {
  const { missing } = rule.note;
  const since = missing?.since ?? now;
  const isDue = missing?.told !== true && now - since >= TOLD_AFTER_MS && !isSilenced;
  if (!isDue && missing !== null) return { rule, tells: [] };
  const noted = withMissing(rule, { since, told: isDue });
  return { rule: noted, tells: isDue ? [{ kind: 'no-data', rule: noted, since }] : [] };
}

/** It gave figures again; only those who were told that they are missing hear of it. */
export function withData(rule: Rule, { isSilenced }: Moment): Noted {
  const { missing } = rule.note;
  if (missing === null) return { rule, tells: [] };
  const noted = withMissing(rule, null);
  const { since, told } = missing;
  return {
    rule: noted,
    tells: told && !isSilenced ? [{ kind: 'data-back', rule: noted, since }] : [],
  };
}

function withMissing(rule: Rule, missing: Rule['note']['missing']): Rule {
  return { ...rule, note: { ...rule.note, missing } };
}
