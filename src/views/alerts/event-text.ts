import { isRecord } from '../../domain/json/is-record.js';
import type { Alert } from '../../domain/alerts/alert.js';
import { CONDITION_NAMES } from './alert-figures.js';
import { contractEvent } from './contract-event.js';
import { countedChangesEvent, countedContractsEvent } from './counted-events.js';
import { externalChangeEvent } from './external-change.js';
import type { EventWords } from './event.js';

/** By kind of facts; null if the facts are malformed. */
const KINDS: Readonly<Record<string, (facts: unknown) => EventWords | null>> = {
  contract: contractEvent,
  elsewhere: externalChangeEvent,
  'elsewhere-more': countedChangesEvent,
  'contracts-more': countedContractsEvent,
};

export function eventText({ facts, condition }: Pick<Alert, 'facts' | 'condition'>): EventWords {
  const kind = isRecord(facts) ? facts['kind'] : undefined;
  const words = typeof kind === 'string' ? KINDS[kind]?.(facts) : null;
  return words ?? { title: CONDITION_NAMES[condition], lines: [], fields: [], next: null };
}
