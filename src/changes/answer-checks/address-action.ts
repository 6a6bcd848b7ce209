import { isEnumNumber, wordsOf } from '../../domain/pool/enum-values.js';

/** What the answer says becomes of an address; words that nobody knows, as they came. */
export type AddressAction = 'kept' | 'removed' | { readonly told: string };

/** Nothing, a number or UNSPECIFIED says nothing against the address. */
export function addressAction(text: string | null): AddressAction {
  if (text === null || isEnumNumber(text)) return 'kept';
  const words = wordsOf(text).filter((word) => !PREFIXES.has(word));
  if (KEPT.has(words.join('_'))) return 'kept';
  return isRemoval(words) ? 'removed' : { told: text };
}

const PREFIXES = new Set('PAYMENT PAYOUT ADDRESS ACTION TYPE OF'.split(' '));

const KEPT = new Set(
  (
    'ADD ADDED INSERT INSERTED CREATE CREATED NEW KEEP KEPT RETAIN RETAINED EXISTING SAME NONE ' +
    'UNCHANGED NO_CHANGE NOT_CHANGED NOT_REMOVED NOT_DELETED NOOP NO_OP UNSPECIFIED ' +
    'UPDATE UPDATED UPSERT UPSERTED SET CHANGE CHANGED MODIFY MODIFIED EDIT EDITED SAVE SAVED ' +
    'ENABLE ENABLED ACTIVE ACTIVATE ACTIVATED'
  ).split(' '),
);

/** Excludes words that also say something else. */
function isRemoval(words: readonly string[]): boolean {
  const isSaid = words.some((word) => /^(?:REMOVE|DELETE|DISABLE)D?$/.test(word));
  const others = /^(?:NOT|NO|NEVER|UN|OR)$/;
  return isSaid && !words.some((word) => others.test(word) || KEPT.has(word));
}
