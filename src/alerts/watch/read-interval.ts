import type { AlertRule } from '../../domain/alerts/rule.js';
import { longestWait } from './reads-due.js';
import { MOST_FOR_FIGURES } from './round-memory.js';
import { readOf, wantedReads, type ReadNeeds } from './wanted-reads.js';

/** How far apart the readings of a rule are, in ms, beside all others; null if it has none. */
export function readInterval(rule: AlertRule, needs: ReadNeeds): number | null {
  const read = readOf(rule, needs);
  if (read === null) return null;
  const { roundMs } = needs;
  return longestWait(read, { wanted: wantedReads(needs).length, most: MOST_FOR_FIGURES, roundMs });
}
