import { withoutUnseen } from '../names/unseen-characters.js';
import { isRecord } from './is-record.js';
import { readJson } from './read-json.js';
import { badEndIn, isNotCompleted } from './says-ended-badly.js';

/**
 * Whether a record with a good status says that it failed: `status: "error"`, `success: false`,
 * `error: {…}`, `statusCode: 400`. Undocumented, so it recognises what public APIs use.
 */
export function saysFailed(record: unknown): boolean {
  return isRecord(record) && entriesOf(record).some(([name, value]) => isFailure(name, value));
}

/** Fields that only a workspace action has, without underscores. */
const ACTION_FIELDS = new Set(
  (
    'actionname initiatedat initiatedby requiresapproval canceledby approvedat rejectedat ' +
    'approvedby rejectedby'
  ).split(' '),
);
const ENDED_BADLY = /^\s*(?:failed|rejected|declined|denied)\s*$/i;

/**
 * Whether the answer to a write says that the request failed. A workspace action whose status alone
 * says so was taken and is shown as it came. An id and a status without more may be an error
 * envelope, so they stay a failure: a change that waits for a look does less harm.
 */
export function saysRequestFailed(record: unknown): boolean {
  const isTold = saysFailed(record) || badEndIn(record) !== null;
  return isTold && !(isRecord(record) && isEndedAction(record));
}

function isEndedAction(action: Readonly<Record<string, unknown>>): boolean {
  const { status, ...others } = action;
  const id = action['id'];
  const isNamed = (typeof id === 'string' && id !== '') || typeof id === 'number';
  const isAction = entriesOf(others).some(
    ([name, value]) => value !== null && value !== undefined && ACTION_FIELDS.has(name),
  );
  const endedBadly = ENDED_BADLY.test(textOf(status)) || isNotCompleted(status);
  return isNamed && isAction && endedBadly && !saysFailed(others);
}

/** Whether anything outside of the error fields may mean that something was done. */
export function maySayDone(body: unknown, depth = MAX_DEPTH): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(body)) return body.some((each) => maySayDone(each, depth - 1));
  return entriesOf({ ...body }).some(
    ([name, value]) =>
      isNoFailure(name, value) || (!FAILURES.has(name) && maySayDone(value, depth - 1)),
  );
}

function isNoFailure(name: string, value: unknown): boolean {
  if (ACTION_FIELDS.has(name)) return true;
  if (value === null || value === '' || isNo(value)) return false;
  if (CODES.has(name)) return codeIn(value) >= 200 && codeIn(value) < 300;
  return (OUTCOMES.has(name) || SUCCESSES.has(name)) && !isFailure(name, value);
}

/** `name`: only letters, in lower case. */
function entriesOf(record: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  return Object.entries(record).map(([name, value]) => [
    name.replaceAll(/[^a-z]/gi, '').toLowerCase(),
    value,
  ]);
}

function within(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Under `status: {…}` these hold the status. */
const VERDICTS = new Set(['value', 'name', 'type', 'kind', 'label', 'text', 'key', 'id', 'code']);
const MAX_DEPTH = 20;

/**
 * The verdicts in `status: {code: "FAILED"}` or `["FAILED"]`. JSON in a text counts as a record,
 * because a kept answer has it so.
 */
function verdictsIn(value: unknown, depth = MAX_DEPTH): readonly unknown[] {
  const inner = typeof value === 'string' ? parsed(value) : value;
  if (typeof inner !== 'object' || inner === null) return [value];
  if (depth === 0) return [];
  if (Array.isArray(inner)) return inner.flatMap((each) => verdictsIn(each, depth - 1));
  const said = entriesOf({ ...inner }).filter(
    ([name]) => VERDICTS.has(name) || OUTCOMES.has(name) || ENVELOPES.has(name),
  );
  const own = said.flatMap(([, each]) => verdictsIn(each, depth - 1));
  return saysFailed(inner) ? ['failed', ...own] : own;
}

function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) ? readJson(text) : undefined;
}

const OUTCOMES = new Set(['status', 'state', 'result', 'outcome']);
const ENVELOPES = new Set(['data', 'result', 'response', 'payload']);
const CODES = new Set(['code', 'statuscode', 'httpstatus', 'httpcode', 'errorcode', 'errcode']);
const SUCCESSES = new Set(['success', 'successful', 'succeeded', 'ok', 'issuccess', 'accepted']);
const FAILURES = new Set(
  (
    'error errors err failure failures failed fault exception ' +
    'iserror haserror haserrors errormessage errormsg'
  ).split(' '),
);

function isFailure(name: string, value: unknown): boolean {
  if (ENVELOPES.has(name) && within(value).some(saysFailed)) return true;
  if (OUTCOMES.has(name)) {
    return verdictsIn(value).some(
      (each) => isFalse(each) || isFailureWord(each) || isFailureCode(each),
    );
  }
  if (CODES.has(name)) return isFailureWord(value) || isFailureCode(value);
  if (SUCCESSES.has(name)) return isNo(value) || isFailureWord(value);
  return FAILURES.has(name) && isThere(value);
}

function isFalse(value: unknown): boolean {
  return value === false || /^\s*(?:false|no)\s*$/i.test(textOf(value));
}

/** Also zero, which as a status may mean success. */
function isNo(value: unknown): boolean {
  return isFalse(value) || value === 0 || textOf(value).trim() === '0';
}

const FAILURE_WORDS = new Set(
  (
    'error errors err failed fail failure failing fatal exception ko nok aborted unsuccessful ' +
    'rejected refused declined denied forbidden unauthorized unauthorised invalid'
  ).split(' '),
);

/** `FAILED`, `validation_error`, `AddressInvalid`; not `NO_ERROR`. */
function isFailureWord(value: unknown): boolean {
  const words = textOf(value)
    .slice(0, 200)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.includes('no') || words.includes('without')) return false;
  return words.some((word) => FAILURE_WORDS.has(word));
}

/** An HTTP error status. */
function isFailureCode(value: unknown): boolean {
  const code = codeIn(value);
  return code >= 400 && code < 600;
}

function codeIn(value: unknown): number {
  return Number(typeof value === 'number' ? value : textOf(value) || NaN);
}

/** Not one of the ways to say that there is none. */
function isThere(value: unknown): boolean {
  if (value === null || value === undefined || isNo(value)) return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return !/^\s*(?:none|null|ok|success)?\s*$/i.test(textOf(value));
}

/** What nobody sees in it divides no word. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutUnseen(value) : '';
}

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
  // An action that ended badly, or an entry from before such answers were told apart.
  if (state === 'reported') return saysFailed(answer) || badEndIn(answer) !== null;
  return state === 'unknown' && failure?.answer !== undefined;
}
