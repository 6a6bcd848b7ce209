import { setTimeout as pause } from 'node:timers/promises';
import { toResult } from '../../domain/errors/result.js';
import type { Change } from '../../domain/changes/change.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Store } from '../../store/store.js';
import { readPastChange } from './past-change.js';
import { entryRefOf } from '../../domain/changes/entry-ref.js';
import { behindStep } from '../../domain/changes/trail-behind.js';
import { appendWithRetry, isNotWritten } from './append-with-retry.js';
import {
  entryText,
  hashIn,
  chainEntry,
  type EntryDraft,
  type Entry,
} from '../../domain/changes/entry.js';
import { createKeyedQueue } from '../../domain/async/keyed-queue.js';
import { NO_CHANGES, fold, type ChangesState } from '../../domain/changes/state/state.js';
import { trailOf } from './stored-trail.js';
import { createTrailList } from './all-trails.js';
import { endedOtherwise, withLaterEnded } from './ended-since-restore.js';
import { createTrailMemory, type CheckpointParts } from './trail-memory.js';

// The trail is the state. Each guild has one append-only, hash-chained stream; its changes are that
// stream folded, and nothing else is kept that could disagree.

// A step is decided on the newest state and written with compare-and-append. If any process wrote in
// between, the append fails and the step is decided again. So a step and its checks are atomic,
// exactly one of any number of confirmations wins, and no crash leaves a step without its entry.

// A process remembers the number and hash of what it has read. If the store no longer holds that, an
// older copy was put back, which is entered. A checkpoint is such a memory, written down for the next
// process. What ended long ago is not remembered whole; its digest says where to find it.

export interface RecordResult {
  readonly trailState: ChangesState;
  /** The entry written by this very call. */
  readonly written: Entry | null;
}

interface TrailParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Missing = everything stays in memory, and every process reads the whole trail. */
  readonly memory?: CheckpointParts;
  /** Called for every entry this process wrote. Must not throw. */
  readonly onEntry: (guildId: string, entry: Entry) => void;
  /**
   * Called once for an entry that this process wrote without knowing it: the requester was told
   * that it may not be stored. Must not throw.
   */
  readonly onFoundEntry?: (guildId: string, entry: Entry) => void;
  /** The store didn't answer about an entry: a look soon tells whether it is stored. */
  readonly onUnanswered?: (guildId: string) => void;
  /** Waits between attempts to append; in ms. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

const MAX_TRIES = 100;

export type Trail = ReturnType<typeof createTrail>;

export function createTrail(parts: TrailParts) {
  const { store, clock, onEntry } = parts;
  const memory = createTrailMemory(store, parts.memory);
  const list = createTrailList(store);
  const queue = createKeyedQueue();
  /** By guild: the entry about which the store gave no answer. */
  const unanswered = new Map<string, Entry>();

  /** The guild's state as now in the store; includes that change, if it exists. */
  async function state(guildId: string, changeId?: string): Promise<ChangesState> {
    await memory.read(guildId);
    const missing = memory.lossOf(guildId);
    if (missing !== undefined) await enterLoss(guildId, missing);
    await findUnanswered(guildId);
    // Not what was read: another call may have entered the loss since.
    return withChange(guildId, memory.of(guildId) ?? NO_CHANGES, changeId);
  }

  async function withChange(
    guildId: string,
    now: ChangesState,
    changeId = '',
  ): Promise<ChangesState> {
    const digest = now.digests.get(changeId);
    if (digest === undefined || now.changes.has(changeId)) return now;
    const change = await readPastChange((seq) => store.entryAt(trailOf(guildId), seq), digest);
    return { ...now, changes: new Map([...now.changes, [changeId, change]]) };
  }

  async function enterLoss(guildId: string, missing: ChangesState): Promise<void> {
    const shown = entryRefOf(missing);
    const isKnown = ({ hash }: { readonly hash: string }) =>
      missing.restores.every((each) => each.hash !== hash);
    const before = await memory.read(guildId);
    const changeOf = async (id: string) => (await withChange(guildId, before, id)).changes.get(id);
    const ended = await endedOtherwise(before, missing, changeOf);
    await write(guildId, memory.read, (now) => {
      const endedSince = withLaterEnded(ended, before, now);
      return shown === null
        ? null
        : behindStep(now, { shown, where: 'process', endedSince }, isKnown);
    });
    memory.lossEntered(guildId, missing);
  }

  async function write(
    guildId: string,
    look: (guildId: string) => Promise<ChangesState>,
    decide: (now: ChangesState) => EntryDraft | null,
  ): Promise<RecordResult> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const doubted = memory.doubtsOf(guildId);
      const now = await look(guildId);
      const draft = decide(now);
      if (draft === null) return { trailState: now, written: null };
      if (now.lastSeq === 0) await list.register(guildId);
      const entry = chainEntry(draft, clock.now(), now);
      // Throws before anything is written if the step is illegal.
      const after = fold(now, entry);
      if (await append(guildId, entry)) {
        const mayBeForgotten = draft.step === 'restore-accepted';
        if (!mayBeForgotten) memory.learn(guildId, after, doubted);
        onEntry(guildId, entry);
        // What that made unknown is found as the entry is read.
        const read = mayBeForgotten ? await toResult(memory.read(guildId)) : null;
        return { trailState: read?.ok ? read.value : after, written: entry };
      }
      await pause(Math.random() * Math.min(tries, 20));
    }
    throw new Error(`the trail of ${guildId} is too busy to write to`);
  }

  async function append(guildId: string, entry: Entry): Promise<boolean> {
    const place = { stream: trailOf(guildId), seq: entry.seq, text: entryText(entry) };
    try {
      return await appendWithRetry(store, place, parts.pause);
    } catch (cause) {
      if (!isNotWritten(cause)) {
        unanswered.set(guildId, entry);
        parts.onUnanswered?.(guildId);
      }
      throw cause;
    }
  }

  /** Runs once the trail has any entry of that number. */
  async function findUnanswered(guildId: string): Promise<void> {
    const entry = unanswered.get(guildId);
    if (entry === undefined || (memory.of(guildId)?.lastSeq ?? 0) < entry.seq) return;
    const text = await store.entryAt(trailOf(guildId), entry.seq);
    if (unanswered.get(guildId) !== entry) return;
    unanswered.delete(guildId);
    if (text === entryText(entry)) parts.onFoundEntry?.(guildId, entry);
  }

  return {
    state,
    /** That change as now in the store; undefined = there is none. */
    async changeOf(guildId: string, id: string): Promise<Change | undefined> {
      return (await state(guildId, id)).changes.get(id);
    },
    /** As this process last saw or wrote it: for showing what was just decided. */
    async remembered(guildId: string, changeId?: string): Promise<ChangesState> {
      const now = memory.of(guildId);
      return now ? withChange(guildId, now, changeId) : state(guildId, changeId);
    },
    /**
     * Writes the step that `decide` derives from the newest state, which includes that change if it
     * exists; null = no step, and nothing is written. `decide` may be called several times, so it
     * must have no side effects.
     */
    record(
      guildId: string,
      decide: (now: ChangesState) => EntryDraft | null,
      changeId?: string,
    ): Promise<RecordResult> {
      // Queued: writers of one process would only make each other start over.
      return queue.run(guildId, () => write(guildId, (of) => state(of, changeId), decide));
    },
    /** Every trail as this process last saw or wrote it, by guild. */
    allRemembered: memory.all,
    /** The trail was found to be broken: from now on what is in memory is no proof that it holds. */
    doubt: memory.doubt,
    trust: memory.trust,
    /**
     * The hash of an entry as stored; null = there is no such entry. The newest entry this process
     * saw is checked against the store at the next `state`, which tells if it is lost.
     */
    async hashAt(guildId: string, seq: number): Promise<string | null> {
      const now = memory.of(guildId);
      if (now?.lastSeq === seq) return now.lastHash;
      const text = await store.entryAt(trailOf(guildId), seq);
      return text === null ? null : hashIn(text);
    },
    guilds: () => list.guilds(),
  };
}
