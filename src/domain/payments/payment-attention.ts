import { parsePoolTimestamp } from '../time/pool-time.js';

/** Which payment settings somebody should look at: the same on every card and in every post. */

/**
 * Other words for it are not documented (2.3), so whatever holds this one counts: a look too many
 * is better than "none awaits approval" where one does.
 */
export function awaitsApproval({
  status,
}: {
  readonly status?: string | null | undefined;
}): boolean {
  return status?.toUpperCase().includes('PENDING_APPROVAL') ?? false;
}

/** Also until a time that cannot be read: better warned once too often. `now` in ms. */
export function isFrozen(
  { frozen_until: until }: { readonly frozen_until?: string | null | undefined },
  now: number,
): boolean {
  return !!until && !((parsePoolTimestamp(until) ?? Infinity) <= now);
}
