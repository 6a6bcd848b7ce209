import { isFailureWord } from '../pool-answers/failure-values.js';
import { parsePoolTimestamp } from '../time/pool-time.js';

/** Any status containing the documented one counts: better to warn once too often. */
export function awaitsApproval({
  status,
}: {
  readonly status?: string | null | undefined;
}): boolean {
  return status?.toUpperCase().includes('PENDING_APPROVAL') ?? false;
}

/** True even if the time can't be parsed. `now` in ms. */
export function isFrozen(
  { frozen_until: until }: { readonly frozen_until?: string | null | undefined },
  now: number,
): boolean {
  return !!until && !((parsePoolTimestamp(until) ?? Infinity) <= now);
}

/** The pool's own text for when a freeze ends; null if nothing is frozen. `now` in ms. */
export function frozenUntil(
  record: { readonly frozen_until?: string | null | undefined },
  now: number,
): string | null {
  return isFrozen(record, now) ? (record.frozen_until ?? null) : null;
}

/** Nothing more comes of what waited for approval: it is in force, or was refused or given up; null = it has none. */
export function isOverStatus(status: string | null): boolean {
  return isInForceStatus(status) || isFailureWord(status) || GIVEN_UP.test(status ?? '');
}

/** Also of a workspace action. */
export const GIVEN_UP = /cancel|expire/i;

/** Judges a listed record by its status, if that is unambiguous; null = it has none. */
export function isInForceStatus(status: string | null): boolean {
  return (
    status === null || /^\s*(?:active|approved|complete|completed|effective)\s*$/i.test(status)
  );
}
