import { MINUTE_MS } from '../../domain/time/units.js';
import { LISTS, type WatchedList } from './listed-store.js';
import type { LookOutcome } from './look-at-list.js';

/** How often to read each list: payment settings in use at each turn, the rest in between. */
const EVERY_MS = {
  // Less than from one turn to the next.
  inUse: 50_000,
  others: 5 * MINUTE_MS,
  notOffered: 30 * MINUTE_MS,
  /** What is told in several looks, as far as no other list is due. */
  more: 10_000,
};
const MAX_IN_MEMORY = 20_000;

/** What came of a look at a list. */
interface LastTurn {
  /** In ms. */
  readonly at: number;
  /**
   * `again`: it differs, and a second look has to say whether that counts. `open`: it differs, but
   * that can't be told or entered yet. `more`: there is more to tell than one look does.
   * `not-offered`: the pool never had it.
   */
  readonly outcome: LookOutcome['outcome'] | 'unread' | 'not-offered';
}

/** What a list held when it was last read. */
interface ListCount {
  readonly records: number;
  /** Some records don't say whose they are. */
  readonly hasUnnamed: boolean;
}

function holdsAny(counted: ListCount | undefined): boolean {
  return counted !== undefined && (counted.records > 0 || counted.hasUnnamed);
}

type PlaceOf = (list: WatchedList) => string;

/** Which of a guild's lists is looked at next, and whether all could be read. */
export function createListTurns() {
  const last = new Map<string, LastTurn>();
  const listed = new Map<string, ListCount>();

  /** How long it has waited, as a share of how long it may. */
  function shareOf(where: string, list: WatchedList, now: number) {
    const tried = last.get(where);
    const isInUse = list !== 'subaccounts' && holdsAny(listed.get(where));
    if (tried === undefined || tried.outcome === 'again') return { isInUse, share: Infinity };
    const usual = isInUse ? EVERY_MS.inUse : EVERY_MS.others;
    const everyMs = tried.outcome === 'not-offered' ? EVERY_MS.notOffered : usual;
    // `abs` for a clock that went back.
    const waitedMs = Math.abs(now - tried.at);
    const more = tried.outcome === 'more' ? Math.min(1, waitedMs / EVERY_MS.more) : 0;
    return { isInUse, share: Math.max(more, waitedMs / everyMs) };
  }

  return {
    /** The payment list in use that has waited longest, and one of the others if due. */
    due(placeOf: PlaceOf, now: number): readonly WatchedList[] {
      const waited = LISTS.map((list) => ({ list, ...shareOf(placeOf(list), list, now) }));
      const first = (isInUse: boolean) =>
        waited
          .filter((each) => each.isInUse === isInUse && each.share >= 1)
          .toSorted((one, other) => (one.share === other.share ? 0 : other.share - one.share))
          .slice(0, 1);
      return [...first(true), ...first(false)].map(({ list }) => list);
    },
    counted(where: string, count: ListCount): void {
      if (listed.size >= MAX_IN_MEMORY) listed.clear();
      listed.set(where, count);
    },
    note(where: string, { at, outcome }: LastTurn): void {
      if (last.size >= MAX_IN_MEMORY) last.clear();
      // A list that differs at each look must not take the turns of the others.
      const isSecond = outcome === 'again' && last.get(where)?.outcome === 'again';
      last.set(where, { at, outcome: isSecond ? 'open' : outcome });
    },
    /** `unknown` while some list hasn't had its turn in this process. */
    isPartial(placeOf: PlaceOf): boolean | 'unknown' {
      const places = LISTS.map(placeOf);
      const isAny = places.some(
        (where) => last.get(where)?.outcome === 'unread' || listed.get(where)?.hasUnnamed === true,
      );
      if (isAny) return true;
      return places.every((where) => last.has(where)) ? false : 'unknown';
    },
  };
}
