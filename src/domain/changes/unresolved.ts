/** Of unknown outcome and not checked yet: it blocks other changes to the same. */
export function isUnresolved(change: {
  readonly state: string;
  readonly resolved?: unknown;
}): boolean {
  return change.state === 'unknown' && change.resolved === undefined;
}

/**
 * Ended without being seen to happen, so that it may be wanted still: it ran out, was cancelled, or
 * nobody knows what became of it and somebody has looked.
 */
export function mayBeWanted(change: {
  readonly state: string;
  readonly resolved?: unknown;
  readonly observed?: unknown;
}): boolean {
  const { state, resolved, observed } = change;
  if (state === 'unknown') return resolved !== undefined && observed === undefined;
  return state === 'expired' || state === 'cancelled';
}
