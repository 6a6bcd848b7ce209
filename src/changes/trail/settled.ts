import type { Store } from '../../store/store.js';
import { trailOf } from './trail.js';

/**
 * Up to which entry everything is done that follows from a guild's trail: nothing is open, waits or
 * is looked for, cards and posts show it. A trail that has any other number of entries may have
 * something due, so no crash can lose that: nothing has to be noted before an entry is written, and
 * an old or missing note costs a look.
 */
export type Settled = ReturnType<typeof createSettled>;

interface Note {
  /** The trail's newest entry then; 0 = it was never settled. */
  readonly seq: number;
  /** Hash of the settings and the key that were stored then, all told by the trail. */
  readonly stored: string;
}

const NEVER: Note = { seq: 0, stored: '' };

export function createSettled(store: Pick<Store, 'notes' | 'lastSeq'>) {
  const notes = store.notes<Note>('trail-settled');
  const known = new Map<string, Note>();

  async function at(guildId: string): Promise<Note> {
    const note = known.get(guildId) ?? (await notes.get(guildId)) ?? NEVER;
    known.set(guildId, note);
    return note;
  }

  return {
    at,
    async isSettled(guildId: string): Promise<boolean> {
      const { seq } = await at(guildId);
      return seq > 0 && seq === (await store.lastSeq(trailOf(guildId)));
    },
    async note(guildId: string, note: Note): Promise<void> {
      await notes.set(guildId, note);
      known.set(guildId, note);
    },
  };
}
