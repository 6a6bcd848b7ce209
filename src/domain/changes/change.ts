import type { OtherNetwork } from '../payment-settings/address-checks.js';
import { z } from 'zod';
import type { Member } from '../guild/access-levels.js';
import { oneLine } from '../names/one-line.js';

export const person = z.object({ id: z.string(), name: z.string() });
export type Person = z.output<typeof person>;

/** A person as named in the trail. */
export function personOf(member: Member): Person {
  return { id: member.userId, name: oneLine(member.displayName, 100) };
}

/** The exact request: hashed, shown in the trail, and sent once. */
export const changeRequest = z.object({
  method: z.enum(['POST', 'PATCH']),
  path: z.string(),
  body: z.unknown(),
});
export type ChangeRequest = z.output<typeof changeRequest>;

/**
 * What else in the workspace looks like what the request names. Read once, at the request, and
 * shown; never compared with the present later.
 */
export const lookalikes = z.object({
  /** Addresses that pay other subaccounts. */
  addresses: z.array(z.string()),
  /** Wanted addresses that already pay other subaccounts. */
  inUse: z.array(z.object({ address: z.string(), subaccount: z.string() })).exactOptional(),
  /** Names of other subaccounts. */
  names: z.array(z.string()).exactOptional(),
  sites: z.array(z.object({ id: z.string(), name: z.string() })).exactOptional(),
  /** When creating a subaccount: the ids of the existing ones, unless there are many. */
  ids: z.array(z.string()).exactOptional(),
  /** Whether everything could be read and compared. */
  areAll: z.boolean(),
});
export type Lookalikes = z.output<typeof lookalikes>;

/** Who may confirm a change, and whether its addresses may have wrong checksums. */
const approvalRules = z.object({
  approval: z.enum(['self', 'second']),
  badChecksum: z.enum(['warn', 'refuse']),
});
export type ApprovalRules = z.output<typeof approvalRules>;

/** The request for a change. Written once, before its card is posted, and never altered. */
export const proposal = z.object({
  /** 16 random bytes in base64url, never beginning with -; the buttons carry nothing else. */
  id: z.string(),
  kind: z.string(),
  /** What the kind needs to read, preview and send; in the kind's own shape. */
  input: z.unknown(),
  request: changeRequest,
  requestHash: z.string(),
  /** What the preview showed of the present state; in the kind's own shape. */
  present: z.unknown(),
  lookalikes: lookalikes.optional(),
  /** New addresses whose checksum is wrong. */
  badAddresses: z.array(z.string()).optional(),
  /** What it changes: for each such key, only one change at a time is under way. */
  touches: z.string(),
  /** The same by id, which survives a rename at the pool. */
  touchesId: z.string().optional(),
  rule: z.enum(['payments', 'others']),
  /** The rules at the request; it is never judged by looser ones. */
  askedUnder: approvalRules.optional(),
  reason: z.string().optional(),
  requester: person,
  channelId: z.string(),
  askedAt: z.number(),
  /** Until when it can be confirmed. */
  expiresAt: z.number(),
  /** When the API key was connected: another key may be another workspace. */
  keySince: z.number(),
  /** The drifted proposal it replaces, or the expired or cancelled one it asks for again. */
  replaces: z.string().optional(),
});
export type Proposal = z.output<typeof proposal>;

export const STATES = [
  'pending',
  'confirmed',
  'sent',
  'reported',
  'failed',
  'unknown',
  'cancelled',
  'expired',
  'drifted',
] as const;
export type State = (typeof STATES)[number];

/** Why there is no answer to report. `said` and `body` are the pool's own, untrusted words. */
export const failureNote = z.object({
  why: z.enum([
    /** The pool refused or broke off: `error` and `status` say how. */
    'pool',
    /**
     * Frozen, expired or under another API key after the confirmation, before anything was sent.
     */
    'frozen',
    'expired',
    'other-key',
    /** The server's rules changed after the confirmation, which no longer satisfies them. */
    'other-rules',
    /** So late that others may have gone on without it. */
    'late',
    /** The trail could not be read once more before it left. */
    'unread',
    /** This version of the bot would send a different request from the confirmed one. */
    'other-request',
    /** The process ended in between. */
    'stopped',
    /** The trail was found to lack entries after the confirmation, before anything was sent. */
    'behind',
    /** It was open in a copy of the store that was put back: its outcome is lost. */
    'restored',
    /** Its card, or what that showed, was removed: it may have said that the change was sent. */
    'card-removed',
  ]),
  error: z.string().optional(),
  status: z.number().optional(),
  said: z.string().optional(),
  /** Why this client sent nothing, or could not read the answer, in our own words. */
  fault: z.string().optional(),
  body: z.string().optional(),
  /** Bytes of an answer that `body` doesn't hold in full, and its SHA-256 if all of it arrived. */
  size: z.number().optional(),
  sha256: z.string().optional(),
  /** Instead of `body`: the record in the pool's answer that says it failed. */
  answer: z.unknown().optional(),
});
export type FailureNote = z.output<typeof failureNote>;

/** Nothing was heard of how the request ended, so any later answer says more. */
export function isGuess(failure: FailureNote | undefined): boolean {
  return failure?.why === 'stopped' || mayBeInLostEntries(failure);
}

/** Lost entries may have sent it: nothing that this trail says rules that out. */
export function mayBeInLostEntries(failure: FailureNote | undefined): boolean {
  return failure?.why === 'restored' || failure?.why === 'card-removed';
}

export interface WhoAndWhen {
  readonly by: Person | 'pitboss';
  readonly at: number;
}

/** A proposal and what became of it. A later step never removes an earlier one. */
export interface Change extends Proposal {
  /** For people: its place among the server's requests, as the trail counts them. */
  readonly number: number;
  readonly state: State;
  /** Number of its newest entry in the trail. */
  readonly seq: number;
  readonly confirmed?: WhoAndWhen;
  /** The request is about to leave, or has left. */
  readonly sent?: WhoAndWhen;
  /** The pool's record, as received. */
  readonly answer?: unknown;
  /** When the answer came, in ms, if it could only be entered later. */
  readonly answeredAt?: number | undefined;
  /** Reported, failed or unknown. */
  readonly ended?: WhoAndWhen;
  readonly failure?: FailureNote;
  /** Cancelled, expired or drifted. */
  readonly closed?: WhoAndWhen;
  /** For a drifted change: what was found instead of `present`. */
  readonly found?: unknown;
  /** The proposal that replaced it, or asks for the same again. */
  readonly replacedBy?: string;
  /** When the wanted state was read back from the pool, and what was read. */
  readonly observed?: WhoAndWhen & {
    readonly present: unknown;
    /** Number of that entry; earlier versions kept none. */
    readonly seq?: number;
  };
  /**
   * When the pool listed neither its values nor anything that waits for approval, and what it listed then;
   * earlier versions kept only when.
   */
  readonly lapsed?: WhoAndWhen & { readonly present?: unknown };
  /** A person has checked the unknown outcome. */
  readonly resolved?: WhoAndWhen & { readonly note: string };
}

/** Why an attempt is refused. Each has its sentence in `views`. */
export type Refusal =
  | { readonly why: 'no-such-change' | 'not-allowed' | 'not-manager' | 'not-yours' }
  /** The requester can't confirm it, nor mark its outcome as checked. */
  | { readonly why: 'second-person' | 'second-to-check' }
  | { readonly why: 'frozen' | 'not-frozen' | 'already-frozen' | 'other-key' }
  | { readonly why: 'wrong-characters' | 'card-gone' | 'card-held' | 'card-unread' }
  /** Discord can't show it now, so it may say that the change was sent. */
  | { readonly why: 'card-not-shown' }
  /** Its card was emptied, or is in plain words, which may be cut. */
  | { readonly why: 'card-bare' | 'card-plain' }
  | { readonly why: 'not-admin' }
  /** For the loosening of a rule. */
  | { readonly why: 'own-loosening' | 'no-loosening' }
  /** For a trail that lost entries; a card that tells of lost ones; a trail that lost none. */
  | { readonly why: 'behind' | 'lost-entries' | 'not-behind' }
  /** Discord couldn't show the audit channel, which tells whether it lost some. */
  | { readonly why: 'audit-unread' }
  /** Its state rules it out. */
  | { readonly why: 'nothing-to-resolve'; readonly change: Change }
  /** `isFromAhead`: it counts as expired because its time lies ahead. */
  | { readonly why: 'closed'; readonly change: Change; readonly isFromAhead?: boolean }
  /** Its time is over by the clock alone, and may not be. */
  | { readonly why: 'clocks-differ'; readonly change: Change }
  /** Another change to the same thing is open, under way, or of unknown outcome. */
  | { readonly why: 'same-open' | 'same-overdue' | 'same-unknown'; readonly other: Change }
  /** New addresses have wrong checksums, which this server doesn't allow. */
  | { readonly why: 'bad-checksum'; readonly addresses: readonly string[] }
  /** New addresses belong to another network than the currency's. */
  | { readonly why: 'other-network'; readonly addresses: readonly OtherNetwork[] }
  /** It would send the placeholder for the server's API key. */
  | { readonly why: 'struck-out' }
  /** The present state could not be read again, so nobody knows whether it changed. */
  | { readonly why: 'unreadable'; readonly error: unknown };

/** The end of something long; typing it shows that somebody looked at it. */
export interface TextToType {
  readonly whole: string;
  /** Six characters, or more if a known one ends alike. */
  readonly end: string;
  /** Looks like a known one, but isn't it. */
  readonly isLookalike: boolean;
  /** Capitals count, because nothing else tells it from a known one. */
  readonly isExact?: true;
}
