import { isRecord } from '../json/is-record.js';
import { readJson } from '../json/read-json.js';
import { isFalse, isNo, isFailureWord, isFailureCode, isThere } from './failure-values.js';
import {
  plainNamedFields,
  VERDICTS,
  MAX_DEPTH,
  OUTCOMES,
  ENVELOPES,
  CODES,
  SUCCESSES,
  FAILURES,
} from './outcome-fields.js';

/**
 * Whether a record with a good status says it failed: `status: "error"`, `success: false`, `error:
 * {…}`, `statusCode: 400`. Undocumented, so it recognises what public APIs use.
 */
export function isFailedRecord(record: unknown): boolean {
  return (
    isRecord(record) && plainNamedFields(record).some(([name, value]) => isFailedField(name, value))
  );
}

function within(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/**
 * The verdicts in `status: {code: "FAILED"}` or `["FAILED"]`. JSON inside a text counts as a
 * record, because a kept answer holds it that way.
 */
function verdictsIn(value: unknown, depth = MAX_DEPTH): readonly unknown[] {
  const inner = typeof value === 'string' ? parsed(value) : value;
  if (typeof inner !== 'object' || inner === null) return [value];
  if (depth === 0) return [];
  if (Array.isArray(inner)) return inner.flatMap((each) => verdictsIn(each, depth - 1));
  const said = plainNamedFields({ ...inner }).filter(
    ([name]) => VERDICTS.has(name) || OUTCOMES.has(name) || ENVELOPES.has(name),
  );
  const own = said.flatMap(([, each]) => verdictsIn(each, depth - 1));
  return isFailedRecord(inner) ? ['failed', ...own] : own;
}

function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) ? readJson(text) : undefined;
}

export function isFailedField(name: string, value: unknown): boolean {
  if (ENVELOPES.has(name) && within(value).some(isFailedRecord)) return true;
  if (OUTCOMES.has(name)) {
    return verdictsIn(value).some(
      (each) => isFalse(each) || isFailureWord(each) || isFailureCode(each),
    );
  }
  if (CODES.has(name)) return isFailureWord(value) || isFailureCode(value);
  if (SUCCESSES.has(name)) return isNo(value) || isFailureWord(value);
  return FAILURES.has(name) && isThere(value);
}
