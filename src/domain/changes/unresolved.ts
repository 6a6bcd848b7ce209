/** Of unknown outcome and not checked yet: it blocks other changes to the same. */
export function isUnresolved(change: {
  readonly state: string;
  readonly resolved?: unknown;
}): boolean {
  return change.state === 'unknown' && change.resolved === undefined;
}
