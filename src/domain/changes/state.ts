import type { Behind, Restore } from './behind.js';
import { isGuess, type Change, type Mark, type State } from './change.js';
import { NO_ENTRY, type Entry, type Place } from './entry.js';
import { afterStep, mayTakeEffect, type Loosening } from './loosening.js';

/**
 * The states of a change. A step from any other state is illegal: it is never written, and a trail
 * that holds it is broken.
 *
 *     pending → confirmed → sent → reported | failed | unknown
 *     pending → cancelled | expired | drifted
 *     confirmed → failed            nothing was sent: frozen, expired, or the process ended
 *     sent | unknown → failed       the same, found right before the first byte
 *     unknown → reported | failed   the pool's answer came after all
 *     unknown → unknown             it was a guess, and the outcome is known after all
 *
 * `restore-accepted` is of the whole server: pending | confirmed | sent → unknown.
 */

/** A guild's trail, folded entry by entry. */
export interface ChangesState extends Place {
  readonly changes: ReadonlyMap<string, Change>;
  readonly frozen: (Mark & { readonly reason: string }) | null;
  /** The last recorded value of each setting; missing = never recorded. */
  readonly settings: ReadonlyMap<string, readonly string[]>;
  /** A rule that is to be loosened, and in force until then. */
  readonly loosening: Loosening | null;
  /** Refusals in the day before the newest one, oldest first. */
  readonly refused: readonly { readonly by: string; readonly at: number }[];
  /** Entries are missing that people were shown; null = none, or an admin has accepted that. */
  readonly behind: Behind | null;
  /** Each time an admin accepted that entries are lost, oldest first. */
  readonly restores: readonly Restore[];
}

/** How long the state remembers refusals. */
export const REFUSALS_KNOWN_MS = 24 * 3_600_000;

export const NO_CHANGES: ChangesState = {
  lastSeq: 0,
  lastHash: NO_ENTRY,
  changes: new Map(),
  frozen: null,
  settings: new Map(),
  loosening: null,
  refused: [],
  behind: null,
  restores: [],
};

/** Throws for a change that was there a moment ago: changes are never removed. */
export function changeIn(trailState: ChangesState, id: string): Change {
  const change = trailState.changes.get(id);
  if (change === undefined) throw new Error(`change ${id} is not in the trail`);
  return change;
}

type EntryOf<Step extends Entry['step']> = Extract<Entry, { step: Step }>;

type OfLoosening = Extract<Entry, { step: `loosening-${string}` }>;

/** A step in the life of a change that has been asked for. */
type Later = EntryOf<
  | 'confirmed'
  | 'cancelled'
  | 'expired'
  | 'drifted'
  | 'sent'
  | 'reported'
  | 'failed'
  | 'unknown'
  | 'observed'
  | 'resolved'
>;

/** The diagram above; `to: null` = the state stays. */
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

/** A state to add entries to: copying it for each of ten thousand entries would take seconds. */
type MutableState = { -readonly [Field in keyof ChangesState]: ChangesState[Field] } & {
  readonly changes: Map<string, Change>;
  readonly settings: Map<string, readonly string[]>;
};

export function mutableCopy(trailState: ChangesState): MutableState {
  return {
    ...trailState,
    changes: new Map(trailState.changes),
    settings: new Map(trailState.settings),
  };
}

/** The state after one more entry. Throws `IllegalStep` when the entry does not follow from it. */
export function fold(trailState: ChangesState, entry: Entry): ChangesState {
  const after = mutableCopy(trailState);
  applyEntry(after, entry);
  return after;
}

/** Throws `IllegalStep`, and adds nothing, when the entry does not follow from the state. */
export function applyEntry(trailState: MutableState, entry: Entry): void {
  const mark: Mark = { by: entry.actor, at: entry.at };
  if (entry.step === 'refused') trailState.refused = withRefused(trailState.refused, entry);
  else if (entry.step === 'unfrozen') trailState.frozen = null;
  else if (entry.step === 'frozen') trailState.frozen = { ...mark, ...entry.details };
  else if (entry.step === 'set') addSettings(trailState, entry, mark);
  else if (isOfLoosening(entry)) addLoosening(trailState, entry);
  else if (entry.step === 'behind') addBehind(trailState, entry, mark);
  else if (entry.step === 'restore-accepted') addRestore(trailState, entry, mark);
  else if (entry.step === 'asked') addAsked(trailState.changes, entry);
  else addLater(trailState.changes, entry, mark);
  trailState.lastSeq = entry.seq;
  trailState.lastHash = entry.hash;
}

function addBehind(trailState: MutableState, entry: EntryOf<'behind'>, mark: Mark): void {
  if (trailState.behind !== null) throw new IllegalStep(entry);
  trailState.behind = { ...entry.details, ...mark, seq: entry.seq };
}

/** What was open in the copy may have been sent in the entries that are lost. */
function addRestore(
  trailState: MutableState,
  entry: EntryOf<'restore-accepted'>,
  mark: Mark,
): void {
  if (trailState.behind === null) throw new IllegalStep(entry);
  trailState.behind = null;
  // It may have been withdrawn in the entries that are lost.
  trailState.loosening = null;
  trailState.restores = [
    ...trailState.restores,
    { hash: entry.hash, askedAt: entry.details.askedAt },
  ];
  for (const change of trailState.changes.values()) {
    if (!isOpen(change)) continue;
    const lost = { state: 'unknown', ended: mark, failure: { why: 'restored' } } as const;
    trailState.changes.set(change.id, { ...change, ...lost, seq: entry.seq });
  }
}

/** Something may still be sent for it, or is being sent. */
export function isOpen({ state }: Change): boolean {
  return state === 'pending' || state === 'confirmed' || state === 'sent';
}

function withRefused(
  refused: ChangesState['refused'],
  { actor, at }: Entry,
): ChangesState['refused'] {
  const by = actor === 'pitboss' ? actor : actor.id;
  return [...refused.filter((each) => at - each.at < REFUSALS_KNOWN_MS), { by, at }];
}

function addSettings(trailState: MutableState, entry: EntryOf<'set'>, mark: Mark): void {
  const { by, changed } = entry.details;
  const { loosening } = trailState;
  if (by === 'loosened' && (loosening === null || !mayTakeEffect(loosening, mark)))
    throw new IllegalStep(entry);
  if (by === 'loosened' || by === 'bot-removed') trailState.loosening = null;
  for (const { what, after } of changed) trailState.settings.set(what, after);
}

function isOfLoosening(entry: Entry): entry is OfLoosening {
  return entry.step.startsWith('loosening-');
}

function addLoosening(trailState: MutableState, entry: OfLoosening): void {
  const after = afterStep(trailState.loosening, entry);
  if (after === 'illegal') throw new IllegalStep(entry);
  trailState.loosening = after;
}

function addAsked(changes: MutableState['changes'], entry: EntryOf<'asked'>): void {
  const { proposal } = entry.details;
  if (changes.has(proposal.id) || proposal.id !== entry.change) throw new IllegalStep(entry);
  changes.set(proposal.id, { ...proposal, state: 'pending', seq: entry.seq });
  const replaced = changes.get(proposal.replaces ?? '');
  if (replaced) changes.set(replaced.id, { ...replaced, replacedBy: proposal.id });
}

function addLater(changes: MutableState['changes'], entry: Later, mark: Mark): void {
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

export interface TrailVerdict {
  /** How many entries hold, from the first on. */
  readonly entries: number;
  /** Of the last entry that holds: compare it with what was posted or exported elsewhere. */
  readonly lastHash: string;
  readonly broken: { readonly seq: number; readonly why: string } | null;
}
