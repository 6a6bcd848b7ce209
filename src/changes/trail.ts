import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../domain/clock.js';
import { UserError } from '../domain/errors.js';
import type { Store } from '../store/store.js';
import { trailBrokenSentence } from '../views/change-sentences.js';
import { witnessOf } from '../views/witness.js';
import { behindStep } from './behind.js';
import {
  BrokenTrail,
  entryText,
  hashIn,
  readEntry,
  seal,
  type Draft,
  type Entry,
} from './entry.js';
import { createLanes } from './lanes.js';
import { add, EMPTY_LEDGER, fold, growing, IllegalStep, type Ledger } from './ledger.js';

/**
 * The trail is the state. Each guild has one append-only, hash-chained stream, and what its
 * changes are is that stream folded; nothing else is kept that could say something different.
 *
 * That is what makes the promises provable. A step is decided on the newest ledger and written
 * with compare-and-append: if anybody, in any process, wrote anything in between (another
 * click, a freeze, an expiry), the append loses and the decision is made anew on what is now
 * there. So a step and the checks it rests on are one atomic step; of any number of
 * confirmations exactly one wins, which is the claim on the change; and since a step is its own
 * audit entry, no crash can leave one without the other.
 *
 * What a process has read it remembers by number and hash. Where the store no longer holds that,
 * an older copy was put back: the process reads all again and enters that the trail is behind.
 */
export interface Trail {
  /** The guild's ledger as it stands in the store now. */
  ledger(guildId: string): Promise<Ledger>;
  /**
   * Writes the step that `decide` makes of the newest ledger; null = none, and nothing is
   * written. `decide` may be called several times, so it must do nothing else.
   */
  record(guildId: string, decide: (now: Ledger) => Draft | null): Promise<Recorded>;
  /** The hash of an entry as it lies in the store now; null = there is no such entry. */
  hashAt(guildId: string, seq: number): Promise<string | null>;
  /** Every guild that has a trail. */
  guilds(): AsyncIterable<string>;
}

export interface Recorded {
  readonly ledger: Ledger;
  /** The entry that this very call wrote. */
  readonly written: Entry | null;
}

export interface TrailParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Told of every entry this process wrote. Must not throw. */
  readonly onEntry: (guildId: string, entry: Entry) => void;
}

const GUILDS = 'trails';
const MOST_TRIES = 100;
/** A long trail must not keep everybody else waiting: after so many entries others have a turn. */
const AT_ONCE = 100;

export function trailOf(guildId: string): string {
  return `trail:${guildId}`;
}

/** Every server that is named or that has entries: whoever may have altered both trusts neither. */
export async function guildsInStore(
  store: Pick<Store, 'read' | 'streamNames'>,
): Promise<{ readonly named: ReadonlySet<string>; readonly written: ReadonlySet<string> }> {
  const named = new Set<string>();
  const written = new Set<string>();
  for await (const { entry } of store.read(GUILDS, 1)) named.add(entry);
  const prefix = trailOf('');
  for await (const stream of store.streamNames(prefix)) written.add(stream.slice(prefix.length));
  return { named, written };
}

/** The texts of a guild's entries, in order. */
export async function* readTrail(
  store: Pick<Store, 'read'>,
  guildId: string,
  fromSeq = 1,
): AsyncIterable<string> {
  for await (const { seq, entry } of store.read(trailOf(guildId), fromSeq)) {
    yield entry;
    if (seq % AT_ONCE === 0) await breath();
  }
}

export function createTrail({ store, clock, onEntry }: TrailParts): Trail {
  const known = new Map<string, Ledger>();
  const lanes = createLanes();
  /** What this process had read and the store no longer holds, until the trail says so. */
  const lost = new Map<string, Ledger>();

  async function ledger(guildId: string): Promise<Ledger> {
    await read(guildId);
    const missing = lost.get(guildId);
    if (missing !== undefined) return enterLoss(guildId, missing);
    // Not what was read: another call may have entered the loss since.
    return known.get(guildId) ?? EMPTY_LEDGER;
  }

  async function read(guildId: string): Promise<Ledger> {
    const before = known.get(guildId) ?? EMPTY_LEDGER;
    let holds = before.lastSeq === 0;
    let after: ReturnType<typeof growing> | null = null;
    try {
      // From the last known entry on: it must still be there.
      for await (const text of readTrail(store, guildId, Math.max(1, before.lastSeq))) {
        if (holds) follow((after ??= growing(before)), text);
        else if (hashIn(text) === before.lastHash) holds = true;
        else break;
      }
    } finally {
      // Also what stands before a broken entry, or the next look would begin at the first again.
      if (after !== null) learn(guildId, after);
    }
    if (holds) return known.get(guildId) ?? EMPTY_LEDGER;
    forget(guildId, before);
    return read(guildId);
  }

  function forget(guildId: string, missing: Ledger): void {
    // Others in this process may have found it first, and read all again.
    if (known.get(guildId) !== missing) return;
    known.delete(guildId);
    lost.set(guildId, missing);
  }

  async function enterLoss(guildId: string, missing: Ledger): Promise<Ledger> {
    const shown = witnessOf(missing);
    const isKnown = ({ hash }: { readonly hash: string }) =>
      missing.restores.every((each) => each.hash !== hash);
    const entered = await write(guildId, read, (now) =>
      shown === null ? null : behindStep(now, { shown, where: 'process' }, isKnown),
    );
    if (lost.get(guildId) === missing) lost.delete(guildId);
    return entered.ledger;
  }

  /** Others in this process may have read or written more meanwhile. */
  function learn(guildId: string, newer: Ledger): void {
    if ((known.get(guildId)?.lastSeq ?? 0) < newer.lastSeq) known.set(guildId, newer);
  }

  async function write(
    guildId: string,
    look: (guildId: string) => Promise<Ledger>,
    decide: (now: Ledger) => Draft | null,
  ): Promise<Recorded> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const now = await look(guildId);
      const draft = decide(now);
      if (draft === null) return { ledger: now, written: null };
      if (now.lastSeq === 0) await register(guildId);
      const entry = seal(draft, clock.now(), now);
      // Throws before anything is written if the step is illegal.
      const after = fold(now, entry);
      if (await store.append(trailOf(guildId), entry.seq, entryText(entry))) {
        learn(guildId, after);
        onEntry(guildId, entry);
        return { ledger: after, written: entry };
      }
      await pause(Math.random() * Math.min(tries, 20));
    }
    throw new Error(`the trail of ${guildId} is too busy to write to`);
  }

  /** Before its first entry, so that no trail is ever missing from the list. */
  async function register(guildId: string): Promise<void> {
    for (;;) {
      const last = await store.lastSeq(GUILDS);
      if (await store.append(GUILDS, last + 1, guildId)) return;
    }
  }

  return {
    ledger,
    // In turns: writers of one process would only make each other begin again.
    record: (guildId, decide) => lanes.run(guildId, () => write(guildId, ledger, decide)),
    async hashAt(guildId, seq) {
      const text = await store.entryAt(trailOf(guildId), seq);
      return text === null ? null : hashIn(text);
    },
    async *guilds() {
      const seen = new Set<string>();
      for await (const { entry: guildId } of store.read(GUILDS, 1)) {
        if (!seen.has(guildId)) yield guildId;
        seen.add(guildId);
      }
    },
  };
}

/** A trail that cannot be relied on stops its guild's changes, and says at which entry. */
function follow(now: ReturnType<typeof growing>, text: string): void {
  try {
    add(now, readEntry(text, now));
  } catch (error) {
    if (!(error instanceof BrokenTrail || error instanceof IllegalStep)) throw error;
    throw new UserError(trailBrokenSentence(now.lastSeq + 1), { cause: error });
  }
}
