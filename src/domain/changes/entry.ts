import { z } from 'zod';
import { canonicalJson, hashOf } from '../json/canonical-json.js';
import { isRecord } from '../json/is-record.js';
import { readJson } from '../json/read-json.js';
import { changeRequest, failureNote, person, proposal } from './change.js';
import { externalFinding } from './external-changes/external-finding.js';
import { restoreAccepted, trailBehind } from './trail-behind.js';
import { looseningSteps } from './settings/loosening.js';
import { settingChanges } from './settings/setting-changes.js';

/**
 * One step in a guild's trail. Each entry has the hash of the previous one, so nothing can be
 * altered, removed or inserted without breaking the chain.
 */

const id = z.string();
const nothing = z.object({});

/** The steps and what each records. */
const step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('asked'), change: id, details: z.object({ proposal }) }),
  z.object({ step: z.literal('confirmed'), change: id, details: nothing }),
  z.object({
    step: z.literal('refused'),
    /**
     * As received from the click: possibly not a change of this guild; empty = no change at all.
     */
    change: id,
    details: z.object({
      /** What was tried; if turned away at the door, the command or custom id as received. */
      attempt: z.string(),
      why: z.string(),
      /** How many identical refusals it covers; missing = one. */
      times: z.int().optional(),
      /** This person was refused so often lately that further refusals are not entered. */
      isLast: z.literal(true).optional(),
      /** From earlier versions, which also had a limit per server. */
      isLastInServer: z.literal(true).optional(),
    }),
  }),
  z.object({ step: z.literal('set'), details: settingChanges }),
  ...looseningSteps,
  z.object({ step: z.literal('cancelled'), change: id, details: nothing }),
  z.object({ step: z.literal('expired'), change: id, details: nothing }),
  z.object({ step: z.literal('drifted'), change: id, details: z.object({ found: z.unknown() }) }),
  z.object({ step: z.literal('frozen'), details: z.object({ reason: z.string() }) }),
  z.object({ step: z.literal('unfrozen'), details: z.object({ reason: z.string() }) }),
  z.object({
    step: z.literal('sent'),
    change: id,
    details: z.object({ request: changeRequest, requestHash: z.string() }),
  }),
  z.object({
    step: z.literal('reported'),
    change: id,
    /** `answeredAt`: when the answer came, if it was entered later. */
    details: z.object({ answer: z.unknown(), answeredAt: z.number().optional() }),
  }),
  z.object({ step: z.literal('failed'), change: id, details: failureNote }),
  z.object({ step: z.literal('unknown'), change: id, details: failureNote }),
  z.object({ step: z.literal('observed'), change: id, details: z.object({ found: z.unknown() }) }),
  /** Nothing waits for approval at the pool any more, and it doesn't list the change. */
  z.object({ step: z.literal('lapsed'), change: id, details: z.object({ found: z.unknown() }) }),
  z.object({ step: z.literal('resolved'), change: id, details: z.object({ note: z.string() }) }),
  z.object({ step: z.literal('found-elsewhere'), details: externalFinding }),
  z.object({ step: z.literal('behind'), details: trailBehind }),
  z.object({ step: z.literal('restore-accepted'), details: restoreAccepted }),
]);

/** A step before it is chained to the trail. */
export type EntryDraft = z.output<typeof step> & { readonly actor: z.output<typeof actor> };

const actor = z.union([person, z.literal('pitboss')]);

/** What every entry has besides its step. */
const link = z.object({
  seq: z.number(),
  /** Milliseconds since the epoch, by the bot's clock. */
  at: z.number(),
  actor,
  previous: z.string(),
  hash: z.string(),
});
export type Entry = z.output<typeof step> & z.output<typeof link>;

/** Throws unless complete. Like `z.intersection` of the two, which takes eight times as long. */
function parse(value: unknown): Entry {
  return { ...step.parse(value), ...link.parse(value) };
}

/** Null = it is incomplete. */
function parseIfWhole(value: unknown): Entry | null {
  const [known, placed] = [step.safeParse(value), link.safeParse(value)];
  return known.success && placed.success ? { ...known.data, ...placed.data } : null;
}

/** What the first entry gives as its predecessor's hash. */
export const NO_ENTRY = '0'.repeat(64);

/** Where the next entry goes: after `lastSeq`, on top of `lastHash`. */
export interface EntryPosition {
  readonly lastSeq: number;
  readonly lastHash: string;
}

export function chainEntry(
  draft: EntryDraft,
  at: number,
  { lastSeq, lastHash }: EntryPosition,
): Entry {
  const unhashed = { ...draft, seq: lastSeq + 1, at, previous: lastHash };
  const plain: unknown = JSON.parse(canonicalJson({ ...unhashed, hash: hashOf(unhashed) }));
  return parse(plain);
}

/** As stored and exported. */
export function entryText(entry: Entry): string {
  return canonicalJson(entry);
}

/** Throws `BrokenTrail` unless the text is complete and follows `place`. */
export function readEntry(text: string, place: EntryPosition): Entry {
  const broken = (why: string) => new BrokenTrail(place.lastSeq + 1, why);
  const { hash, ...unhashed } = parseObject(text) ?? {};
  if (hash === undefined) throw broken('it is not an entry');
  if (canonicalJson({ ...unhashed, hash }) !== text) throw broken('its text was altered');
  if (hashOf(unhashed) !== hash) throw broken('its hash does not fit what it says');
  if (unhashed['seq'] !== place.lastSeq + 1) throw broken('its number is out of order');
  if (unhashed['previous'] !== place.lastHash) throw broken('it does not follow the one before');
  const read = parseIfWhole({ ...unhashed, hash });
  if (read === null) throw broken('it was written in another form');
  return read;
}

/** An entry that is complete in itself, whatever its place; null = it isn't. */
export function readHashed(text: string): Entry | null {
  const { hash, ...unhashed } = parseObject(text) ?? {};
  if (hash === undefined || !isHashOf(hash, unhashed)) return null;
  return parseIfWhole({ ...unhashed, hash });
}

function isHashOf(hash: unknown, unhashed: unknown): boolean {
  try {
    return hashOf(unhashed) === hash;
  } catch {
    // For one, it may be nested too deep to be written again.
    return false;
  }
}

/** Parses one entry without checking the chain. */
export function parseEntry(text: string): Entry {
  return parse(JSON.parse(text));
}

/** The hash given in an entry, unchecked; null = none. */
export function hashIn(text: string): string | null {
  const hash = parseObject(text)?.['hash'];
  return typeof hash === 'string' ? hash : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  const parsed = readJson(text);
  return isRecord(parsed) ? parsed : null;
}

/** `seq`: the first entry that doesn't hold. */
export class BrokenTrail extends Error {
  override readonly name = 'BrokenTrail';
  readonly seq: number;
  readonly why: string;

  constructor(seq: number, why: string, options?: ErrorOptions) {
    super(`the trail is broken at entry ${seq}: ${why}`, options);
    this.seq = seq;
    this.why = why;
  }
}
