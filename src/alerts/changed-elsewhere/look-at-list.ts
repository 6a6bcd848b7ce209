import {
  MAY_LAG_MS,
  type ObservedEffect,
} from '../../domain/changes/changed-elsewhere/found-elsewhere.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import type { ElsewhereTurn } from '../watch/ask-pool.js';
import { upgradeStoredRecords } from './upgrade-stored-records.js';
import { afterDifference, afterSameList, type RecentDifferences } from './awaiting-second-look.js';
import { areOfOneWorkspace, compareLists } from './compare-lists.js';
import { knownAfter } from './merge-listing.js';
import { listHash, type ListedStore, type WatchedList, type StoredList } from './listed-store.js';
import type { ListContents } from './seen-records.js';
import { undoneEffects, type UndoneEffects } from './undone-effects.js';
import { createTellDifferences, type TellDifferencesParts } from './report-differences.js';
import {
  formerLists,
  takenAfter,
  toldAfter,
  withoutUnreached,
  withTaken,
} from './reported-records.js';

export interface LookAtListParts extends TellDifferencesParts {
  /** Looks for the effect of changes where there is no earlier list that could differ. */
  readonly verifyAwaited: (guildId: string) => Promise<void>;
  /** What was read back of changes of Pitboss that are in force, oldest first. */
  readonly effects: (guildId: string) => Promise<readonly ObservedEffect[]>;
}

const MAX_IN_MEMORY = 20_000;
/** How long an unchanged list isn't compared with the stored one. */
const KNOWN_MS = 4 * MINUTE_MS;

/** A list at this process's last look. */
interface LastLook {
  readonly hash: string;
  readonly at: number;
  /** When it was last compared with the stored list, which another process may have told. */
  readonly comparedAt: number;
  /** False if it left out known fields, which then say nothing. */
  readonly isWhole: boolean;
  /** The newest effect of Pitboss's changes if the list was seen to show them all. */
  readonly effects: number | null;
}

/** A list that isn't as it was stored, or not as what was read back since. */
interface ListDifference extends UndoneEffects {
  readonly before: StoredList;
}

/** Compares each list with what was seen of it before, and tells what differs. */
export function createLookAtList(listed: ListedStore, parts: LookAtListParts) {
  const { verifyAwaited } = parts;
  const tell = createTellDifferences(listed, parts);
  /** By guild and list: the hash of the stored list, which spares reading it. */
  const knownLists = new Map<string, LastLook>();
  const awaiting = new Map<string, RecentDifferences>();

  async function lookAt(contents: ListContents, turn: ListTurn): Promise<LookOutcome> {
    const { guildId, since, list, now } = turn;
    const where = whereOf(turn);
    const records = knownAfter(new Map(), contents);
    // A record that isn't listed differs from one that doesn't say whose it is.
    const hash = `${listHash(records)}${contents.hasUnnamed ? '+' : ''}`;
    const isWhole = !contents.hasUnnamed;
    const here: LastLook = { hash, at: now, comparedAt: now, isWhole, effects: null };
    const known = knownLists.get(where);
    const isFresh = known !== undefined && Math.abs(now - known.comparedAt) <= KNOWN_MS;
    // Reads nothing from the store: a later effect can wait, because the list may lag for longer.
    if (isFresh && known.hash === hash && known.effects !== null)
      return settle(turn, { ...known, at: now });
    const all = await parts.effects(guildId);
    const newest = all.at(-1)?.seq ?? 0;
    const isKnown = known?.effects === newest;
    const stored = isKnown
      ? await listed.read(guildId, list, { since, hash })
      : await listed.all(guildId, list, since);
    if (stored === 'same') return settle(turn, { ...here, effects: newest });
    const found = stored ?? (await ofFormerKey({ guildId, list }, contents));
    if (found === null) {
      // First: after a crash in between, the next look is the first one again.
      await verifyAwaited(guildId);
      const told = { toldOnly: {}, takenAt: {}, effects: newest, earlierKeys: [] };
      const first = { since, at: now, records, given: hash, former: [] };
      await listed.write(guildId, list, { ...first, ...told });
      return settle(turn, { ...here, effects: newest });
    }
    const before = { ...found, records: upgradeStoredRecords(found.records, contents) };
    const effects = all.filter(
      ({ keySince }) => keySince === since || before.earlierKeys.includes(keySince),
    );
    const next = knownAfter(before.records, contents);
    const differs = compareLists(before.records, next);
    const undone = undoneEffects(before, effects, { contents, records: next, differs, now });
    const seenNow = { ...here, effects: undone.areAllSettled ? newest : null };
    if (undone.differing.length > 0) return judge(turn, seenNow, { ...undone, before });
    const toldOnly = toldAfter(before.toldOnly, []);
    const isMore = listHash(undone.records) !== listHash(found.records);
    const wasPart = undone.areAllSettled && Object.keys(before.takenAt).length > 0;
    const asOf = wasPart ? { ...before, at: now, takenAt: {} } : before;
    if (stored === null || isMore || wasPart || toldOnly !== before.toldOnly)
      await listed.write(guildId, list, { ...asOf, since, records: undone.records, toldOnly });
    return settle(turn, { ...seenNow, isWhole: listHash(records) === listHash(next) });
  }

  async function judge(
    turn: ListTurn,
    here: LastLook,
    changed: ListDifference,
  ): Promise<LookOutcome> {
    const { guildId, since, list, now } = turn;
    const { before, records, differing, settled, areAllSettled } = changed;
    const where = whereOf(turn);
    const recent = before.former.filter(({ until }) => Math.abs(now - until) <= MAY_LAG_MS);
    const to = listHash(records);
    const leadsBack = recent.some(({ hash, given }) => hash === to || given === here.hash);
    const seen = { hash: hashOf(differing), at: now, leadsBack };
    const judged = afterDifference(awaiting.get(where) ?? [], seen);
    awaiting.set(where, judged.waiting);
    if (!judged.counts) return { outcome: 'again', occurrences: [] };
    const counted = toldAfter(before.toldOnly, differing);
    const earlier = knownLists.get(where);
    const { occurrences, taken, open } = await tell({
      guildId,
      list,
      before,
      differing,
      toldOnly: counted,
      seen: latest([before.at, earlier?.at ?? 0], now),
      looks: { firstAt: judged.firstAt, at: now, areAgreed: judged.isAgreed },
    });
    const isWhole = taken.size === differing.length;
    const toldOnly = withoutUnreached(counted, { before: before.toldOnly, open });
    // Before they are alerts, so that a crash finds the same ones again.
    if (!isWhole && toldOnly !== before.toldOnly)
      await listed.write(guildId, list, { ...before, since, toldOnly });
    // The list is compared at the next look, whatever it shows.
    if (!isWhole && earlier !== undefined) remember(where, { ...earlier, comparedAt: -Infinity });
    const isPart = open.size + taken.size < differing.length;
    if (taken.size === 0) return { outcome: isPart ? 'more' : 'open', occurrences };
    // Called only once they are alerts and entries, so that a crash finds them again.
    const noted = async () => {
      const former = formerLists(before, { recent, now });
      if (isWhole) {
        const { earlierKeys } = before;
        const whole = { since, at: now, records, given: here.hash, former, earlierKeys };
        // What is told is newer than effects that are still waited for.
        const takenAt = areAllSettled ? {} : takenAfter(before, { taken, now });
        await listed.write(guildId, list, { ...whole, toldOnly: {}, takenAt, effects: settled });
        awaiting.delete(where);
        remember(where, here);
        return;
      }
      const rest = differing.filter(({ key }) => !taken.has(key));
      const partly = withTaken(before, { differing, taken, toldOnly, records, now });
      await listed.write(guildId, list, { ...partly, since, former });
      awaiting.set(where, [{ ...seen, hash: hashOf(rest), at: judged.firstAt, lastAt: now }]);
    };
    return { outcome: isWhole ? 'done' : isPart ? 'more' : 'open', occurrences, noted };
  }

  /** The list as an earlier key showed it, so that another key of its workspace hides nothing. */
  async function ofFormerKey(
    { guildId, list }: Pick<ListTurn, 'guildId' | 'list'>,
    contents: ListContents,
  ): Promise<StoredList | null> {
    const former = await listed.ofAnyKey(guildId, list);
    return former !== null && areOfOneWorkspace(former.records, contents.records) ? former : null;
  }

  /** Nothing to tell. */
  function settle(turn: ListTurn, here: LastLook): LookOutcome {
    const where = whereOf(turn);
    remember(where, here);
    const waiting = afterSameList(awaiting.get(where) ?? [], here);
    if (waiting.length > 0) awaiting.set(where, waiting);
    else awaiting.delete(where);
    return NOTHING;
  }

  function remember(where: string, here: LastLook): void {
    if (knownLists.size >= MAX_IN_MEMORY) knownLists.clear();
    knownLists.set(where, here);
  }

  return lookAt;
}

/** The latest time up to now, else 0. */
function latest(times: readonly number[], now: number): number {
  return Math.max(0, ...times.filter((at) => at <= now));
}

export interface ListTurn {
  readonly guildId: string;
  /** When the key in use was connected. */
  readonly since: number;
  readonly list: WatchedList;
  readonly now: number;
}

/** What a look at a list that could be read comes to. */
export interface LookOutcome extends Pick<ElsewhereTurn, 'occurrences' | 'noted'> {
  readonly outcome: 'done' | 'again' | 'more' | 'open';
}

const NOTHING: LookOutcome = { outcome: 'done', occurrences: [] };

export function whereOf({ guildId, list, since }: Omit<ListTurn, 'now'>): string {
  return `${guildId}:${list}:${since}`;
}
