import type { Result } from '../../domain/errors/result.js';
import { failureSentence } from '../errors/failures.js';

/** A failed part says why in its own place; the others stay. */
export function section<Value>(
  name: string,
  outcome: Result<Value> | null,
  show: (value: Value) => readonly (string | null)[],
): readonly (string | null)[] {
  if (outcome === null) return [];
  if (outcome.ok) return show(outcome.value);
  return [`⚠️ **${name}**: not shown. ${failureSentence(outcome.error)}`];
}
