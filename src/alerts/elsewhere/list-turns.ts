import { LISTS, type ListName } from './listed-store.js';

const SECOND = 1_000;
/** How often to read each list: payment settings in use at each turn, the rest in between. */
const EVERY_MS = {
  inUse: 50 * SECOND,
  subaccounts: 300 * SECOND,
  unused: 600 * SECOND,
  notOffered: 1_800 * SECOND,
};
/** A list that is there but couldn't be read or judged has its next turn after this long at most. */
const AGAIN_MS = 300 * SECOND;
const MAX_IN_MEMORY = 20_000;

/** What came of a look at a list. */
interface Tried {
  /** In ms. */
  readonly at: number;
  /**
   * `again`: it differs, and a second look has to say whether that counts. `open`: it differs, but
   * that can't be told or entered yet. `not-offered`: the pool never had it.
   */
  readonly outcome: 'done' | 'again' | 'open' | 'unread' | 'not-offered';
}

function periodOf(
  list: ListName,
  { isInUse, outcome }: Pick<Tried, 'outcome'> & { readonly isInUse: boolean },
): number {
  if (outcome === 'not-offered') return EVERY_MS.notOffered;
  if (list === 'subaccounts') return EVERY_MS.subaccounts;
  return isInUse ? EVERY_MS.inUse : EVERY_MS.unused;
}

type PlaceOf = (list: ListName) => string;

/** Which of a guild's lists is looked at next, and which could not be read. */
export function createListTurns() {
  const last = new Map<string, Tried>();
  /** How many records each list had. */
  const counts = new Map<string, number>();

  /** How long it has waited, as a share of how long it may. */
  function shareOf(where: string, list: ListName, now: number) {
    const tried = last.get(where);
    const isInUse = list !== 'subaccounts' && (counts.get(where) ?? 0) > 0;
    if (tried === undefined || tried.outcome === 'again') return { isInUse, share: Infinity };
    const isLeft = tried.outcome === 'unread' || tried.outcome === 'open';
    const usual = periodOf(list, { isInUse, outcome: tried.outcome });
    // `abs` for a clock that went back.
    const waited = Math.abs(now - tried.at);
    return { isInUse, share: waited / (isLeft ? Math.min(usual, AGAIN_MS) : usual) };
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
    counted(where: string, records: number): void {
      if (counts.size >= MAX_IN_MEMORY) counts.clear();
      counts.set(where, records);
    },
    note(where: string, { at, outcome }: Tried): void {
      if (last.size >= MAX_IN_MEMORY) last.clear();
      // A list that differs at each look must not take the turns of the others.
      const isSecond = outcome === 'again' && last.get(where)?.outcome === 'again';
      last.set(where, { at, outcome: isSecond ? 'open' : outcome });
    },
    isAnyUnread: (placeOf: PlaceOf): boolean =>
      LISTS.some((list) => last.get(placeOf(list))?.outcome === 'unread'),
  };
}
