import { failedActionText } from './failed-action.js';
import { isFailedRecord } from './failed-record.js';

/** Whether the pool's answer to a change says that it failed. */
export function answeredFailure({
  state,
  answer,
  failure,
}: {
  readonly state: string;
  readonly answer?: unknown;
  readonly failure?: { readonly answer?: unknown } | undefined;
}): boolean {
  // An action that ended badly, or an entry older than this distinction.
  if (state === 'reported') return isFailedRecord(answer) || failedActionText(answer) !== null;
  return state === 'unknown' && failure?.answer !== undefined;
}
