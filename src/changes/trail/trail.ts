import { setTimeout as pause } from 'node:timers/promises';
import { yieldToOthers } from '../../domain/async/yield-to-others.js';
import type { Clock } from '../../domain/time/clock.js';
import { UserError } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Store } from '../../store/store.js';
import { trailBrokenSentence } from '../../views/changes/change-sentences.js';
import type { Change } from '../../domain/changes/change.js';
import type { Checkpoints } from './checkpoints.js';
import { readPastChange } from './past-change.js';
import { witnessOf } from '../../domain/changes/witness.js';
import { behindStep } from '../../domain/changes/restored-store.js';
import { appendEntry, isNotWritten } from './append-entry.js';
import { addEntry } from './fold-entry.js';
import {
  entryText,
  hashIn,
  chainEntry,
  type Draft,
  type Entry,
} from '../../domain/changes/entry.js';
import { createKeyedQueue } from '../../domain/async/keyed-queue.js';
import { NO_CHANGES, fold, mutableCopy, type ChangesState } from '../../domain/changes/state.js';

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
  readonly memory?: Memory;
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

interface Memory {
  readonly checkpoints: Checkpoints;
  /** Entries between two of them. */
  readonly every: number;
  /** Whether a change stays in memory. Must hold for all that a step is decided on. */
  readonly isKept: (change: Change) => boolean;
}

const GUILDS = 'trails';
const MAX_TRIES = 100;
/** After so many entries a long trail lets others have a turn. */
const ENTRIES_PER_TURN = 100;

export function trailOf(guildId: string): string {
  return `trail:${guildId}`;
}

/**
 * Servers in the list and servers with entries: one who altered the store may have altered either.
 * An empty name stands for a row of the list that can't be read.
 */
export async function guildsInStore(
  store: Pick<Store, 'read' | 'streamNames'>,
): Promise<{ readonly named: Set<string>; readonly written: Set<string> }> {
  const named = new Set<string>();
  const written = new Set<string>();
  for await (const { entry } of store.read(GUILDS, 1)) named.add(entry);
  const prefix = trailOf('');
  for await (const stream of store.streamNames(prefix)) written.add(stream.slice(prefix.length));
  return { named, written };
}

/** A guild's rows, in order. */
export async function* readRows(
  store: Pick<Store, 'read'>,
  guildId: string,
  fromSeq: number,
): ReturnType<Store['read']> {
  for await (const row of store.read(trailOf(guildId), fromSeq)) {
    yield row;
    if (row.seq % ENTRIES_PER_TURN === 0) await yieldToOthers();
  }
}

/** The texts of its entries. */
export async function* readTrail(
  store: Pick<Store, 'read'>,
  guildId: string,
  fromSeq = 1,
): AsyncIterable<string> {
  for await (const { entry } of readRows(store, guildId, fromSeq)) yield entry;
}

export type Trail = ReturnType<typeof createTrail>;

export function createTrail(parts: TrailParts) {
  const { store, clock, memory, onEntry } = parts;
  const known = new Map<string, ChangesState>();
  /** The stream's revision when that state was all that the store held. */
  const wholeAt = new WeakMap<ChangesState, string>();
  const queue = createKeyedQueue();
  /** What this process had read and the store no longer holds, until that is entered. */
  const lost = new Map<string, ChangesState>();
  /** The entry that each guild's last checkpoint stands on. */
  const checkpointAt = new Map<string, number>();
  /** By guild: the entry that the store gave no answer to. */
  const unanswered = new Map<string, Entry>();
  /** How often each guild's trail was found broken: what was read before that proves nothing. */
  const doubts = new Map<string, number>();
  const doubtsOf = (guildId: string) => doubts.get(guildId) ?? 0;
  /** Each guild's last checkpoint that is being written. */
  const writing = new Map<string, Promise<unknown>>();

  /** The guild's state as it stands in the store now; with that change, if there is one. */
  async function state(guildId: string, changeId?: string): Promise<ChangesState> {
    await read(guildId);
    const missing = lost.get(guildId);
    if (missing !== undefined) await enterLoss(guildId, missing);
    await findUnanswered(guildId);
    // Not what was read: another call may have entered the loss since.
    return withChange(guildId, known.get(guildId) ?? NO_CHANGES, changeId);
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

  /** What this process remembers, at first what an earlier one wrote down. */
  async function recall(guildId: string): Promise<ChangesState> {
    if (!checkpointAt.has(guildId)) {
      const doubted = doubtsOf(guildId);
      const written = (await memory?.checkpoints.read(guildId)) ?? NO_CHANGES;
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
    try {
      // From the last known entry on: it must still be there.
      const from = Math.max(1, before.lastSeq);
      for await (const text of isUnchanged ? [] : readTrail(store, guildId, from)) {
        if (holds) follow((after ??= mutableCopy(before)), text);
        else if (hashIn(text) === before.lastHash) holds = true;
        else break;
      }
    } finally {
      // Also what stands before a broken entry, or the next read would begin at the first again.
      if (after !== null) learn(guildId, after, doubted);
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
    // Another call may have found it first, and read all again.
    if (known.get(guildId) !== missing) return;
    known.delete(guildId);
    lost.set(guildId, missing);
  }

  async function enterLoss(guildId: string, missing: ChangesState): Promise<void> {
    const shown = witnessOf(missing);
    const isKnown = ({ hash }: { readonly hash: string }) =>
      missing.restores.every((each) => each.hash !== hash);
    await write(guildId, read, (now) =>
      shown === null ? null : behindStep(now, { shown, where: 'process' }, isKnown),
    );
    if (lost.get(guildId) !== missing) return;
    lost.delete(guildId);
    // The one that told of the loss is of no more use.
    checkpointAt.set(guildId, 0);
  }

  /** Another call may have read or written more meanwhile, or found the trail broken. */
  function learn(guildId: string, newer: ChangesState, doubted: number): void {
    if (doubtsOf(guildId) !== doubted) return;
    if ((known.get(guildId)?.lastSeq ?? 0) >= newer.lastSeq) return;
    known.set(guildId, newer);
    const since = newer.lastSeq - (checkpointAt.get(guildId) ?? 0);
    if (memory !== undefined && since >= memory.every) writeCheckpoint(guildId, newer, memory);
  }

  /** Not awaited: one that is missing or old costs the next process time, and nothing else. */
  function writeCheckpoint(
    guildId: string,
    now: ChangesState,
    { checkpoints, isKept }: Memory,
  ): void {
    const changes = new Map([...now.changes].filter(([, change]) => isKept(change)));
    const kept = { ...now, changes };
    known.set(guildId, kept);
    checkpointAt.set(guildId, now.lastSeq);
    const written = toResult(checkpoints.write(guildId, kept));
    writing.set(guildId, written);
    void written.then(() => writing.get(guildId) === written && writing.delete(guildId));
  }

  async function write(
    guildId: string,
    look: (guildId: string) => Promise<ChangesState>,
    decide: (now: ChangesState) => Draft | null,
  ): Promise<Recorded> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const doubted = doubtsOf(guildId);
      const now = await look(guildId);
      const draft = decide(now);
      if (draft === null) return { trailState: now, written: null };
      if (now.lastSeq === 0) await register(guildId);
      const entry = chainEntry(draft, clock.now(), now);
      // Throws before anything is written if the step is illegal.
      const after = fold(now, entry);
      if (await append(guildId, entry)) {
        learn(guildId, after, doubted);
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
    if (entry === undefined || (known.get(guildId)?.lastSeq ?? 0) < entry.seq) return;
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
      const now = known.get(guildId);
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
    async doubt(guildId: string): Promise<void> {
      doubts.set(guildId, doubtsOf(guildId) + 1);
      checkpointAt.set(guildId, 0);
      known.delete(guildId);
      await writing.get(guildId);
      await memory?.checkpoints.remove(guildId);
    },
    /**
     * The hash of an entry as it lies in the store; null = there is no such entry. The newest one
     * that this process saw is looked for in the store at the next `state`, which tells if it is lost.
     */
    async hashAt(guildId: string, seq: number): Promise<string | null> {
      const now = known.get(guildId);
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

/** A broken trail stops its guild's changes; the UserError names the entry. */
function follow(now: ReturnType<typeof mutableCopy>, text: string): void {
  try {
    addEntry(now, text);
  } catch (cause) {
    throw new UserError(trailBrokenSentence(now.lastSeq + 1), { cause });
  }
}
