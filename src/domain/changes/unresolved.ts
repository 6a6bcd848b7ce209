/** Of unknown outcome and not checked yet: it blocks other changes to the same thing. */
export function isUnresolved(change: {
  readonly state: string;
  readonly resolved?: unknown;
}): boolean {
  return change.state === 'unknown' && change.resolved === undefined;
}

/**
 * Ended without being seen to take effect, so it may still be wanted: it expired, was cancelled, or
 * its outcome is unknown and somebody has looked.
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
