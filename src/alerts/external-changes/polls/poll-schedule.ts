import { MINUTE_MS, SECOND_MS } from '../../../domain/time/units.js';
import { LISTS, type WatchedList } from '../lists/watched-list-store.js';
import type { ListPollOutcome } from './poll-types.js';

/** How often to read each list: payment settings in use at each turn, the rest in between. */
const EVERY_MS = {
  // Less than from one turn to the next.
  inUse: 50 * SECOND_MS,
  others: 5 * MINUTE_MS,
  notOffered: 30 * MINUTE_MS,
  /** What is told in several polls, as far as no other list is due. */
  more: 10 * SECOND_MS,
};
const MAX_IN_MEMORY = 20_000;

/** What came of a poll of a list. */
interface LastPoll {
  /** In ms. */
  readonly at: number;
  /**
   * `again`: it differs, and a second poll has to say whether that counts. `postponed`: it differs,
   * but that can't be told or entered yet. `more`: there is more to tell than one poll does.
   * `not-offered`: the pool never had it.
   */
  readonly outcome: ListPollOutcome['outcome'] | 'unread' | 'not-offered';
}

/** What a list held when it was last read. */
interface ListCount {
  readonly records: number;
  /** Some records don't say whose they are. */
  readonly hasUnnamed: boolean;
  /** Some no longer say where payouts go. */
  readonly hidesSome?: boolean;
}

function holdsAny(counted: ListCount | undefined): boolean {
  return counted !== undefined && (counted.records > 0 || counted.hasUnnamed);
}

type ListKeyOf = (list: WatchedList) => string;

/** Which of a guild's lists is polled next, and whether all could be read. */
export function createPollSchedule() {
  const last = new Map<string, LastPoll>();
  const listed = new Map<string, ListCount>();

  /** How long it has waited, as a share of how long it may. */
  function shareOf(listKey: string, list: WatchedList, now: number) {
    const tried = last.get(listKey);
    const isInUse = list !== 'subaccounts' && holdsAny(listed.get(listKey));
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
    due(listKeyOf: ListKeyOf, now: number): readonly WatchedList[] {
      const waited = LISTS.map((list) => ({ list, ...shareOf(listKeyOf(list), list, now) }));
      const first = (isInUse: boolean) =>
        waited
          .filter((each) => each.isInUse === isInUse && each.share >= 1)
          .toSorted((one, other) => (one.share === other.share ? 0 : other.share - one.share))
          .slice(0, 1);
      return [...first(true), ...first(false)].map(({ list }) => list);
    },
    counted(listKey: string, count: ListCount): void {
      if (listed.size >= MAX_IN_MEMORY) listed.clear();
      listed.set(listKey, count);
    },
    note(listKey: string, { at, outcome }: LastPoll): void {
      if (last.size >= MAX_IN_MEMORY) last.clear();
      // A list that differs at each poll must not take the turns of the others.
      const isSecond = outcome === 'again' && last.get(listKey)?.outcome === 'again';
      last.set(listKey, { at, outcome: isSecond ? 'postponed' : outcome });
    },
    /** `unknown` while some list hasn't had its turn in this process. */
    isPartial(listKeyOf: ListKeyOf): boolean | 'unknown' {
      const listKeys = LISTS.map(listKeyOf);
      const isAny = listKeys.some(
        (listKey) =>
          last.get(listKey)?.outcome === 'unread' ||
          listed.get(listKey)?.hasUnnamed === true ||
          listed.get(listKey)?.hidesSome === true,
      );
      if (isAny) return true;
      return listKeys.every((listKey) => last.has(listKey)) ? false : 'unknown';
    },
  };
}
