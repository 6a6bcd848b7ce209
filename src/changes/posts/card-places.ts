import type { PostedMessage } from '../../domain/messages/reply.js';
import type { Store } from '../../store/store.js';

/** A card's place. */
export interface CardPlace extends PostedMessage {
  /** The newest entry of the change that the card shows. */
  readonly drawn: number;
  /**
   * Somebody removed what an earlier process drew before we read it, so the change can no longer be
   * confirmed.
   */
  readonly isHeld?: true;
  /** Somebody asked for the full record after it had ended. */
  readonly isWhole?: true;
}

const SPACE = 'change-cards';
const MAX_KEPT = 1_000;

interface CachedPlace {
  /** The store's revision when the places were read. */
  readonly revision: string;
  readonly place: CardPlace | undefined;
}

export type CardPlaces = ReturnType<typeof createCardPlaces>;

export function createCardPlaces(
  store: Pick<Store, 'namespace' | 'notes' | 'revision' | 'compareAndSet'>,
) {
  const notes = store.notes<CardPlace>(SPACE);
  const durable = store.namespace<CardPlace>(SPACE);
  const kept = new Map<string, CachedPlace>();

  /** Re-read whenever any process has noted a place. */
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
    /** False if another card has taken that place since; of several at once, one takes it. */
    async take(
      guildId: string,
      changeId: string,
      { from, to }: { readonly from: CardPlace | undefined; readonly to: PostedMessage },
    ): Promise<boolean> {
      const key = cardKey(guildId, changeId);
      for (let now = from; now?.messageId === from?.messageId; now = await notes.get(key)) {
        const held = now?.isHeld ? { isHeld: true as const } : {};
        const next: CardPlace = { ...to, drawn: 0, ...held };
        if (await store.compareAndSet(SPACE, key, { now, next })) return true;
      }
      return false;
    },
    /** A card's place can be found again, but that its change is held must survive a power cut. */
    async note(guildId: string, changeId: string, place: CardPlace): Promise<void> {
      const space = place.isHeld ? durable : notes;
      await space.set(cardKey(guildId, changeId), place);
    },
  };
}

export function cardKey(guildId: string, changeId: string): string {
  return `${guildId}:${changeId}`;
}
