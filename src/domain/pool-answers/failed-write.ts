import { isRecord } from '../json/is-record.js';
import { failedActionText, isNotCompleted } from './failed-action.js';
import { isFailedRecord } from './failed-record.js';
import { plainNamedFields } from './outcome-fields.js';
import { textOf } from './failure-values.js';
import { ACTION_FIELDS } from './outcome-fields.js';

/** ABORTED isn't among them: part of it may have been done. */
const ENDED_BADLY = /^\s*(?:failed|rejected|declined|denied)\s*$/i;

/**
 * Whether the answer to a write says the request failed. A workspace action whose status alone says
 * so was accepted, and is shown as received. An id and a status with nothing else may be an error
 * envelope, so they stay a failure: a change that waits for a look does less harm.
 */
export function isFailedWrite(record: unknown): boolean {
  const isTold = isFailedRecord(record) || failedActionText(record) !== null;
  return isTold && !(isRecord(record) && isEndedAction(record));
}

function isEndedAction(action: Readonly<Record<string, unknown>>): boolean {
  const { status, ...others } = action;
  const id = action['id'];
  const isNamed = (typeof id === 'string' && id !== '') || typeof id === 'number';
  const isAction = plainNamedFields(others).some(
    ([name, value]) => value !== null && value !== undefined && ACTION_FIELDS.has(name),
  );
  const endedBadly = ENDED_BADLY.test(textOf(status)) || isNotCompleted(status);
  return isNamed && isAction && endedBadly && !isFailedRecord(others);
}
