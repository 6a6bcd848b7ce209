import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import type { Read } from '../../../pool-api/client.js';
import type { DerivativesBalances } from '../../../pool-api/resources.js';
import { compare } from './compare.js';

/** What is available over the maintenance requirement. */
export function measureAvailableMargin(
  rule: AlertRule,
  { value, readAt: at }: Pick<Read<DerivativesBalances>, 'value' | 'readAt'>,
): Reading | null {
  return compare(rule, { at, value: value.current_available?.maintenance_available });
}
