import { isRecord } from '../json/is-record.js';
import { plainName } from './outcome-fields.js';

/**
 * What in a record, besides the usual errors, says for certain that the action itself came to
 * nothing: `NOT_COMPLETED`, a failure reason, or a rejection of something COMPLETED that nobody
 * approved. In the pool's own words, including the field's name; null = nothing.
 */
export function failedActionText(record: unknown): string | null {
  if (!isRecord(record)) return null;
  const fields = Object.entries(record);
  const given = (wanted: string) =>
    fields.find(([name]) => plainName(name) === wanted) ?? [wanted, null];
  const [, status] = given('status');
  if (isNotCompleted(status)) return String(status);
  const reason = fields.find(([name, value]) => REASONS.has(plainName(name)) && isGiven(value));
  if (reason !== undefined) return said(reason);
  if (!isCompleted(status)) return null;
  const [rejectedAt, rejectedBy] = [given('rejectedat'), given('rejectedby')];
  if (isTime(given('approvedat')[1])) return null;
  if (isTime(rejectedAt[1])) return said(rejectedAt);
  // One of several people may say no to what the others approve.
  return isGiven(rejectedBy[1]) && !isGiven(given('approvedby')[1]) ? said(rejectedBy) : null;
}

const REASONS = new Set(['failurereason', 'failuremessage', 'failurecode', 'rejectionreason']);

/** Excludes `NOT_APPROVED`, `NOT_STARTED` and the like, which may only be waiting. */
const NOT_COMPLETED =
  /^\s*(?:(?:could|can|did|was)[\s_-]*)?not[\s_-]*(?:completed?|successful|accepted|allowed|permitted|authori[sz]ed|found|valid)\s*$/i;

export function isNotCompleted(status: unknown): boolean {
  return typeof status === 'string' && NOT_COMPLETED.test(status);
}

function isCompleted(status: unknown): boolean {
  return typeof status === 'string' && /^\s*completed?\s*$/i.test(status);
}

function said([name, value]: readonly [string, unknown]): string {
  return typeof value === 'string' ? `${name}: ${value}` : name;
}

/** False for the usual ways to say that there is none. */
function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return !isNone(value);
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'object' && value !== null && Object.values(value).some(isGiven);
}

const NONE = new Set(' none null nil no ok success unspecified unknown na n/a 0 false'.split(' '));

/** `none`, `N/A`, `FAILURE_REASON_UNSPECIFIED`. */
function isNone(text: string): boolean {
  const lastWord = text
    .trim()
    .slice(-40)
    .toLowerCase()
    .split(/[\s_-]/)
    .at(-1);
  return NONE.has(lastWord ?? '');
}

/** Excludes a language's zero time, such as 0001-01-01 or 1970-01-01. */
function isTime(value: unknown): boolean {
  return typeof value === 'string' && Date.parse(value) >= Date.UTC(2000, 0);
}
