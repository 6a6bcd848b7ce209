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

/** Which of one guild's lists is polled next, and whether all could be read. */
export function createPollSchedule() {
  const last = new Map<WatchedList, LastPoll>();
  const listed = new Map<WatchedList, ListCount>();

  /** How long it has waited, as a share of how long it may. */
  function shareOf(list: WatchedList, now: number) {
    const tried = last.get(list);
    const isInUse = list !== 'subaccounts' && holdsAny(listed.get(list));
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
    due(now: number): readonly WatchedList[] {
      const waited = LISTS.map((list) => ({ list, ...shareOf(list, now) }));
      const first = (isInUse: boolean) =>
        waited
          .filter((each) => each.isInUse === isInUse && each.share >= 1)
          .toSorted((one, other) => (one.share === other.share ? 0 : other.share - one.share))
          .slice(0, 1);
      return [...first(true), ...first(false)].map(({ list }) => list);
    },
    counted(list: WatchedList, count: ListCount): void {
      listed.set(list, count);
    },
    note(list: WatchedList, { at, outcome }: LastPoll): void {
      // A list that differs at each poll must not take the turns of the others.
      const isSecond = outcome === 'again' && last.get(list)?.outcome === 'again';
      last.set(list, { at, outcome: isSecond ? 'postponed' : outcome });
    },
    /** `unknown` while some list hasn't had its turn in this process. */
    isPartial(): boolean | 'unknown' {
      const isAny = LISTS.some(
        (list) =>
          last.get(list)?.outcome === 'unread' ||
          listed.get(list)?.hasUnnamed === true ||
          listed.get(list)?.hidesSome === true,
      );
      if (isAny) return true;
      return LISTS.every((list) => last.has(list)) ? false : 'unknown';
    },
  };
}
