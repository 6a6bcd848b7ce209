import type { PostedMessage } from '../../domain/messages/reply.js';
import type { Store } from '../../store/store.js';

/** Where a card stands. */
export interface CardPlace extends PostedMessage {
  /** The newest entry of the change that the card shows. */
  readonly drawn: number;
  /** What an earlier process drew was removed unread, so the change can't be confirmed any more. */
  readonly isHeld?: true;
  /** Somebody asked to see all of it, after it had ended. */
  readonly isWhole?: true;
}

const SPACE = 'change-cards';
const MAX_KEPT = 1_000;

interface Kept {
  /** Of the space, when it was read. */
  readonly revision: string;
  readonly place: CardPlace | undefined;
}

export type CardPlaces = ReturnType<typeof createCardPlaces>;

export function createCardPlaces(store: Pick<Store, 'namespace' | 'notes' | 'revision'>) {
  const notes = store.notes<CardPlace>(SPACE);
  const durable = store.namespace<CardPlace>(SPACE);
  const kept = new Map<string, Kept>();

  /** Read again once any place was noted, by whichever process. */
  async function of(guildId: string, changeId: string): Promise<CardPlace | undefined> {
    const key = cardKey(guildId, changeId);
    const revision = await store.revision(SPACE);
    const known = kept.get(key);
    if (known !== undefined && known.revision === revision) return known.place;
    const place = await notes.get(key);
    if (kept.size >= MAX_KEPT) kept.clear();
    if (revision !== null) kept.set(key, { revision, place });
    return place;
  }

  return {
    of,
    isHeld: async (guildId: string, changeId: string): Promise<boolean> =>
      (await of(guildId, changeId))?.isHeld === true,
    /** Where a card stands can be found again; that its change is held must outlast a power cut. */
    async note(guildId: string, changeId: string, place: CardPlace): Promise<void> {
      const space = place.isHeld ? durable : notes;
      await space.set(cardKey(guildId, changeId), place);
    },
  };
}

export function cardKey(guildId: string, changeId: string): string {
  return `${guildId}:${changeId}`;
}
