import { DamagedEntry } from '../../domain/errors/store-errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Store } from '../../store/store.js';
import { trailOf } from './stored-trail.js';

/**
 * The entry up to which all that follows from a guild's trail is done: nothing is open, waiting or
 * being looked for, and cards and posts show it. A trail with any other number of entries may have
 * something due, so no crash can lose that: nothing need be noted before an entry is written, and
 * an old or missing note only costs a look.
 */
export type ReconciledNotes = ReturnType<typeof createReconciledNotes>;

interface ReconciledNote {
  /** The trail's newest entry at that time; 0 = there was no such time. */
  readonly seq: number;
  /** Hash of the settings and key stored at that time, all of which the trail tells. */
  readonly stored: string;
  /** Changes of unknown outcome that nobody has looked into; missing = none. */
  readonly unresolved?: number;
}

const NEVER: ReconciledNote = { seq: 0, stored: '' };

export function createReconciledNotes(store: Pick<Store, 'notes' | 'lastSeq'>) {
  // As stores of earlier versions call it.
  const notes = store.notes<ReconciledNote>('trail-settled');
  const known = new Map<string, ReconciledNote>();

  /** Every scan of all servers comes here: a damaged note only costs a look, like a missing one. */
  async function written(guildId: string): Promise<ReconciledNote | undefined> {
    const note = await toResult(notes.get(guildId));
    if (!note.ok && !(note.error instanceof DamagedEntry)) throw note.error;
    return note.ok ? note.value : undefined;
  }

  async function at(guildId: string): Promise<ReconciledNote> {
    const note = known.get(guildId) ?? (await written(guildId)) ?? NEVER;
    known.set(guildId, note);
    return note;
  }

  return {
    at,
    /** What this process has read or written, by guild. */
    allKnown: (): ReadonlyMap<string, ReconciledNote> => known,
    async isReconciled(guildId: string): Promise<boolean> {
      const { seq } = await at(guildId);
      return seq > 0 && seq === (await store.lastSeq(trailOf(guildId)));
    },
    async note(guildId: string, note: ReconciledNote): Promise<void> {
      await notes.set(guildId, note);
      known.set(guildId, note);
    },
  };
}
