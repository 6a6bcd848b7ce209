import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../domain/time/clock.js';
import type { Store } from '../../store/store.js';
import { readPastChange } from './past-change.js';
import { witnessOf } from '../../domain/changes/witness.js';
import { behindStep } from '../../domain/changes/restored-store.js';
import { appendEntry, isNotWritten } from './append-entry.js';
import {
  entryText,
  hashIn,
  chainEntry,
  type Draft,
  type Entry,
} from '../../domain/changes/entry.js';
import { createKeyedQueue } from '../../domain/async/keyed-queue.js';
import { NO_CHANGES, fold, type ChangesState } from '../../domain/changes/state.js';
import { GUILDS, trailOf } from './stored-trail.js';
import { createTrailMemory, type CheckpointParts } from './trail-memory.js';

/**
 * The trail is the state. Each guild has one append-only, hash-chained stream; its changes are that
 * stream folded, and nothing else is kept that could disagree.
 *
 * A step is decided on the newest state and written with compare-and-append. If any process wrote
 * in between, the append fails and the step is decided again. So a step and its checks are atomic,
 * one of any number of confirmations wins, and no crash leaves a step without its audit entry.
 *
 * A process remembers the number and hash of what it has read. If the store no longer holds that,
 * an older copy was put back, which is entered. A checkpoint is such a memory, written down for the
 * next process. What ended long ago is not remembered whole; its digest says where it stands.
 */

export interface Recorded {
  readonly trailState: ChangesState;
  /** The entry that this very call wrote. */
  readonly written: Entry | null;
}

interface TrailParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Missing = all stays in memory, and every process reads the trail whole. */
  readonly memory?: CheckpointParts;
  /** Told of every entry this process wrote. Must not throw. */
  readonly onEntry: (guildId: string, entry: Entry) => void;
  /**
   * Told once of an entry that this process wrote without knowing it: the person who asked for
   * it was told that it may not stand there. Must not throw.
   */
  readonly onFoundEntry?: (guildId: string, entry: Entry) => void;
  /** The store gave no answer to an entry: a look soon tells whether it stands there. */
  readonly onUnanswered?: (guildId: string) => void;
  /** Between two tries to append; in ms. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

const MAX_TRIES = 100;

export type Trail = ReturnType<typeof createTrail>;

export function createTrail(parts: TrailParts) {
  const { store, clock, onEntry } = parts;
  const memory = createTrailMemory(store, parts.memory);
  const queue = createKeyedQueue();
  /** By guild: the entry that the store gave no answer to. */
  const unanswered = new Map<string, Entry>();

  /** The guild's state as it stands in the store now; with that change, if there is one. */
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
    const shown = witnessOf(missing);
    const isKnown = ({ hash }: { readonly hash: string }) =>
      missing.restores.every((each) => each.hash !== hash);
    await write(guildId, memory.read, (now) =>
      shown === null ? null : behindStep(now, { shown, where: 'process' }, isKnown),
    );
    memory.lossEntered(guildId, missing);
  }

  async function write(
    guildId: string,
    look: (guildId: string) => Promise<ChangesState>,
    decide: (now: ChangesState) => Draft | null,
  ): Promise<Recorded> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const doubted = memory.doubtsOf(guildId);
      const now = await look(guildId);
      const draft = decide(now);
      if (draft === null) return { trailState: now, written: null };
      if (now.lastSeq === 0) await register(guildId);
      const entry = chainEntry(draft, clock.now(), now);
      // Throws before anything is written if the step is illegal.
      const after = fold(now, entry);
      if (await append(guildId, entry)) {
        memory.learn(guildId, after, doubted);
        onEntry(guildId, entry);
        return { trailState: after, written: entry };
      }
      await pause(Math.random() * Math.min(tries, 20));
    }
    throw new Error(`the trail of ${guildId} is too busy to write to`);
  }

  async function append(guildId: string, entry: Entry): Promise<boolean> {
    const place = { stream: trailOf(guildId), seq: entry.seq, text: entryText(entry) };
    try {
      return await appendEntry(store, place, parts.pause);
    } catch (cause) {
      if (!isNotWritten(cause)) {
        unanswered.set(guildId, entry);
        parts.onUnanswered?.(guildId);
      }
      throw cause;
    }
  }

  /** Once the trail has an entry of that number, whichever it is. */
  async function findUnanswered(guildId: string): Promise<void> {
    const entry = unanswered.get(guildId);
    if (entry === undefined || (memory.of(guildId)?.lastSeq ?? 0) < entry.seq) return;
    const text = await store.entryAt(trailOf(guildId), entry.seq);
    if (unanswered.get(guildId) !== entry) return;
    unanswered.delete(guildId);
    if (text === entryText(entry)) parts.onFoundEntry?.(guildId, entry);
  }

  /** Called before the first entry, so that no trail is ever missing from the list. */
  async function register(guildId: string): Promise<void> {
    for (;;) {
      const last = await store.lastSeq(GUILDS);
      if (await store.append(GUILDS, last + 1, guildId)) return;
    }
  }

  return {
    state,
    /** As this process last saw or wrote it: for showing what was just decided. */
    async remembered(guildId: string, changeId?: string): Promise<ChangesState> {
      const now = memory.of(guildId);
      return now ? withChange(guildId, now, changeId) : state(guildId, changeId);
    },
    /**
     * Writes the step that `decide` makes of the newest state, which has that change if there is
     * one; null = none, and nothing is written. `decide` may be called several times, so it must
     * do nothing else.
     */
    record(
      guildId: string,
      decide: (now: ChangesState) => Draft | null,
      changeId?: string,
    ): Promise<Recorded> {
      // Queued: writers of one process would only make each other begin again.
      return queue.run(guildId, () => write(guildId, (of) => state(of, changeId), decide));
    },
    /** The trail was found to be broken: from now on what is in memory is no proof that it holds. */
    doubt: memory.doubt,
    /**
     * The hash of an entry as it lies in the store; null = there is no such entry. The newest one
     * that this process saw is looked for in the store at the next `state`, which tells if it is lost.
     */
    async hashAt(guildId: string, seq: number): Promise<string | null> {
      const now = memory.of(guildId);
      if (now?.lastSeq === seq) return now.lastHash;
      const text = await store.entryAt(trailOf(guildId), seq);
      return text === null ? null : hashIn(text);
    },
    /** Every guild that has a trail. */
    async *guilds(): AsyncIterable<string> {
      const seen = new Set<string>();
      for await (const { entry: guildId } of store.read(GUILDS, 1)) {
        // A row that can't be read names nobody; `npm run verify-audit` tells of it.
        if (guildId !== '' && !seen.has(guildId)) yield guildId;
        seen.add(guildId);
      }
    },
  };
}
