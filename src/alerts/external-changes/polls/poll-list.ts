import {
  MAY_LAG_MS,
  type ObservedEffect,
} from '../../../domain/changes/external-changes/external-finding.js';
import { hashOf } from '../../../domain/json/canonical-json.js';
import { MINUTE_MS } from '../../../domain/time/units.js';
import { upgradeStoredRecords } from '../lists/upgrade-stored-records.js';
import {
  afterDifference,
  afterSameList,
  type RecentDifferences,
  type UnconfirmedDifference,
} from './awaiting-second-poll.js';
import { areOfOneWorkspace, compareLists } from '../lists/compare-lists.js';
import { mergeListing, type RecordSnapshots } from '../lists/merge-listing.js';
import {
  listHash,
  type FormerList,
  type ListedStore,
  type UnenteredRecords,
  type StoredList,
  type WatchedList,
} from '../lists/watched-list-store.js';
import type { ListContents } from '../lists/record-snapshots.js';
import { revertedEffects, type RevertedEffects } from '../findings/reverted-effects.js';
import {
  createReportDifferences,
  type ReportDifferencesParts,
  type ReportedDifferences,
} from '../findings/report-differences.js';
import {
  formerLists,
  takenAtAfter,
  noteUnentered,
  partlyTold,
  withoutUntried,
} from '../findings/partly-told-lists.js';
import type { ListPoll, ListPollOutcome } from './poll-types.js';
import { isWithin } from '../../../domain/time/is-within.js';
import type { Guilds } from '../../../guilds/guilds.js';

export interface PollListParts extends ReportDifferencesParts {
  readonly guilds: Pick<Guilds, 'keyInfo'>;
  /** Looks for the effect of changes where there is no earlier list that could differ. */
  readonly verifyAwaited: (guildId: string) => Promise<void>;
  /** What was read back of changes of Pitboss that are in force, oldest first. */
  readonly effects: (guildId: string) => Promise<readonly ObservedEffect[]>;
}

/** How long an unchanged list isn't compared with the stored one. */
const KNOWN_MS = 4 * MINUTE_MS;

/** A list as of this process's last poll. */
interface PolledList {
  readonly hash: string;
  readonly at: number;
  /** When it was last compared with the stored list, which another process may have told. */
  readonly comparedAt: number;
  /** False if it left out known fields, which then say nothing. */
  readonly isWhole: boolean;
  /** The newest effect of Pitboss's changes if the list was seen to show them all. */
  readonly effects: number | null;
}

/** A poll of a list that was looked up in the store. */
interface ComparedPoll extends ListPoll {
  /** When the key of the stored list was connected; null if none is stored. */
  readonly readSince: number | null;
}

/** A list that isn't as it was stored, or not as what was read back since. */
interface ListDifference extends RevertedEffects {
  readonly before: StoredList;
}

/** A difference of which something is told. */
interface PostedList extends ListDifference {
  readonly finished: ReportedDifferences['finished'];
  readonly toldOnly: UnenteredRecords;
  readonly former: readonly FormerList[];
}

/** Compares each list of one guild with what was seen of it before, and reports what differs. */
export function createPollList(listed: ListedStore, parts: PollListParts) {
  const { verifyAwaited } = parts;
  const report = createReportDifferences(listed, parts);
  /** The hash of the stored list, which spares reading it. */
  const knownLists = new Map<WatchedList, PolledList>();
  const awaiting = new Map<WatchedList, RecentDifferences>();

  async function pollList(contents: ListContents, listPoll: ListPoll): Promise<ListPollOutcome> {
    const { guildId, since, list, now } = listPoll;
    const records = mergeListing(new Map(), contents);
    // A record that isn't listed differs from one that doesn't say whose it is.
    const hash = `${listHash(records)}${contents.hasUnnamed ? '+' : ''}`;
    const isWhole = !contents.hasUnnamed;
    const here: PolledList = { hash, at: now, comparedAt: now, isWhole, effects: null };
    const known = knownLists.get(list);
    const isFresh = known !== undefined && isWithin(known.comparedAt, now, KNOWN_MS);
    // Reads nothing from the store: a later effect can wait, because the list may lag for longer.
    if (isFresh && known.hash === hash && known.effects !== null)
      return settle(list, { ...known, at: now });
    const all = await parts.effects(guildId);
    const newest = all.at(-1)?.seq ?? 0;
    const isKnown = known?.effects === newest;
    const stored = isKnown
      ? await listed.read(guildId, list, { since, hash })
      : await listed.all(guildId, list, since);
    if (stored === 'same') return settle(list, { ...here, effects: newest });
    const readSince = stored === null ? await listed.sinceOf(guildId, list) : since;
    // Read after it: else the stored list may be one of the key that came next.
    if (stored === null && !(await isPresentKey(listPoll))) return NOTHING;
    const compared = { ...listPoll, readSince };
    const found = stored ?? (await ofFormerKey({ guildId, list }, contents));
    if (found === null) return pollFirst(compared, { ...here, effects: newest }, records);
    const before = { ...found, records: upgradeStoredRecords(found.records, contents) };
    const effects = all.filter(
      ({ keySince }) => keySince === since || before.earlierKeys.includes(keySince),
    );
    const next = mergeListing(before.records, contents);
    const differs = compareLists(before.records, next);
    const undone = revertedEffects(before, effects, { contents, records: next, differs, now });
    const seenNow = { ...here, effects: undone.lagging.length === 0 ? newest : null };
    if (undone.differing.length > 0) return judge(compared, seenNow, { ...undone, before });
    await storeAgreed(compared, { found, isOfFormerKey: stored === null }, undone);
    return settle(list, { ...seenNow, isWhole: listHash(records) === listHash(next) });
  }

  async function isPresentKey({ guildId, since }: ListPoll): Promise<boolean> {
    return (await parts.guilds.keyInfo(guildId))?.connectedAt === since;
  }

  /** Nothing is stored of the list yet that it could differ from. */
  async function pollFirst(
    listPoll: ComparedPoll,
    here: PolledList,
    records: RecordSnapshots,
  ): Promise<ListPollOutcome> {
    const { guildId, since, readSince, list, now } = listPoll;
    // First: after a crash in between, the next poll is the first one again.
    await verifyAwaited(guildId);
    await listed.write(guildId, list, {
      since,
      readSince,
      at: now,
      records,
      given: here.hash,
      former: [],
      toldOnly: {},
      takenAt: {},
      effects: here.effects,
      earlierKeys: [],
    });
    return settle(list, here);
  }

  /** Nothing differs, but the list may show more, or that nothing is left to be told. */
  async function storeAgreed(
    { guildId, since, readSince, list, now }: ComparedPoll,
    { found, isOfFormerKey }: { readonly found: StoredList; readonly isOfFormerKey: boolean },
    { records, lagging }: RevertedEffects,
  ): Promise<void> {
    const toldOnly = noteUnentered(found.toldOnly, []);
    const isMore = listHash(records) !== listHash(found.records);
    const wasPart = lagging.length === 0 && Object.keys(found.takenAt).length > 0;
    if (!isOfFormerKey && !isMore && !wasPart && toldOnly === found.toldOnly) return;
    const asOf = wasPart ? { ...found, at: now, takenAt: {} } : found;
    await listed.write(guildId, list, { ...asOf, since, readSince, records, toldOnly });
  }

  async function judge(
    listPoll: ComparedPoll,
    here: PolledList,
    changed: ListDifference,
  ): Promise<ListPollOutcome> {
    const { guildId, since, readSince, list, now } = listPoll;
    const { before, records, differing } = changed;
    const recent = before.former.filter(({ until }) => isWithin(until, now, MAY_LAG_MS));
    const to = listHash(records);
    const leadsBack = recent.some(({ hash, given }) => hash === to || given === here.hash);
    const seen = { hash: hashOf(differing), at: now, leadsBack };
    const judged = afterDifference(awaiting.get(list) ?? [], seen);
    awaiting.set(list, judged.waiting);
    if (!judged.counts) return { outcome: 'again', occurrences: [] };
    const noted = noteUnentered(before.toldOnly, differing);
    const earlier = knownLists.get(list);
    const { occurrences, finished, postponed } = await report({
      guildId,
      list,
      before,
      differing,
      toldOnly: noted,
      seen: latest([before.at, earlier?.at ?? 0], now),
      polls: { firstAt: judged.firstAt, at: now, areAgreed: judged.isAgreed },
    });
    const isWhole = finished.size === differing.length;
    const toldOnly = withoutUntried(noted, { before: before.toldOnly, postponed });
    // Before they are alerts, so that a crash finds the same ones again.
    if (!isWhole && toldOnly !== before.toldOnly)
      await listed.write(guildId, list, { ...before, since, readSince, toldOnly });
    // The list is compared at the next poll, whatever it shows.
    if (!isWhole && earlier !== undefined)
      knownLists.set(list, { ...earlier, comparedAt: -Infinity });
    const outcome = outcomeOf({ differing, finished, postponed });
    if (finished.size === 0) return { outcome, occurrences };
    const former = formerLists(before, { recent, now });
    const told = { ...changed, finished, toldOnly, former };
    const first = { ...seen, at: judged.firstAt };
    return {
      outcome,
      occurrences,
      // Called only once they are alerts and entries, so that a crash finds them again.
      noted: () => (isWhole ? storeWhole(listPoll, here, told) : storePart(listPoll, first, told)),
    };
  }

  async function storeWhole(
    listPoll: ComparedPoll,
    here: PolledList,
    told: PostedList,
  ): Promise<void> {
    const { guildId, since, readSince, list, now } = listPoll;
    const { before, records, settled, lagging, finished, former } = told;
    await listed.write(guildId, list, {
      since,
      readSince,
      at: now,
      records,
      given: here.hash,
      former,
      toldOnly: {},
      // What is told is newer than effects that are still waited for.
      takenAt: lagging.length === 0 ? {} : takenAtAfter(before, { finished, lagging, now }),
      effects: settled,
      earlierKeys: before.earlierKeys,
    });
    awaiting.delete(list);
    knownLists.set(list, here);
  }

  /** What is yet to be told goes on waiting since its `first` poll. */
  async function storePart(
    listPoll: ComparedPoll,
    first: UnconfirmedDifference,
    told: PostedList,
  ): Promise<void> {
    const { guildId, since, readSince, list, now } = listPoll;
    const { before, differing, finished, former } = told;
    const rest = differing.filter(({ key }) => !finished.has(key));
    await listed.write(guildId, list, {
      ...partlyTold(before, { ...told, now }),
      since,
      readSince,
      former,
    });
    awaiting.set(list, [{ ...first, hash: hashOf(rest), lastAt: now }]);
  }

  /** The list as an earlier key showed it, so that another key of its workspace hides nothing. */
  async function ofFormerKey(
    { guildId, list }: Pick<ListPoll, 'guildId' | 'list'>,
    contents: ListContents,
  ): Promise<StoredList | null> {
    const former = await listed.ofAnyKey(guildId, list);
    return former !== null && areOfOneWorkspace(former.records, contents.records) ? former : null;
  }

  /** Nothing to tell. */
  function settle(list: WatchedList, here: PolledList): ListPollOutcome {
    knownLists.set(list, here);
    const waiting = afterSameList(awaiting.get(list) ?? [], here);
    if (waiting.length > 0) awaiting.set(list, waiting);
    else awaiting.delete(list);
    return NOTHING;
  }

  return pollList;
}

function outcomeOf({
  differing,
  finished,
  postponed,
}: Pick<ReportedDifferences, 'finished' | 'postponed'> &
  Pick<ListDifference, 'differing'>): ListPollOutcome['outcome'] {
  if (finished.size === differing.length) return 'done';
  return finished.size + postponed.size < differing.length ? 'more' : 'postponed';
}

/** The latest time up to now, else 0. */
function latest(times: readonly number[], now: number): number {
  return Math.max(0, ...times.filter((at) => at <= now));
}

const NOTHING: ListPollOutcome = { outcome: 'done', occurrences: [] };
