import { isOpen } from '../domain/changes/state/state-machine.js';
import { isUnresolved } from '../domain/changes/unresolved.js';
import type { ReconciledNotes } from './trail/reconciled-up-to.js';
import type { Trail } from './trail/trail.js';

/** What is counted of changes as they are entered. */
export interface ChangeMetrics {
  changeStep(step: string): void;
}

interface CountChangesParts {
  readonly trail: Pick<Trail, 'allRemembered'>;
  readonly reconciled: Pick<ReconciledNotes, 'allKnown'>;
}

/**
 * How many changes are open, by state, and how many of unknown outcome nobody has looked into, of
 * the servers that `isCounted`. Reads nothing: a server that had nothing due at the start is known
 * by the note that said so.
 */
export function countChanges(
  { trail, reconciled }: CountChangesParts,
  isCounted: (guildId: string) => boolean,
): ReadonlyMap<string, number> {
  const counts = new Map([
    ['pending', 0],
    ['confirmed', 0],
    ['sent', 0],
    ['unknown', 0],
  ]);
  const add = (state: string, by: number) => counts.set(state, (counts.get(state) ?? 0) + by);
  const remembered = trail.allRemembered();
  for (const [guildId, { changes }] of remembered) {
    if (!isCounted(guildId)) continue;
    for (const change of changes.values())
      if (isOpen(change) || isUnresolved(change)) add(change.state, 1);
  }
  for (const [guildId, { unresolved = 0 }] of reconciled.allKnown())
    if (!remembered.has(guildId) && isCounted(guildId)) add('unknown', unresolved);
  return counts;
}
