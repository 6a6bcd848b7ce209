import type { PoolEvent } from '../../domain/alerts/reading.js';
import {
  findingKey,
  MAY_LAG_MS,
  type Explanation,
  type ElsewhereFinding,
  type UnexplainedDifference,
} from '../../domain/changes/elsewhere/found-elsewhere.js';
import { canonicalJson, hashOf } from '../../domain/json/canonical-json.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import type { ElsewhereTurn } from '../watch/ask-pool.js';
import { asKeptNow } from './as-kept-now.js';
import { afterDifference, afterSameList, type RecentDifferences } from './awaiting-second-look.js';
import {
  areOfOneWorkspace,
  compareLists,
  differsInNothing,
  type RecordDifference,
} from './compare-lists.js';
import { knownAfter, type SeenRecords } from './merge-listing.js';
import {
  listHash,
  type ListedStore,
  type WatchedList,
  type StoredList,
  type UnenteredRecords,
} from './listed-store.js';
import type { ListContents } from './seen-records.js';

export interface LookAtListParts {
  /**
   * Splits a difference by who brought it; what a change of Pitboss did is noted on its card. Null
   * if that can't be told yet.
   */
  readonly explain: (guildId: string, what: UnexplainedDifference) => Promise<Explanation | null>;
  /** Looks for the effect of changes where there is no earlier list that could differ. */
  readonly verifyAwaited: (guildId: string) => Promise<void>;
  /** Enters a finding once. False if it can't be entered yet. */
  readonly enter: (guildId: string, found: ElsewhereFinding) => Promise<boolean>;
}

const MAX_IN_MEMORY = 20_000;
/** How long an unchanged list isn't compared with the stored one. */
const KNOWN_MS = 4 * MINUTE_MS;
/** A lagging server may be this many lists behind. */
const MOST_FORMER = 5;

/** A list at this process's last look. */
interface LastLook {
  readonly hash: string;
  readonly at: number;
  /** When it was last compared with the stored list, which another process may have told. */
  readonly comparedAt: number;
  /** False if it left out known fields, which then say nothing. */
  readonly isWhole: boolean;
}

/** A list that isn't as it was stored. */
interface ListDifference {
  readonly before: StoredList;
  readonly records: SeenRecords;
  readonly differing: readonly RecordDifference[];
}

/** Compares each list with what was seen of it before, and tells what differs. */
export function createLookAtList(listed: ListedStore, parts: LookAtListParts) {
  const { explain, enter, verifyAwaited } = parts;
  /** By guild and list: the hash of the stored list, which spares reading it. */
  const knownLists = new Map<string, LastLook>();
  const awaiting = new Map<string, RecentDifferences>();

  async function lookAt(contents: ListContents, turn: ListTurn): Promise<LookOutcome> {
    const { guildId, since, list, now } = turn;
    const where = whereOf(turn);
    const records = knownAfter(new Map(), contents);
    // A record that isn't listed differs from one that doesn't say whose it is.
    const hash = `${listHash(records)}${contents.hasUnnamed ? '+' : ''}`;
    const here: LastLook = { hash, at: now, comparedAt: now, isWhole: !contents.hasUnnamed };
    const known = knownLists.get(where);
    if (known?.hash === hash && Math.abs(now - known.comparedAt) <= KNOWN_MS)
      return settle(turn, { ...known, at: now });
    const stored = await listed.read(guildId, list, { since, hash });
    if (stored === 'same') return settle(turn, here);
    const found = stored ?? (await ofFormerKey({ guildId, list }, contents));
    if (found === null) {
      // First: after a crash in between, the next look is the first one again.
      await verifyAwaited(guildId);
      const first = { at: now, records, given: hash, former: [], toldOnly: {} };
      await listed.write(guildId, list, { since, ...first });
      return settle(turn, here);
    }
    const before = { ...found, records: asKeptNow(found.records, contents) };
    const next = knownAfter(before.records, contents);
    const differing = compareLists(before.records, next);
    if (differing.length > 0) return judge(turn, here, { before, records: next, differing });
    const toldOnly = toldAfter(before.toldOnly, []);
    const isMore = listHash(next) !== listHash(found.records);
    if (stored === null || isMore || toldOnly !== before.toldOnly)
      await listed.write(guildId, list, { ...before, since, records: next, toldOnly });
    return settle(turn, { ...here, isWhole: listHash(records) === listHash(next) });
  }

  async function judge(
    turn: ListTurn,
    here: LastLook,
    changed: ListDifference,
  ): Promise<LookOutcome> {
    const { guildId, since, list, now } = turn;
    const { before, records, differing } = changed;
    const where = whereOf(turn);
    const recent = before.former.filter(({ until }) => Math.abs(now - until) <= MAY_LAG_MS);
    const to = listHash(records);
    const leadsBack = recent.some(({ hash, given }) => hash === to || given === here.hash);
    const seen = { hash: hashOf(differing), at: now, leadsBack };
    const judged = afterDifference(awaiting.get(where) ?? [], seen);
    awaiting.set(where, judged.waiting);
    if (!judged.counts) return { outcome: 'again', occurrences: [] };
    const toldOnly = toldAfter(before.toldOnly, differing);
    const { occurrences, areTold } = await tell(guildId, differing, {
      stored: before.at,
      toldOnly,
      seen: latest([before.at, knownLists.get(where)?.at ?? 0], now),
      looks: { firstAt: judged.firstAt, at: now, areAgreed: judged.isAgreed },
    });
    if (!areTold) {
      // Before they are alerts, so that a crash finds the same ones again.
      if (toldOnly !== before.toldOnly)
        await listed.write(guildId, list, { ...before, since, toldOnly });
      knownLists.delete(where);
      return { outcome: 'open', occurrences };
    }
    // Called only once they are alerts and entries, so that a crash finds them again.
    const noted = async () => {
      const former = { hash: listHash(before.records), given: before.given, until: now };
      await listed.write(guildId, list, {
        since,
        at: now,
        records,
        given: here.hash,
        former: [former, ...recent].slice(0, MOST_FORMER),
        toldOnly: {},
      });
      awaiting.delete(where);
      remember(where, here);
    };
    return { outcome: 'done', occurrences, noted };
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

  async function tell(guildId: string, differing: readonly RecordDifference[], at: LookTimes) {
    const occurrences: PoolEvent[] = [];
    let areTold = true;
    for (const { key: record, ...each } of differing) {
      const times = at.toldOnly[record]?.times ?? 0;
      const [storedAt, seenAt] = [at.stored, at.seen];
      const whole = { ...each, record, storedAt, seenAt, times, looks: at.looks };
      const explained = await explain(guildId, whole);
      if (explained === null) areTold = false;
      for (const part of explained ?? []) {
        if (differsInNothing(part)) continue;
        const key = findingKey({ ...whole, ...part });
        const found = { key, seenAt, readAt: at.looks.at, ...part };
        if (!(await enter(guildId, found))) areTold = false;
        occurrences.push({ key, at: at.looks.at, facts: { kind: 'elsewhere', ...found } });
      }
    }
    return { occurrences, areTold };
  }

  return lookAt;
}

/** In ms: when the earlier look was stored, and when it was last confirmed. */
interface LookTimes {
  readonly stored: number;
  readonly toldOnly: UnenteredRecords;
  readonly seen: number;
  readonly looks: UnexplainedDifference['looks'];
}

/** Counts a record's differences that come again after another, or none. The same object if none did. */
function toldAfter(
  before: UnenteredRecords,
  differing: readonly RecordDifference[],
): UnenteredRecords {
  const now = new Map(differing.map(({ key, after }) => [key, hashOf(after)]));
  const told: UnenteredRecords = {};
  for (const key of new Set([...Object.keys(before), ...now.keys()])) {
    const [earlier, after = null] = [before[key], now.get(key)];
    const isAnother = earlier !== undefined && after !== null && earlier.after !== after;
    told[key] = { after, times: (earlier?.times ?? 0) + Number(isAnother) };
  }
  return canonicalJson(told) === canonicalJson(before) ? before : told;
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
  readonly outcome: 'done' | 'again' | 'open';
}

const NOTHING: LookOutcome = { outcome: 'done', occurrences: [] };

export function whereOf({ guildId, list, since }: Omit<ListTurn, 'now'>): string {
  return `${guildId}:${list}:${since}`;
}
