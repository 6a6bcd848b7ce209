import type { BehindRecord, Restore } from '../trail-behind.js';
import type { Change, WhoAndWhen } from '../change.js';
import {
  listOf,
  MAX_TOLD_AT_ONCE,
  type ExternalFinding,
} from '../external-changes/external-finding.js';
import { hashPrefix } from '../entry-ref.js';
import { NO_ENTRY, type Entry, type EntryPosition } from '../entry.js';
import {
  changeWith,
  isOpen,
  standingAfter,
  type EntryOf,
  type ChangeEntry,
} from './state-machine.js';
import { afterStep, mayTakeEffect, type Loosening } from '../settings/loosening.js';
import {
  createCopyOnWriteMap,
  type CopyOnWriteMap,
  type ReadonlyCopyOnWriteMap,
} from './copy-on-write-map.js';
import { digestAfter, type ChangeDigest } from './change-digest.js';
import { DAY_MS } from '../../time/units.js';

/** A guild's trail, folded entry by entry. */
export interface ChangesState extends EntryPosition {
  /**
   * At least those that are open or of unknown outcome, and those that ended recently: all that any
   * step is decided on.
   */
  readonly changes: ReadonlyMap<string, Change>;
  /** One for every change there ever was, oldest first. */
  readonly digests: ReadonlyCopyOnWriteMap<ChangeDigest>;
  readonly frozen: (WhoAndWhen & { readonly reason: string }) | null;
  /** The last recorded value of each setting; missing = never recorded. */
  readonly settings: ReadonlyMap<string, readonly string[]>;
  /** The newest entry that tells of the bot's removal; 0 = none. */
  readonly removedAt: number;
  /** A loosening that waits; the rule stays in force until then. */
  readonly loosening: Loosening | null;
  /** Refusals in the day before the newest one, oldest first. */
  readonly refused: readonly { readonly by: string; readonly at: number }[];
  /** The finding that entries people saw are missing; null = none, or an admin accepted it. */
  readonly behind: BehindRecord | null;
  /** Each time an admin accepted that entries are lost, oldest first. */
  readonly restores: readonly Restore[];
  /** The newest findings of changes made at the pool without Pitboss in each list, oldest first. */
  readonly findings: readonly KnownFinding[];
}

/** How long the state remembers refusals. */
export const REFUSALS_KNOWN_MS = DAY_MS;

export const NO_CHANGES: ChangesState = {
  lastSeq: 0,
  lastHash: NO_ENTRY,
  changes: new Map(),
  digests: createCopyOnWriteMap(),
  frozen: null,
  settings: new Map(),
  removedAt: 0,
  loosening: null,
  refused: [],
  behind: null,
  restores: [],
  findings: [],
};

/** Earlier versions knew of no list. */
type KnownFinding = Pick<ExternalFinding, 'key' | 'perhapsBy' | 'waiting'> & {
  readonly list?: string;
};

/**
 * Of each list: more than the differences that are told at once, as one may be two findings and, with what
 * came before a change of Pitboss, some more.
 * One is looked up again only if its process was killed before noting that it was entered.
 */
const FINDINGS_KNOWN = 4 * MAX_TOLD_AT_ONCE;

/** Throws if the change isn't there: changes are never removed. */
export function changeIn(trailState: ChangesState, id: string): Change {
  const change = trailState.changes.get(id);
  if (change === undefined) throw new Error(`change ${id} is not in the trail`);
  return change;
}

function withFinding(
  findings: ChangesState['findings'],
  found: ExternalFinding,
): ChangesState['findings'] {
  const { key, perhapsBy, waiting } = found;
  const list = listOf(found);
  const finding = {
    key,
    ...(perhapsBy === undefined ? {} : { perhapsBy }),
    ...(waiting === undefined ? {} : { waiting }),
    list,
  };
  const isOfList = (each: KnownFinding) => each.list === list;
  const isFull = findings.filter(isOfList).length >= FINDINGS_KNOWN;
  const oldest = isFull ? findings.findIndex(isOfList) : -1;
  return [...findings.filter((_, at) => at !== oldest), finding];
}

type LooseningEntry = Extract<Entry, { step: `loosening-${string}` }>;

/** A state to add entries to: copying it for each of ten thousand entries would take seconds. */
type MutableState = { -readonly [Field in keyof ChangesState]: ChangesState[Field] } & {
  readonly changes: Map<string, Change>;
  readonly digests: CopyOnWriteMap<ChangeDigest>;
  readonly settings: Map<string, readonly string[]>;
};

export function mutableCopy(trailState: ChangesState): MutableState {
  return {
    ...trailState,
    changes: new Map(trailState.changes),
    digests: trailState.digests.copy(),
    settings: new Map(trailState.settings),
  };
}

/** The state after one more entry. Throws `IllegalStep` if the entry doesn't follow from it. */
export function fold(trailState: ChangesState, entry: Entry): ChangesState {
  const after = mutableCopy(trailState);
  applyEntry(after, entry);
  return after;
}

/** Throws `IllegalStep`, and adds nothing, if the entry doesn't follow from the state. */
export function applyEntry(trailState: MutableState, entry: Entry): void {
  const acted: WhoAndWhen = { by: entry.actor, at: entry.at };
  if (entry.step === 'refused') trailState.refused = withRefused(trailState.refused, entry);
  else if (entry.step === 'unfrozen') trailState.frozen = null;
  else if (entry.step === 'frozen') trailState.frozen = { ...acted, ...entry.details };
  else if (entry.step === 'set') addSettings(trailState, entry, acted);
  else if (isOfLoosening(entry)) addLoosening(trailState, entry);
  else if (entry.step === 'behind') addBehind(trailState, entry, acted);
  else if (entry.step === 'restore-accepted') addRestore(trailState, entry);
  else if (entry.step === 'found-elsewhere')
    trailState.findings = withFinding(trailState.findings, entry.details);
  else if (entry.step === 'asked') addAsked(trailState, entry);
  else addTo(trailState, entry.change, entry);
  trailState.lastSeq = entry.seq;
  trailState.lastHash = entry.hash;
}

function addBehind(trailState: MutableState, entry: EntryOf<'behind'>, acted: WhoAndWhen): void {
  if (trailState.behind !== null) throw new IllegalStep(entry);
  trailState.behind = {
    ...entry.details,
    ...acted,
    seq: entry.seq,
    head: hashPrefix(entry.hash),
  };
}

/** Whatever was open in the copy may have been sent in the lost entries. */
function addRestore(trailState: MutableState, entry: EntryOf<'restore-accepted'>): void {
  if (trailState.behind === null) throw new IllegalStep(entry);
  const { endedSince = [] } = trailState.behind;
  trailState.behind = null;
  // It may have been withdrawn in the lost entries.
  trailState.loosening = null;
  trailState.restores = [
    ...trailState.restores,
    { hash: entry.hash, askedAt: entry.details.askedAt, at: entry.at },
  ];
  for (const change of trailState.changes.values())
    if (isOpen(change)) addTo(trailState, change.id, entry);
  for (const id of endedSince)
    if (trailState.digests.get(id) !== undefined) addTo(trailState, id, entry);
}

function withRefused(
  refused: ChangesState['refused'],
  { actor, at }: Entry,
): ChangesState['refused'] {
  const by = actor === 'pitboss' ? actor : actor.id;
  return [...refused.filter((each) => at - each.at < REFUSALS_KNOWN_MS), { by, at }];
}

function addSettings(trailState: MutableState, entry: EntryOf<'set'>, acted: WhoAndWhen): void {
  const { by, changed } = entry.details;
  const { loosening } = trailState;
  if (by === 'loosened' && (loosening === null || !mayTakeEffect(loosening, acted)))
    throw new IllegalStep(entry);
  if (by === 'loosened' || by === 'bot-removed') trailState.loosening = null;
  if (by === 'bot-removed') trailState.removedAt = entry.seq;
  for (const { what, after } of changed) trailState.settings.set(what, after);
}

function isOfLoosening(entry: Entry): entry is LooseningEntry {
  return entry.step.startsWith('loosening-');
}

function addLoosening(trailState: MutableState, entry: LooseningEntry): void {
  const after = afterStep(trailState.loosening, entry);
  if (after === 'illegal') throw new IllegalStep(entry);
  trailState.loosening = after;
}

function addAsked(trailState: MutableState, entry: EntryOf<'asked'>): void {
  const { id, replaces } = entry.details.proposal;
  if (trailState.digests.get(id) !== undefined || id !== entry.change) throw new IllegalStep(entry);
  addTo(trailState, id, entry);
  if (trailState.digests.get(replaces ?? '')) addTo(trailState, replaces ?? '', entry);
}

/** The content of a change that ended long ago may be missing; its digest is always there. */
function addTo({ changes, digests }: MutableState, id: string, entry: ChangeEntry): void {
  const [change, digest] = [changes.get(id), digests.get(id)];
  const standing = standingAfter(digest, entry);
  if (standing === null) throw new IllegalStep(entry);
  // Every change has one digest, which is never removed.
  const asked = digest ?? { number: digests.size + 1 };
  if (change !== undefined || digest === undefined)
    changes.set(id, changeWith(change ?? asked, entry));
  digests.set(id, digestAfter(asked, entry, standing));
}

/** The id of the change with that number; undefined = there is none. */
export function idOfNumber({ digests }: ChangesState, number: number): string | undefined {
  return digests.keyAt(number - 1);
}

export class IllegalStep extends Error {
  override readonly name = 'IllegalStep';

  constructor({ step, seq }: Entry) {
    super(`entry ${seq} (${step}) does not follow from the entries before it`);
  }
}

export interface TrailVerdict {
  /** How many entries hold, counted from the first. */
  readonly entries: number;
  /** Hash of the last entry that holds: compare it with what was posted or exported elsewhere. */
  readonly lastHash: string;
  readonly broken: { readonly seq: number; readonly why: string } | null;
}
