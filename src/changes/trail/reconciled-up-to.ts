import { z } from 'zod';
import { openNotes } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { trailOf } from './stored-trail.js';

/**
 * The entry up to which all that follows from a guild's trail is done: nothing is open, waiting or
 * being looked for, and cards and posts show it. A trail with any other number of entries may have
 * something due, so no crash can lose that: nothing need be noted before an entry is written, and
 * an old or missing note only costs a look.
 */
export type ReconciledNotes = ReturnType<typeof createReconciledNotes>;

const reconciledNote = z.object({
  /** The trail's newest entry at that time; 0 = there was no such time. */
  seq: z.number(),
  /** Hash of the settings and key stored at that time, all of which the trail tells. */
  stored: z.string(),
  /** Changes of unknown outcome that nobody has looked into; missing = none. */
  unresolved: z.number().optional(),
});
type ReconciledNote = z.output<typeof reconciledNote>;

const NEVER: ReconciledNote = { seq: 0, stored: '' };

export function createReconciledNotes(store: Pick<Store, 'notes' | 'lastSeq'>) {
  // As stores of earlier versions call it.
  const notes = openNotes(store, { space: 'trail-settled', schema: reconciledNote });
  const known = new Map<string, ReconciledNote>();

  async function at(guildId: string): Promise<ReconciledNote> {
    // Every scan of all servers comes here: a damaged note only costs a look, like a missing one.
    const note = known.get(guildId) ?? (await notes.find(guildId)) ?? NEVER;
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
    /** Reads it again next time. */
    forget: (guildId: string): void => void known.delete(guildId),
    async note(guildId: string, note: ReconciledNote): Promise<void> {
      await notes.set(guildId, note);
      known.set(guildId, note);
    },
  };
}
