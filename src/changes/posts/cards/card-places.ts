import { ifDamaged } from '../../../domain/errors/store-errors.js';
import { toResult } from '../../../domain/errors/result.js';
import { z } from 'zod';
import type { PostedMessage } from '../../../domain/messages/reply.js';
import { openNotes, openSharedRows } from '../../../store/rows.js';
import type { Store } from '../../../store/store.js';

/** A card's place. */
const cardPlace = z.object({
  channelId: z.string(),
  messageId: z.string(),
  /** The newest entry of the change that the card shows. */
  drawn: z.number(),
  /**
   * Somebody removed what an earlier process drew before we read it, or this row was damaged, so the
   * change can no longer be confirmed.
   */
  isHeld: z.literal(true).optional(),
  /** Somebody asked for the full record after it had ended. */
  isWhole: z.literal(true).optional(),
});
export type CardPlace = z.output<typeof cardPlace>;

/** What a search gives; `hidden`: the bot may not read there. */
export type FoundPlace = CardPlace | 'none' | 'hidden';

const SPACE = 'change-cards';
const MAX_KEPT = 1_000;

interface CachedPlace {
  /** The store's revision when the places were read; null = it has none. */
  readonly revision: string | null;
  readonly found: StoredPlace;
}

interface UnsavedPlace {
  readonly place: CardPlace;
  /** The message that was the card before; undefined = none was known. */
  readonly instead: string | undefined;
}

interface StoredPlace {
  /** Undefined = not known. */
  readonly place: CardPlace | undefined;
  readonly isHeld: boolean;
}

/** Whether another process has noted a card since. */
function isAnother(stored: CardPlace | undefined, { place, instead }: UnsavedPlace): boolean {
  return stored !== undefined && ![place.messageId, instead].includes(stored.messageId);
}

export type CardPlaces = ReturnType<typeof createCardPlaces>;

export function createCardPlaces(
  store: Pick<Store, 'namespace' | 'notes' | 'revision' | 'compareAndSet'>,
) {
  const options = { space: SPACE, schema: cardPlace };
  const notes = openNotes(store, options);
  const durable = openSharedRows(store, options);
  const kept = new Map<string, CachedPlace>();
  /** Those that the store hasn't taken, so that no card is posted again for that. */
  const unsaved = new Map<string, UnsavedPlace>();

  /** Re-read whenever any process has noted a place. */
  async function find(guildId: string, changeId: string): Promise<StoredPlace> {
    const key = cardKey(guildId, changeId);
    const revision = await store.revision(SPACE);
    const known = kept.get(key);
    const isKnown = revision !== null && known?.revision === revision && !unsaved.has(key);
    if (isKnown) return known.found;
    const found = await ifDamaged(
      notes.get(key).then((place) => ({ place, isHeld: place?.isHeld === true })),
      () => DAMAGED,
    );
    const mine = unsaved.get(key);
    if (mine === undefined || isAnother(found.place, mine)) {
      unsaved.delete(key);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, { revision, found });
      return found;
    }
    const isHeld = found.isHeld || mine.place.isHeld === true;
    const place = isHeld ? { ...mine.place, isHeld } : mine.place;
    await toResult(save(key, place, mine.instead));
    return { place, isHeld };
  }

  async function save(key: string, place: CardPlace, instead: string | undefined): Promise<void> {
    if (unsaved.size >= MAX_KEPT) unsaved.clear();
    const mine = { place, instead };
    unsaved.set(key, mine);
    const space = place.isHeld ? durable : notes;
    await space.set(key, place);
    if (unsaved.get(key) === mine) unsaved.delete(key);
  }

  return {
    of: async (guildId: string, changeId: string): Promise<CardPlace | undefined> =>
      (await find(guildId, changeId)).place,
    isHeld: async (guildId: string, changeId: string): Promise<boolean> =>
      (await find(guildId, changeId)).isHeld,
    /** False if another card has taken that place since; of several at once, one takes it. */
    async take(
      guildId: string,
      changeId: string,
      { from, to }: { readonly from: CardPlace | undefined; readonly to: PostedMessage },
    ): Promise<boolean> {
      const taken = await durable.replace(cardKey(guildId, changeId), (now, isDamaged) => {
        if (now?.messageId !== from?.messageId) return null;
        const held = isDamaged || now?.isHeld === true ? { isHeld: true as const } : {};
        return { ...to, drawn: 0, ...held };
      });
      if (taken !== null) unsaved.delete(cardKey(guildId, changeId));
      return taken !== null;
    },
    /** A card's place can be found again, but that its change is held must survive a power cut. */
    async note(guildId: string, changeId: string, place: CardPlace): Promise<void> {
      const key = cardKey(guildId, changeId);
      await save(key, place, kept.get(key)?.found.place?.messageId);
    },
  };
}

/** Whether its change was held is lost with the row, so it is. */
const DAMAGED: StoredPlace = { place: undefined, isHeld: true };

export function cardKey(guildId: string, changeId: string): string {
  return `${guildId}:${changeId}`;
}
