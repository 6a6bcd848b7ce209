import type { Change, WhoAndWhen } from '../../../domain/changes/change.js';
import { statusIn, type ChangeSummary } from '../../../domain/changes/change-summary.js';
import { seenRecord } from '../../../domain/changes/undocumented-fields.js';
import type { FieldChange } from '../../../domain/changes/field-change.js';
import type { CsvColumn } from '../../files/csv.js';
import { contradictionsText } from '../pool-answer/contradictions.js';
import { sideText } from '../fields/field-change-lines.js';

/** A change as a row for finance. */
export interface ChangeRow {
  readonly change: Change;
  readonly words: ChangeSummary;
  readonly fieldChanges: readonly FieldChange[];
}

/** Times in UTC (ISO 8601); the pool's words as received. */
export const changeColumns: readonly CsvColumn<ChangeRow>[] = [
  { heading: 'number', value: ({ change }) => change.number },
  { heading: 'id', value: ({ change }) => change.id },
  { heading: 'requested at', value: ({ change }) => time(change.askedAt) },
  { heading: 'requested by', value: ({ change }) => change.requester.name },
  { heading: 'requested by (id)', value: ({ change }) => change.requester.id },
  { heading: 'confirmed at', value: ({ change }) => time(confirmation(change)?.at) },
  { heading: 'confirmed by', value: ({ change }) => who(confirmation(change), 'name') },
  { heading: 'confirmed by (id)', value: ({ change }) => who(confirmation(change), 'id') },
  { heading: 'kind', value: ({ words }) => words.title },
  { heading: 'what', value: ({ words }) => words.subject },
  { heading: 'from', value: ({ fieldChanges }) => sideText(fieldChanges, 'from') },
  { heading: 'to', value: ({ fieldChanges }) => sideText(fieldChanges, 'to') },
  { heading: 'reason', value: ({ change }) => change.reason },
  { heading: 'state', value: ({ change }) => change.state },
  { heading: 'pool status', value: ({ words }) => words.status },
  { heading: 'pool said', value: ({ change }) => change.failure?.said },
  { heading: 'answered at', value: ({ change }) => time(answeredAt(change)) },
  { heading: 'seen at the pool at', value: ({ change }) => time(change.observed?.at) },
  { heading: 'seen status', value: ({ change }) => statusIn(seenRecord(change)) },
  { heading: 'lapsed at', value: ({ change }) => time(change.lapsed?.at) },
  { heading: 'checked by', value: ({ change }) => who(change.resolved, 'name') },
  { heading: 'check note', value: ({ change }) => change.resolved?.note },
  { heading: 'request SHA-256', value: ({ change }) => change.requestHash },
  { heading: 'answer differs', value: ({ words }) => contradictionsText(words.contradictions) },
];

function time(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

/** Who confirmed it, even if it had drifted by then; an accepted restore makes that one unknown. */
function confirmation({ confirmed, closed, found }: Change): WhoAndWhen | undefined {
  return found === undefined ? confirmed : closed;
}

function who(mark: WhoAndWhen | undefined, what: 'id' | 'name'): string | null {
  if (mark === undefined) return null;
  return mark.by === 'pitboss' ? 'Pitboss' : mark.by[what];
}

/** Undefined if no answer came. */
function answeredAt({ state, answeredAt: later, ended, failure }: Change): number | undefined {
  const isAnswered = state === 'reported' || failure?.status !== undefined;
  return isAnswered ? (later ?? ended?.at) : undefined;
}
