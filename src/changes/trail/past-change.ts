import { UserError } from '../../domain/errors/errors.js';
import type { Change } from '../../domain/changes/change.js';
import { readSealed } from '../../domain/changes/entry.js';
import { changeWith, isOfChange } from '../../domain/changes/state-machine.js';
import { sealAfter, type Trace } from '../../domain/changes/change-digest.js';
import { trailBrokenSentence } from '../../views/changes/change-sentences.js';

const broken = (seq: number) => new UserError(trailBrokenSentence(seq));

/**
 * A change that is not in memory any more, made again from its entries. Throws a UserError when these
 * are not the ones that the trace was made of.
 */
export async function readPastChange(
  entryAt: (seq: number) => Promise<string | null>,
  { entries, seal }: Trace,
): Promise<Change> {
  let change: Change | undefined;
  let sealed = '';
  for (const seq of entries) {
    const entry = readSealed((await entryAt(seq)) ?? '');
    if (entry === null || !isOfChange(entry)) throw broken(seq);
    sealed = sealAfter(sealed, entry.hash);
    change = changeWith(change, entry);
  }
  if (change === undefined || sealed !== seal) throw broken(entries[0] ?? 1);
  return change;
}
