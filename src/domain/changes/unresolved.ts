/** Whether a change is of unknown outcome, and nobody has looked into it: it holds up others. */
export function isUnresolved(change: {
  readonly state: string;
  readonly resolved?: unknown;
}): boolean {
  return change.state === 'unknown' && change.resolved === undefined;
}
