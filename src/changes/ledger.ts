import type { Change, Mark, State } from './change.js';
import { NO_ENTRY, type Entry, type Place } from './entry.js';

/** A guild's changes as its trail tells them: the trail folded, entry by entry, in order. */
export interface Ledger extends Place {
  readonly changes: ReadonlyMap<string, Change>;
  readonly frozen: (Mark & { readonly reason: string }) | null;
}

export const EMPTY_LEDGER: Ledger = {
  lastSeq: 0,
  lastHash: NO_ENTRY,
  changes: new Map(),
  frozen: null,
};

/** A step in the life of a change that has been asked for. */
type Later = Exclude<Entry, { step: 'asked' | 'refused' | 'frozen' | 'unfrozen' }>;

/**
 * Which step leads where; `null` = it stays where it is. A step from any other state is
 * illegal: it is never written, and a trail that holds it is broken.
 *
 *     pending → confirmed → sent → reported | failed | unknown
 *     pending → cancelled | expired | drifted
 *     confirmed → failed            nothing was sent: frozen, expired, or the process ended
 *     unknown → reported | failed   the pool's answer came after all
 */
const LEADS_TO: Record<Later['step'], { from: readonly State[]; to: State | null }> = {
  confirmed: { from: ['pending'], to: 'confirmed' },
  cancelled: { from: ['pending'], to: 'cancelled' },
  expired: { from: ['pending'], to: 'expired' },
  drifted: { from: ['pending'], to: 'drifted' },
  sent: { from: ['confirmed'], to: 'sent' },
  reported: { from: ['sent', 'unknown'], to: 'reported' },
  failed: { from: ['confirmed', 'sent', 'unknown'], to: 'failed' },
  unknown: { from: ['sent'], to: 'unknown' },
  observed: { from: ['reported', 'unknown'], to: null },
  resolved: { from: ['unknown'], to: null },
};

/** Throws `IllegalStep` when the entry does not follow from the ledger. */
export function fold(ledger: Ledger, entry: Entry): Ledger {
  const next = { ...ledger, lastSeq: entry.seq, lastHash: entry.hash };
  const mark: Mark = { by: entry.actor, at: entry.at };
  if (entry.step === 'refused') return next;
  if (entry.step === 'unfrozen') return { ...next, frozen: null };
  if (entry.step === 'frozen') return { ...next, frozen: { ...mark, ...entry.details } };
  if (entry.step === 'asked') return { ...next, changes: withAsked(ledger.changes, entry) };
  return { ...next, changes: withLater(ledger.changes, entry, mark) };
}

type Changes = Ledger['changes'];

function withAsked(changes: Changes, entry: Extract<Entry, { step: 'asked' }>): Changes {
  const { proposal } = entry.details;
  if (changes.has(proposal.id) || proposal.id !== entry.change) throw new IllegalStep(entry);
  const after = new Map(changes).set(proposal.id, {
    ...proposal,
    state: 'pending',
    seq: entry.seq,
  });
  const replaced = changes.get(proposal.replaces ?? '');
  if (replaced) after.set(replaced.id, { ...replaced, replacedBy: proposal.id });
  return after;
}

function withLater(changes: Changes, entry: Later, mark: Mark): Changes {
  const change = changes.get(entry.change);
  const { from, to } = LEADS_TO[entry.step];
  if (change === undefined || !from.includes(change.state)) throw new IllegalStep(entry);
  const state = to ?? change.state;
  const after = { ...change, ...learnt(entry, mark), state, seq: entry.seq };
  return new Map(changes).set(change.id, after);
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
