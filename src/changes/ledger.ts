import type { Behind, Restore } from './behind.js';
import { isGuess, type Change, type Mark, type State } from './change.js';
import { NO_ENTRY, type Entry, type Place } from './entry.js';
import { afterStep, type Loosening } from './loosening.js';

/** A guild's changes as its trail tells them: the trail folded, entry by entry, in order. */
export interface Ledger extends Place {
  readonly changes: ReadonlyMap<string, Change>;
  readonly frozen: (Mark & { readonly reason: string }) | null;
  /** What the trail last said of each setting; one that it never spoke of is missing. */
  readonly settings: ReadonlyMap<string, readonly string[]>;
  /** The last entry that set something; 0 = none. */
  readonly setAt: number;
  /** A rule that somebody wants to loosen, and that is in force until then. */
  readonly loosening: Loosening | null;
  /** Who was refused when, in the day before the newest of them, oldest first. */
  readonly refused: readonly { readonly by: string; readonly at: number }[];
  /** Entries are missing that people were shown; null = none, or an admin has accepted that. */
  readonly behind: Behind | null;
  /** Each time an admin accepted that entries are lost, oldest first. */
  readonly restores: readonly Restore[];
}

/** How long the ledger remembers that somebody was refused. */
export const REFUSALS_KNOWN_MS = 24 * 3_600_000;

export const EMPTY_LEDGER: Ledger = {
  lastSeq: 0,
  lastHash: NO_ENTRY,
  changes: new Map(),
  frozen: null,
  settings: new Map(),
  setAt: 0,
  loosening: null,
  refused: [],
  behind: null,
  restores: [],
};

/** Throws for a change that was there a moment ago: changes are never removed. */
export function changeIn(ledger: Ledger, id: string): Change {
  const change = ledger.changes.get(id);
  if (change === undefined) throw new Error(`change ${id} is not in the trail`);
  return change;
}

type EntryOf<Step extends Entry['step']> = Extract<Entry, { step: Step }>;

/** A step in the life of a change that has been asked for. */
type Later = Exclude<
  Entry,
  {
    step:
      | 'asked'
      | 'refused'
      | 'frozen'
      | 'unfrozen'
      | 'set'
      | 'behind'
      | 'restore-accepted'
      | OfLoosening['step'];
  }
>;

type OfLoosening = Extract<Entry, { step: `loosening-${string}` }>;

/**
 * Which step leads where; `null` = it stays where it is. A step from any other state is
 * illegal: it is never written, and a trail that holds it is broken.
 *
 *     pending → confirmed → sent → reported | failed | unknown
 *     pending → cancelled | expired | drifted
 *     confirmed → failed            nothing was sent: frozen, expired, or the process ended
 *     sent | unknown → failed       the same, found in the moment before it left
 *     unknown → reported | failed   the pool's answer came after all
 *     unknown → unknown             it was a guess, and what came of it is known after all
 *
 * `restore-accepted` is of the whole server: pending | confirmed | sent → unknown.
 */
const LEADS_TO: Record<Later['step'], { from: readonly State[]; to: State | null }> = {
  confirmed: { from: ['pending'], to: 'confirmed' },
  cancelled: { from: ['pending'], to: 'cancelled' },
  expired: { from: ['pending'], to: 'expired' },
  drifted: { from: ['pending'], to: 'drifted' },
  sent: { from: ['confirmed'], to: 'sent' },
  reported: { from: ['sent', 'unknown'], to: 'reported' },
  failed: { from: ['confirmed', 'sent', 'unknown'], to: 'failed' },
  unknown: { from: ['sent', 'unknown'], to: 'unknown' },
  observed: { from: ['reported', 'unknown'], to: null },
  resolved: { from: ['unknown'], to: null },
};

/**
 * A ledger that entries are added to where it stands: a copy for each of ten thousand entries
 * would take seconds.
 */
interface Growing extends Ledger {
  lastSeq: number;
  lastHash: string;
  frozen: Ledger['frozen'];
  refused: Ledger['refused'];
  behind: Ledger['behind'];
  restores: Ledger['restores'];
  setAt: number;
  loosening: Ledger['loosening'];
  readonly changes: Map<string, Change>;
  readonly settings: Map<string, readonly string[]>;
}

/** A copy to add to: whoever decides on the ledger itself keeps what they have. */
export function growing(ledger: Ledger): Growing {
  return { ...ledger, changes: new Map(ledger.changes), settings: new Map(ledger.settings) };
}

/** The ledger after one more entry. Throws `IllegalStep` when the entry does not follow from it. */
export function fold(ledger: Ledger, entry: Entry): Ledger {
  const after = growing(ledger);
  add(after, entry);
  return after;
}

/** Throws `IllegalStep`, and adds nothing, when the entry does not follow from the ledger. */
export function add(ledger: Growing, entry: Entry): void {
  const mark: Mark = { by: entry.actor, at: entry.at };
  if (entry.step === 'refused') ledger.refused = withRefused(ledger.refused, entry);
  else if (entry.step === 'unfrozen') ledger.frozen = null;
  else if (entry.step === 'frozen') ledger.frozen = { ...mark, ...entry.details };
  else if (entry.step === 'set') addSettings(ledger, entry);
  else if (isOfLoosening(entry)) addLoosening(ledger, entry);
  else if (entry.step === 'behind') addBehind(ledger, entry, mark);
  else if (entry.step === 'restore-accepted') addRestore(ledger, entry, mark);
  else if (entry.step === 'asked') addAsked(ledger.changes, entry);
  else addLater(ledger.changes, entry, mark);
  ledger.lastSeq = entry.seq;
  ledger.lastHash = entry.hash;
}

function addBehind(ledger: Growing, entry: EntryOf<'behind'>, mark: Mark): void {
  if (ledger.behind !== null) throw new IllegalStep(entry);
  ledger.behind = { ...entry.details, ...mark, seq: entry.seq };
}

/** What was open in the copy may have been sent in the entries that are lost. */
function addRestore(ledger: Growing, entry: EntryOf<'restore-accepted'>, mark: Mark): void {
  if (ledger.behind === null) throw new IllegalStep(entry);
  ledger.behind = null;
  // It may have been withdrawn in the entries that are lost.
  ledger.loosening = null;
  ledger.restores = [...ledger.restores, { hash: entry.hash, askedAt: entry.details.askedAt }];
  for (const change of ledger.changes.values()) {
    if (!isOpen(change)) continue;
    const lost = { state: 'unknown', ended: mark, failure: { why: 'restored' } } as const;
    ledger.changes.set(change.id, { ...change, ...lost, seq: entry.seq });
  }
}

/** Something may still be sent for it, or is being sent. */
export function isOpen({ state }: Change): boolean {
  return state === 'pending' || state === 'confirmed' || state === 'sent';
}

function withRefused(refused: Ledger['refused'], { actor, at }: Entry): Ledger['refused'] {
  const by = actor === 'pitboss' ? actor : actor.id;
  return [...refused.filter((each) => at - each.at < REFUSALS_KNOWN_MS), { by, at }];
}

function addSettings(ledger: Growing, entry: EntryOf<'set'>): void {
  const { by, changed } = entry.details;
  if (by === 'loosened' && ledger.loosening?.confirmed === undefined) throw new IllegalStep(entry);
  if (by === 'loosened' || by === 'bot-removed') ledger.loosening = null;
  for (const { what, after } of changed) ledger.settings.set(what, after);
  ledger.setAt = entry.seq;
}

function isOfLoosening(entry: Entry): entry is OfLoosening {
  return entry.step.startsWith('loosening-');
}

function addLoosening(ledger: Growing, entry: OfLoosening): void {
  const after = afterStep(ledger.loosening, entry);
  if (after === 'illegal') throw new IllegalStep(entry);
  ledger.loosening = after;
}

function addAsked(changes: Growing['changes'], entry: EntryOf<'asked'>): void {
  const { proposal } = entry.details;
  if (changes.has(proposal.id) || proposal.id !== entry.change) throw new IllegalStep(entry);
  changes.set(proposal.id, { ...proposal, state: 'pending', seq: entry.seq });
  const replaced = changes.get(proposal.replaces ?? '');
  if (replaced) changes.set(replaced.id, { ...replaced, replacedBy: proposal.id });
}

function addLater(changes: Growing['changes'], entry: Later, mark: Mark): void {
  const change = changes.get(entry.change);
  const { from, to } = LEADS_TO[entry.step];
  if (change === undefined || !from.includes(change.state)) throw new IllegalStep(entry);
  const isKnown = change.state === 'unknown' && !isGuess(change.failure);
  if (isKnown && entry.step === 'unknown') throw new IllegalStep(entry);
  const state = to ?? change.state;
  changes.set(change.id, { ...change, ...learnt(entry, mark), state, seq: entry.seq });
}

/** What the step adds to what is known of a change. */
function learnt(entry: Later, mark: Mark): Partial<Change> {
  const { step } = entry;
  if (step === 'confirmed') return { confirmed: mark };
  if (step === 'sent') return { sent: mark };
  if (step === 'reported') return { ended: mark, answer: entry.details.answer };
  if (step === 'failed' || step === 'unknown') return { ended: mark, failure: entry.details };
  if (step === 'observed') return { observed: { ...mark, present: entry.details.found } };
  if (step === 'resolved') return { resolved: { ...mark, note: entry.details.note } };
  if (step === 'drifted') return { closed: mark, found: entry.details.found };
  return { closed: mark };
}

export class IllegalStep extends Error {
  override readonly name = 'IllegalStep';

  constructor({ step, seq }: Entry) {
    super(`entry ${seq} (${step}) does not follow from the entries before it`);
  }
}
