import { ACTION_FIELDS } from './outcome-fields.js';
import {
  plainNamedFields,
  MAX_DEPTH,
  OUTCOMES,
  CODES,
  SUCCESSES,
  FAILURES,
} from './outcome-fields.js';
import { isFailedField } from './failed-record.js';
import { isNo, codeIn } from './failure-values.js';

/** Whether anything outside the error fields may mean that something was done. */
export function fieldsMayMeanDone(body: unknown, depth = MAX_DEPTH): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(body)) return body.some((each) => fieldsMayMeanDone(each, depth - 1));
  return plainNamedFields({ ...body }).some(
    ([name, value]) =>
      isNoFailure(name, value) || (!FAILURES.has(name) && fieldsMayMeanDone(value, depth - 1)),
  );
}

function isNoFailure(name: string, value: unknown): boolean {
  if (ACTION_FIELDS.has(name)) return true;
  if (value === null || value === '' || isNo(value)) return false;
  if (CODES.has(name)) return codeIn(value) >= 200 && codeIn(value) < 300;
  return (OUTCOMES.has(name) || SUCCESSES.has(name)) && !isFailedField(name, value);
}
