import { toResult } from '../../domain/errors/result.js';
import { UserError } from '../../domain/errors/user-errors.js';
import { hashIn } from '../../domain/changes/entry.js';
import { NO_CHANGES, mutableCopy, type ChangesState } from '../../domain/changes/state/state.js';
import type { Change } from '../../domain/changes/change.js';
import type { Store } from '../../store/store.js';
import { trailBrokenWords } from '../../views/changes/trail/trail-replies.js';
import type { Checkpoints } from './checkpoints.js';
import { foldEntry } from './fold-entry.js';
import { readTrail, trailOf } from './stored-trail.js';
import { withUnresolved } from './past-change.js';

export interface CheckpointParts {
  readonly checkpoints: Checkpoints;
  /** Entries between two checkpoints. */
  readonly every: number;
  /** Which changes stay in memory: at least those that a step may be decided on without its id. */
  readonly keptChanges: (state: ChangesState) => (change: Change) => boolean;
}

/**
 * What this process has read of each trail. If the store no longer holds that, an older copy was put
 * back, which is kept as a loss until it is entered.
 */
export function createTrailMemory(
  store: Pick<Store, 'read' | 'revision' | 'entryAt'>,
  kept: CheckpointParts | undefined,
) {
  const known = new Map<string, ChangesState>();
  /** The stream's revision when that state was all the store held. */
  const wholeAt = new WeakMap<ChangesState, string>();
  /** What this process had read and the store no longer holds, until the loss is entered. */
  const lost = new Map<string, ChangesState>();
  /** The entry that each guild's last checkpoint is based on. */
  const checkpointAt = new Map<string, number>();
  /** How often each guild's trail was found broken: anything read before that proves nothing. */
  const doubts = new Map<string, number>();
  const doubtsOf = (guildId: string) => doubts.get(guildId) ?? 0;
  /** Each guild's last checkpoint still being written. */
  const writing = new Map<string, Promise<unknown>>();

  /** What this process remembers; initially what an earlier one wrote down. */
  async function recall(guildId: string): Promise<ChangesState> {
    if (!checkpointAt.has(guildId)) {
      const doubted = doubtsOf(guildId);
      const written = (await kept?.checkpoints.read(guildId)) ?? NO_CHANGES;
      if (!checkpointAt.has(guildId)) checkpointAt.set(guildId, written.lastSeq);
      learn(guildId, written, doubted);
    }
    return known.get(guildId) ?? NO_CHANGES;
  }

  async function read(guildId: string): Promise<ChangesState> {
    const doubted = doubtsOf(guildId);
    const before = await recall(guildId);
    const isEmpty = before.lastSeq === 0;
    const revision = isEmpty ? null : await store.revision(trailOf(guildId));
    const isUnchanged = revision !== null && wholeAt.get(before) === revision;
    let holds = isEmpty || isUnchanged;
    let after: ReturnType<typeof mutableCopy> | null = null;
    const isAcceptanceNew = () => after !== null && after.restores.length > before.restores.length;
    let isWhole = false;
    try {
      // Read from the last known entry on: it must still be there. Nothing may stand before the first.
      const from = isEmpty ? -Infinity : before.lastSeq;
      for await (const text of isUnchanged ? [] : readTrail(store, guildId, from)) {
        if (holds) follow((after ??= mutableCopy(before)), text);
        else if (hashIn(text) === before.lastHash) holds = true;
        else break;
      }
      if (after !== null && isAcceptanceNew())
        after = mutableCopy(await withUnresolved(store, guildId, after));
      isWhole = true;
    } finally {
      // Learn what precedes a broken entry too, or the next read would start over at the first. What
      // an acceptance made unknown has to be known with it.
      if (after !== null && (isWhole || !isAcceptanceNew())) learn(guildId, after, doubted);
    }
    if (doubtsOf(guildId) !== doubted) return read(guildId);
    if (holds) {
      if (revision !== null) wholeAt.set(after ?? before, revision);
      return known.get(guildId) ?? NO_CHANGES;
    }
    forget(guildId, before);
    return read(guildId);
  }

  function forget(guildId: string, missing: ChangesState): void {
    // Another call may have found it first and read everything again.
    if (known.get(guildId) !== missing) return;
    known.delete(guildId);
    lost.set(guildId, missing);
  }

  /** Another call may meanwhile have read or written more, or found the trail broken. */
  function learn(guildId: string, newer: ChangesState, doubted: number): void {
    if (doubtsOf(guildId) !== doubted) return;
    if ((known.get(guildId)?.lastSeq ?? 0) >= newer.lastSeq) return;
    known.set(guildId, newer);
    const since = newer.lastSeq - (checkpointAt.get(guildId) ?? 0);
    if (kept !== undefined && since >= kept.every) writeCheckpoint(guildId, newer, kept);
  }

  /** Not awaited: a missing or stale checkpoint only costs the next process time. */
  function writeCheckpoint(
    guildId: string,
    now: ChangesState,
    { checkpoints, keptChanges }: CheckpointParts,
  ): void {
    const isKept = keptChanges(now);
    const changes = new Map([...now.changes].filter(([, change]) => isKept(change)));
    const smaller = { ...now, changes };
    known.set(guildId, smaller);
    checkpointAt.set(guildId, now.lastSeq);
    const written = toResult(checkpoints.write(guildId, smaller));
    writing.set(guildId, written);
    void written.then(() => writing.get(guildId) === written && writing.delete(guildId));
  }

  /** The trail was found to be broken: from now on what is in memory is no proof that it holds. */
  async function doubt(guildId: string): Promise<void> {
    doubts.set(guildId, doubtsOf(guildId) + 1);
    checkpointAt.set(guildId, 0);
    known.delete(guildId);
    await writing.get(guildId);
    await kept?.checkpoints.forbid(guildId);
  }

  /** It was read whole and is intact: checkpoints may be written again. */
  async function trust(guildId: string): Promise<void> {
    await kept?.checkpoints.allow(guildId);
  }

  return {
    read,
    learn,
    doubtsOf,
    all: (): ReadonlyMap<string, ChangesState> => known,
    of: (guildId: string): ChangesState | undefined => known.get(guildId),
    lossOf: (guildId: string): ChangesState | undefined => lost.get(guildId),
    lossEntered(guildId: string, missing: ChangesState): void {
      if (lost.get(guildId) !== missing) return;
      lost.delete(guildId);
      // The checkpoint that revealed the loss is of no more use.
      checkpointAt.set(guildId, 0);
    },
    doubt,
    trust,
  };
}

/** A broken trail stops its guild's changes; the UserError names the entry. */
function follow(now: ReturnType<typeof mutableCopy>, text: string): void {
  try {
    foldEntry(now, text);
  } catch (cause) {
    throw new UserError(trailBrokenWords(now.lastSeq + 1), { cause });
  }
}
