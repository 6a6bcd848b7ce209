import { randomUUID } from 'node:crypto';
import type { PoolEvent } from '../../../domain/alerts/reading.js';
import {
  findingKey,
  MAX_TOLD_AT_ONCE,
  MAY_LAG_MS,
  type EnteredFinding,
  type ExternalFinding,
  type Explanation,
  type UnexplainedPart,
  type UnexplainedDifference,
} from '../../../domain/changes/external-changes/external-finding.js';
import type { Clock } from '../../../domain/time/clock.js';
import {
  differsInNothing,
  type EarlierDifference,
  type RecordDifference,
} from '../lists/compare-lists.js';
import { elsewhereBefore, withReadValues } from '../lists/read-values.js';
import type {
  ListedStore,
  StoredList,
  UnenteredRecords,
  WatchedList,
} from '../lists/watched-list-store.js';

export interface ReportDifferencesParts {
  readonly clock: Clock;
  /**
   * Splits a difference by who brought it; what a change of Pitboss did is noted on its card. Null
   * if that can't be told yet.
   */
  readonly explain: (guildId: string, what: UnexplainedDifference) => Promise<Explanation | null>;
  /** Enters a finding once, soon after `askedAt` or not at all. */
  readonly enter: (
    guildId: string,
    found: ExternalFinding,
    askedAt: number,
  ) => Promise<EnteredFinding>;
}

/** Differences that count. Times are in ms. */
interface DifferencesToReport {
  readonly guildId: string;
  readonly list: WatchedList;
  readonly before: Pick<StoredList, 'at' | 'takenAt'>;
  readonly differing: readonly RecordDifference[];
  readonly toldOnly: UnenteredRecords;
  /** When the earlier list was last confirmed. */
  readonly seen: number;
  readonly polls: UnexplainedDifference['polls'];
}

export interface ReportedDifferences {
  readonly occurrences: readonly PoolEvent[];
  /** Records with nothing left to tell or to enter. */
  readonly finished: ReadonlySet<string>;
  /** Records that can't be told or entered yet. */
  readonly postponed: ReadonlySet<string>;
}

/**
 * Reports and enters what differs, no more than one batch at once. A batch is noted before its first
 * entry, and comes first at the next poll: so whatever a crash leaves behind is among the newest
 * findings of its list, which the trail knows.
 */
export function createReportDifferences(listed: ListedStore, parts: ReportDifferencesParts) {
  const { clock, explain } = parts;

  /** With what somebody had changed before the change that brought the rest was requested. */
  async function explainWhole(
    guildId: string,
    what: UnexplainedDifference,
  ): Promise<readonly UnexplainedPart[] | null> {
    const explained = await explain(guildId, what);
    if (explained === null) return null;
    const before: UnexplainedPart[] = [];
    for (const earlier of earlierThan(what, explained)) {
      const unexplained = await explainWhole(guildId, { ...what, ...earlier });
      if (unexplained === null) return null;
      before.push(...unexplained);
    }
    return [...before, ...explained.parts];
  }

  return async function report(what: DifferencesToReport): Promise<ReportedDifferences> {
    const { guildId, list } = what;
    const by = randomUUID();
    const occurrences: PoolEvent[] = [];
    const finished = new Set<string>();
    const postponed = new Set<string>();

    async function enter(found: ExternalFinding): Promise<EnteredFinding> {
      const askedAt = clock.now();
      const isOwn = (await listed.begun(guildId, list))?.by === by;
      return isOwn ? parts.enter(guildId, found, askedAt) : 'late';
    }

    /** False if another process may have gone on with the list. */
    async function reportOne({
      key: record,
      elsewhere = [],
      ...each
    }: RecordDifference): Promise<boolean> {
      const times = what.toldOnly[record]?.times ?? 0;
      const storedAt = what.before.takenAt[record] ?? what.before.at;
      const seenAt = what.seen;
      const whole = { ...each, record, storedAt, seenAt, times, polls: what.polls };
      const unexplained: UnexplainedPart[] = [];
      let isFinished = true;
      for (const one of [...elsewhere, each]) {
        const explained = await explainWhole(guildId, { ...whole, ...one });
        unexplained.push(...(explained ?? []));
        isFinished &&= explained !== null;
      }
      for (const part of unexplained) {
        if (differsInNothing(part)) continue;
        const key = findingKey({ ...whole, ...part });
        const found = { key, seenAt, readAt: what.polls.at, ...part };
        const entered = await enter(found);
        if (entered === 'late') return false;
        if (entered === 'impossible') isFinished = false;
        occurrences.push({ key, at: what.polls.at, facts: { kind: 'elsewhere', ...found } });
      }
      (isFinished ? finished : postponed).add(record);
      return true;
    }

    const waiting = begunFirst(what.differing, (await listed.begun(guildId, list))?.records ?? []);
    for (let next = 0; next < waiting.length && finished.size < MAX_TOLD_AT_ONCE;) {
      const batch = waiting.slice(next, next + MAX_TOLD_AT_ONCE - finished.size);
      const records = [...finished, ...batch.map(({ key }) => key)];
      await listed.begin(guildId, list, { by, records });
      for (const each of batch)
        if (!(await reportOne(each))) return { occurrences, finished, postponed };
      next += batch.length;
    }
    return { occurrences, finished, postponed };
  };
}

/**
 * What came before the change that brought a difference found the record, where the list shows nothing newer
 * than that: the change of Pitboss before it, and what somebody made of that.
 */
function earlierThan(
  { before, after, storedAt, seenAt }: UnexplainedDifference,
  { brought }: Explanation,
): readonly EarlierDifference[] {
  if (brought === undefined || after === null) return [];
  if (storedAt > brought.sentAt || seenAt > brought.sentAt + MAY_LAG_MS) return [];
  const effect = brought.after;
  const read = effect === undefined ? null : withReadValues(before ?? after, effect.found);
  const own =
    effect === undefined || read === null
      ? []
      : [{ before, after: read, beforeChange: effect.by + 1 }];
  const elsewhere = elsewhereBefore({ before: read ?? before, now: after }, brought);
  return elsewhere === null ? own : [...own, elsewhere];
}

function begunFirst(
  differing: readonly RecordDifference[],
  begun: readonly string[],
): readonly RecordDifference[] {
  const first = new Set(begun);
  return [true, false].flatMap((isBegun) =>
    differing.filter(({ key }) => first.has(key) === isBegun),
  );
}
