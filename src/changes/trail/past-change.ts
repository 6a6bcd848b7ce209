import { isUnresolved } from '../../domain/changes/unresolved.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import type { Store } from '../../store/store.js';
import { trailOf } from './stored-trail.js';
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

/**
 * The state with each change that blocks others until somebody has checked it: one that had ended, and
 * that an accepted loss made unknown, may have been forgotten.
 */
export async function withUnresolved(
  store: Pick<Store, 'entryAt'>,
  guildId: string,
  state: ChangesState,
): Promise<ChangesState> {
  const changes = new Map(state.changes);
  for (const [id, digest] of state.digests.entries()) {
    if (digest.state !== 'unknown' || changes.has(id)) continue;
    const change = await readPastChange((seq) => store.entryAt(trailOf(guildId), seq), digest);
    if (isUnresolved(change)) changes.set(id, change);
  }
  const inOrder = [...changes].toSorted(([, one], [, other]) => one.number - other.number);
  return { ...state, changes: new Map(inOrder) };
}
