import { isRecord, oneRecordIn } from '../json/is-record.js';
import { readJson } from '../json/read-json.js';
import type { Change, TextToType } from './change.js';
import type { Contradiction } from './contradiction.js';
import { saysMoreSince } from './undocumented-fields.js';

/** A change in a few words, for lists and the audit channel. All text is untrusted. */
export interface ChangeSummary {
  /** As in `Change`. */
  readonly number: number;
  /** `Move a subaccount` */
  readonly title: string;
  /** `main → North Ridge` */
  readonly subject: string;
  /** A name in it looks like another one at the pool. */
  readonly hasLookalike: boolean;
  /** The status in the pool's answer, as received; null if there is none. */
  readonly status: string | null;
  /** The payout addresses it would add, in full. */
  readonly newAddresses: readonly string[];
  /** Where the pool's answer differs from what was requested. */
  readonly contradictions: readonly Contradiction[];
  /** It expired because its time lay ahead: a clock was wrong. */
  readonly isClosedAhead?: boolean;
  /** It was seen in a record that says something new beyond its description. */
  readonly isMoreSeen?: boolean;
}

/** What a kind of change says about itself. */
interface NamedKind {
  readonly title: string;
  subject(input: unknown): string;
  toType(asked: Change): readonly TextToType[];
  contradictions(asked: Change, answer: unknown): readonly Contradiction[];
}

/** A kind that this version doesn't know is summarized in the trail's words. */
export function summarizeChange(
  change: Change,
  kindOf: (name: string) => NamedKind | undefined,
): ChangeSummary {
  const kind = kindOf(change.kind);
  return {
    number: change.number,
    title: kind?.title ?? change.kind,
    subject: kind?.subject(change.input) ?? change.touches,
    hasLookalike: hasLookalike(change),
    status: statusIn(answerOf(change)),
    newAddresses: kind?.toType(change).map(({ whole }) => whole) ?? [],
    contradictions: kind === undefined ? [] : contradictionsOf(change, kind),
    isClosedAhead: isClosedAhead(change),
    isMoreSeen: saysMoreSince(change),
  };
}

export function contradictionsOf(
  change: Change,
  kind: Pick<NamedKind, 'contradictions'>,
): readonly Contradiction[] {
  const answer = answerOf(change) ?? recordBeside(change);
  return answer === undefined ? [] : kind.contradictions(change, answer);
}

/**
 * What came whole and leaves the outcome unknown, if it is a record: with a bad status, or with a
 * good one and in the shape of another answer than the operation's own.
 */
function recordBeside({ state, failure }: Pick<Change, 'state' | 'failure'>): unknown {
  if (state !== 'unknown' || failure === undefined || failure.size !== undefined) return undefined;
  // A body that `said` holds in full isn't kept twice.
  return oneRecordIn(readJson(failure.body ?? failure.said ?? '')) ?? undefined;
}

function hasLookalike({ lookalikes }: Change): boolean {
  return [...(lookalikes?.names ?? []), ...(lookalikes?.sites ?? [])].length > 0;
}

/** What the pool answered, even if it reported a failure; undefined = nothing was read. */
export function answerOf({ answer, failure }: Pick<Change, 'answer' | 'failure'>): unknown {
  return answer ?? failure?.answer;
}

/** Only some of the pool's records have one. */
export function statusIn(record: unknown): string | null {
  return textIn(record, 'status');
}

/** A field of the pool's record as received; null unless it is text. */
export function textIn(
  record: unknown,
  name: 'frozen_until' | 'id' | 'message' | 'status',
): string | null {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Expired before it was asked for, by the clock of then: so its time lay ahead. */
export function isClosedAhead({ state, closed, askedAt }: Change): boolean {
  return state === 'expired' && closed !== undefined && closed.at < askedAt;
}
