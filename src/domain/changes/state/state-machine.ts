import { isGuess, type Change, type WhoAndWhen, type State } from '../change.js';
import type { Entry } from '../entry.js';

/**
 * The states of a change. A step from any other state is illegal: it is never written, and a trail
 * that holds it is broken.
 *
 *     pending → confirmed → sent → reported | failed | unknown
 *     pending → cancelled | expired | drifted
 *     confirmed → failed            nothing was sent: frozen, expired, or the process ended
 *     pending | confirmed → unknown its card, removed since, may have said that it was sent
 *     sent | unknown → failed       the same, found right before the first byte
 *     unknown → reported | failed   the pool's answer came after all
 *     unknown → unknown             it was a guess, and the outcome is known after all
 *
 * `restore-accepted` is of the whole server: pending | confirmed | sent → unknown.
 */

export type EntryOf<Step extends Entry['step']> = Extract<Entry, { step: Step }>;

/** A step in the life of a change that has already been asked for. */
type LaterEntry = Exclude<Extract<Entry, { change: string }>, EntryOf<'asked' | 'refused'>>;

/** `asked` also concerns the change that it replaces. */
export type ChangeEntry = LaterEntry | EntryOf<'asked' | 'restore-accepted'>;

/** What the next step is judged by. */
export interface ChangeStanding {
  readonly state: State;
  /** For an unknown outcome: it is only a guess. */
  readonly isGuess: boolean;
  /** Number of the newest entry, as in `Change`. */
  readonly seq: number;
}

/** The diagram above; `to: null` = the state stays the same. */
const LEADS_TO: Record<LaterEntry['step'], { from: readonly State[]; to: State | null }> = {
  confirmed: { from: ['pending'], to: 'confirmed' },
  cancelled: { from: ['pending'], to: 'cancelled' },
  expired: { from: ['pending'], to: 'expired' },
  drifted: { from: ['pending'], to: 'drifted' },
  sent: { from: ['confirmed'], to: 'sent' },
  reported: { from: ['sent', 'unknown'], to: 'reported' },
  failed: { from: ['confirmed', 'sent', 'unknown'], to: 'failed' },
  unknown: { from: ['pending', 'confirmed', 'sent', 'unknown'], to: 'unknown' },
  observed: { from: ['reported', 'unknown'], to: null },
  lapsed: { from: ['reported', 'unknown'], to: null },
  resolved: { from: ['unknown'], to: null },
};

export function isOfChange(entry: Entry): entry is ChangeEntry {
  return entry.step in LEADS_TO || entry.step === 'asked' || entry.step === 'restore-accepted';
}

/** Null if the entry doesn't follow. `before` is missing only for a change being asked for. */
export function standingAfter(
  before: ChangeStanding | undefined,
  entry: ChangeEntry,
): ChangeStanding | null {
  const { seq } = entry;
  if (entry.step === 'asked') return before ?? { state: 'pending', isGuess: false, seq };
  if (entry.step === 'restore-accepted') return { state: 'unknown', isGuess: true, seq };
  const { from, to } = LEADS_TO[entry.step];
  if (before === undefined || !from.includes(before.state)) return null;
  if (entry.step === 'unknown')
    return before.state === 'unknown' && !before.isGuess
      ? null
      : { state: 'unknown', isGuess: isGuess(entry.details), seq };
  return { state: to ?? before.state, isGuess: to === null && before.isGuess, seq };
}

/** The change plus what one of its steps adds; before it is asked for, only its number exists. */
export function changeWith(before: Change | Pick<Change, 'number'>, entry: ChangeEntry): Change {
  if (entry.step === 'asked') {
    const { proposal } = entry.details;
    return isAsked(before)
      ? { ...before, replacedBy: proposal.id }
      : { ...proposal, number: before.number, state: 'pending', seq: entry.seq };
  }
  const standing = isAsked(before)
    ? standingAfter({ ...before, isGuess: isGuess(before.failure) }, entry)
    : null;
  if (!isAsked(before) || !standing) throw new Error(`${entry.step} follows on no such change`);
  // What somebody checked then wasn't what lost entries did.
  const { resolved, ...rest } = before;
  const earlier = entry.step === 'restore-accepted' || resolved === undefined ? rest : before;
  return { ...earlier, ...learnt(entry), state: standing.state, seq: entry.seq };
}

export function isAsked(change: Change | Pick<Change, 'number'>): change is Change {
  return 'id' in change;
}

/** Something is being, or may still be, sent for it. */
export function isOpen({ state }: Pick<Change, 'state'>): boolean {
  return state === 'pending' || state === 'confirmed' || state === 'sent';
}

/** What the step adds to what is known of a change. */
function learnt(entry: LaterEntry | EntryOf<'restore-accepted'>): Partial<Change> {
  const acted: WhoAndWhen = { by: entry.actor, at: entry.at };
  const { step } = entry;
  if (step === 'restore-accepted') return { ended: acted, failure: { why: 'restored' } };
  if (step === 'confirmed') return { confirmed: acted };
  if (step === 'sent') return { sent: acted };
  if (step === 'reported') return { ended: acted, ...entry.details };
  if (step === 'failed' || step === 'unknown') return { ended: acted, failure: entry.details };
  if (step === 'observed')
    return { observed: { ...acted, present: entry.details.found, seq: entry.seq } };
  if (step === 'lapsed') return { lapsed: { ...acted, present: entry.details.found } };
  if (step === 'resolved') return { resolved: { ...acted, note: entry.details.note } };
  if (step === 'drifted') return { closed: acted, found: entry.details.found };
  return { closed: acted };
}
