import { UserError } from '../../domain/errors/user-errors.js';
import type { Change } from '../../domain/changes/change.js';
import { readHashed } from '../../domain/changes/entry.js';
import { changeWith, isAsked, isOfChange } from '../../domain/changes/state/state-machine.js';
import { chainedHash, type ChangeDigest } from '../../domain/changes/state/change-digest.js';
import { trailBrokenWords } from '../../views/changes/trail/trail-replies.js';

const broken = (seq: number) => new UserError(trailBrokenWords(seq));

/**
 * A change that is no longer in memory, rebuilt from its entries. Throws a UserError if these
 * aren't the ones the digest was made from.
 */
export async function readPastChange(
  entryAt: (seq: number) => Promise<string | null>,
  { number, entries, seal }: ChangeDigest,
): Promise<Change> {
  let change: Change | { readonly number: number } = { number };
  let hash = '';
  for (const seq of entries) {
    const entry = readHashed((await entryAt(seq)) ?? '');
    if (entry === null || !isOfChange(entry)) throw broken(seq);
    hash = chainedHash(hash, entry.hash);
    change = changeWith(change, entry);
  }
  if (!isAsked(change) || hash !== seal) throw broken(entries[0] ?? 1);
  return change;
}
