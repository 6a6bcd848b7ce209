import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../domain/clock.js';
import { UserError } from '../domain/errors.js';
import type { Store } from '../store/store.js';
import { trailBrokenSentence } from '../views/change-sentences.js';
import { BrokenTrail, entryText, readEntry, seal, type Draft, type Entry } from './entry.js';
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
 */
export interface Trail {
  /** The guild's ledger as it stands in the store now. */
  ledger(guildId: string): Promise<Ledger>;
  /**
   * Writes the step that `decide` makes of the newest ledger; null = none, and nothing is
   * written. `decide` may be called several times, so it must do nothing else.
   */
  record(guildId: string, decide: (now: Ledger) => Draft | null): Promise<Recorded>;
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

  async function ledger(guildId: string): Promise<Ledger> {
    const before = known.get(guildId) ?? EMPTY_LEDGER;
    let after: ReturnType<typeof growing> | null = null;
    try {
      for await (const text of readTrail(store, guildId, before.lastSeq + 1)) {
        after ??= growing(before);
        follow(after, text);
      }
    } finally {
      // Also what stands before a broken entry, or the next look would begin at the first again.
      if (after !== null) learn(guildId, after);
    }
    return known.get(guildId) ?? EMPTY_LEDGER;
  }

  /** Others in this process may have read or written more meanwhile. */
  function learn(guildId: string, newer: Ledger): void {
    if ((known.get(guildId)?.lastSeq ?? 0) < newer.lastSeq) known.set(guildId, newer);
  }

  async function tryToRecord(
    guildId: string,
    decide: (now: Ledger) => Draft | null,
  ): Promise<Recorded> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const now = await ledger(guildId);
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
    record: (guildId, decide) => lanes.run(guildId, () => tryToRecord(guildId, decide)),
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
