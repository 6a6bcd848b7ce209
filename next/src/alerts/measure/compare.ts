import { Decimal } from 'decimal.js';
import { decimal, type Figure } from '../../cards/kit/figures.js';
import type { Reading } from '../alert.js';
import { CONDITION_SPECS } from '../conditions.js';
import type { Rule } from '../rule.js';

/** A share of the threshold. */
const USUAL_MARGIN = '0.05';
/** A mean may have endless digits. */
const MOST_DIGITS = 30;

export interface Compared {
  /** When the pool answered, in ms. */
  readonly at: number;
  readonly value: Figure;
  /** From the threshold's unit to the figure's; 1 unless given. */
  readonly scale?: Decimal;
  /** What a threshold in percent refers to. */
  readonly baseline?: Figure;
  readonly isAtLeast?: boolean;
  readonly miners?: readonly string[];
}

export type Verdict = Reading['verdict'];

/** The rule's threshold and how far back past it a figure must come, in the threshold's unit. */
export function limits({ threshold, margin }: Pick<Rule, 'threshold' | 'margin'>) {
  const limit = decimal(threshold?.value);
  if (limit === null) return null;
  return { limit, gap: (decimal(margin) ?? limit.times(USUAL_MARGIN)).abs() };
}

/** Null if there is no figure, or nothing to compare it with. All digits count. */
export function compare(rule: Rule, figure: Compared): Reading | null {
  const { at, scale = new Decimal(1), baseline = null, isAtLeast = false, miners = [] } = figure;
  const value = decimal(figure.value);
  const bounds = limits(rule);
  if (value === null || bounds === null) return null;
  const limit = bounds.limit.times(scale);
  const verdict = verdictOf(rule, value, { limit, gap: bounds.gap.times(scale) });
  return {
    at,
    verdict,
    value: value.toFixed(),
    limit: written(limit),
    baseline: decimal(baseline)?.toFixed() ?? null,
    isAtLeast,
    miners,
    sites: [],
  };
}

/** Below counts from under the limit, above from the limit itself. */
export function verdictOf(
  rule: Rule,
  value: Decimal,
  { limit, gap }: { readonly limit: Decimal; readonly gap: Decimal },
): Verdict {
  const { compares } = CONDITION_SPECS[rule.condition];
  if (compares === 'below' || rule.threshold?.direction === 'under') {
    if (value.lessThan(limit)) return 'breached';
    return value.lessThan(limit.plus(gap)) ? 'near' : 'clear';
  }
  if (value.greaterThanOrEqualTo(limit)) return 'breached';
  return value.greaterThan(limit.minus(gap)) ? 'near' : 'clear';
}

export function written(exact: Decimal): string {
  return exact.toSignificantDigits(MOST_DIGITS).toFixed();
}
