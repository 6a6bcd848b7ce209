import type { ExternalFinding } from '../../domain/changes/external-changes/external-finding.js';
import type { ChangesState } from '../../domain/changes/state/state.js';

/** Which findings a change perhaps explains no more. */

/** A change begins to wait, no longer waits and takes effect: each once at most, in this order. */
const STAGES = ['begins', 'ends', undefined] as const;

/** Whether other findings than `key` leave the change nothing to explain in such a one. */
export function isAttributionUsed(
  number: number,
  { key, waiting }: Pick<ExternalFinding, 'key' | 'waiting'>,
  findings: ChangesState['findings'],
): boolean {
  const stageOf = (which: ExternalFinding['waiting']) => STAGES.indexOf(which);
  return findings.some(
    (each) =>
      each.perhapsBy === number && each.key !== key && stageOf(each.waiting) >= stageOf(waiting),
  );
}
