import { LISTS, type ListName } from './listed-store.js';

const SECOND = 1_000;
/** How often to read each list: payment settings in use at each turn, the rest in between. */
const EVERY_MS = { inUse: 50 * SECOND, subaccounts: 300 * SECOND, unused: 1_800 * SECOND };
/** A list that is there but couldn't be read has its next turn after this long at most. */
const AGAIN_MS = 300 * SECOND;
const MAX_IN_MEMORY = 20_000;

interface TurnParts {
  /** What the last look at a list showed; `where`: by guild, list and key. */
  readonly known: (where: string) => { readonly at: number; readonly count: number } | undefined;
  /** Whether a second look has to confirm what one has shown. */
  readonly isAwaited: (where: string) => boolean;
}

/** A list that could not be read. */
interface Unread {
  /** When that was tried, in ms. */
  readonly at: number;
  /** False if the pool never had it. */
  readonly isOffered: boolean;
}

type PlaceOf = (list: ListName) => string;

/** Which of a guild's lists is looked at next, and which could not be read. */
export function createListTurns({ known, isAwaited }: TurnParts) {
  const unread = new Map<string, Unread>();

  /** How long it has waited, as a share of how long it may. */
  function shareOf(where: string, list: ListName, now: number) {
    const [last, failed] = [known(where), unread.get(where)];
    const isInUse = list !== 'subaccounts' && (last?.count ?? 0) > 0;
    const usual = isInUse ? EVERY_MS.inUse : EVERY_MS[list === 'subaccounts' ? list : 'unused'];
    const every = failed?.isOffered === true ? Math.min(usual, AGAIN_MS) : usual;
    // One that can't be read must not take the turns of the others.
    if (isAwaited(where) && failed === undefined) return { isInUse, share: Infinity };
    const triedAt = Math.max(last?.at ?? -Infinity, failed?.at ?? -Infinity);
    // `abs` for a clock that went back.
    return { isInUse, share: Math.abs(now - triedAt) / every };
  }

  return {
    /** The payment list in use that has waited longest, and one of the others if due. */
    due(placeOf: PlaceOf, now: number): readonly ListName[] {
      const waited = LISTS.map((list) => ({ list, ...shareOf(placeOf(list), list, now) }));
      const first = (isInUse: boolean) =>
        waited
          .filter((each) => each.isInUse === isInUse && each.share >= 1)
          .toSorted((one, other) => (one.share === other.share ? 0 : other.share - one.share))
          .slice(0, 1);
      return [...first(true), ...first(false)].map(({ list }) => list);
    },
    wasRead(where: string): void {
      unread.delete(where);
    },
    couldNotBeRead(where: string, how: Unread): void {
      if (unread.size >= MAX_IN_MEMORY) unread.clear();
      unread.set(where, how);
    },
    isAnyUnread: (placeOf: PlaceOf): boolean =>
      LISTS.some((list) => unread.get(placeOf(list))?.isOffered === true),
  };
}
