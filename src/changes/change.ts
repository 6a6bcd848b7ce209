import { createHash } from 'node:crypto';
import { DAY, MINUTE } from '../clock.js';
import type { PostedMessage } from '../discord/channels.js';
import type { Outcome, WriteRequest } from '../pool/writes.js';

/**
 * `pending → sending → reported | declined | unknown | unsent`, or
 * `pending → cancelled | expired | drifted`. Only the transaction that writes `sending` may send.
 */
export const CHANGE_STATES = [
  'pending',
  'sending',
  'reported',
  'declined',
  'unknown',
  'unsent',
  'cancelled',
  'expired',
  'drifted',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export type KindName = 'move' | 'create' | 'payments';

/** A change to the workspace, from its request to what the pool lists afterwards. */
export interface Change {
  readonly guildId: string;
  /** What people call it: `#9`. */
  readonly number: number;
  readonly kind: KindName;
  readonly state: ChangeState;
  /** What it changes; only one open change may touch it. */
  readonly touches: string;
  /** What was asked for, as the kind reads it. */
  readonly input: unknown;
  /** The exact request that is sent, and what the card shows. */
  readonly request: WriteRequest;
  /** What the pool listed when the card was made. */
  readonly present: Present;
  /** Whether the requester may confirm, as set when it was requested. */
  readonly rule: 'self' | 'second';
  /** User ids. */
  readonly requester: string;
  /** Requesters of the changes it repeats: under `second` they cannot confirm it either. */
  readonly earlierRequesters: readonly string[];
  readonly confirmer: string | null;
  readonly reason: string | null;
  /** Milliseconds since the epoch, like all times. */
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly sentAt: number | null;
  readonly endedAt: number | null;
  /** The key it was requested under; a later one may open another workspace. */
  readonly keyVersion: number;
  readonly outcome: Outcome | null;
  readonly ending: {
    /** Who cancelled it. */
    readonly by?: string;
    /** For a drifted change, what the pool listed instead, and why it was not asked for anew. */
    readonly found?: Present;
    readonly reason?: string | null;
  } | null;
  readonly observed: Observation | null;
  readonly checked: { readonly at: number; readonly by: string; readonly note: string } | null;
  /** When something is due: its reminder, its expiry or a read-back; null: nothing. */
  readonly dueAt: number | null;
  /** The change that this one repeats, and the one that took its place. */
  readonly replaces: number | null;
  readonly replacedBy: Pick<Change, 'number' | 'card'> | null;
  /** Markdown: what the pool changed between the two, which confirming this one undoes. */
  readonly undoes: string | null;
  readonly channelId: string;
  readonly card: PostedMessage | null;
}

/** What the pool lists for the thing a change touches. */
export interface Present<Record = unknown, Facts = unknown> {
  /** What people set, compared before sending: another record means "out of date". */
  readonly record: Record;
  /** What else the card says: warnings, status. Not compared. */
  readonly facts: Facts;
}

/** How long we keep checking the pool after sending. */
export const LOOKS_END_MS = 30 * DAY;

/** What the pool listed afterwards. */
export interface Observation {
  readonly at: number;
  /** It lists what was requested. */
  readonly isDone: boolean;
  /** The record's own status, if it has one and the change isn't done by it. */
  readonly status: string | null;
  readonly facts: unknown;
}

/** After this long in `sending` the sending process is gone and the outcome unknown (ms). */
export const SENDING_ENDS_MS = 5 * MINUTE;
/** From the pool's answer to the first read-back (ms). */
const FIRST_LOOK_MS = 5_000;

/** Whether the thing it touches is closed to other changes. */
export function isOpen({ state, observed, checked }: Change): boolean {
  if (state === 'unknown') return checked === null && observed?.isDone !== true;
  return state === 'pending' || state === 'sending';
}

/** Hashes JSON with its keys in order, so that equal records have equal hashes. */
export function hashOf(value: unknown): string {
  const inOrder = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  return createHash('sha256').update(inOrder).digest('hex');
}

/** The change as its one request ended. */
export function withOutcome(change: Change, outcome: Outcome, now: number): Change {
  const dueAt = outcome.kind === 'unsent' ? null : now + FIRST_LOOK_MS;
  return { ...change, state: outcome.kind, outcome, endedAt: now, dueAt };
}
