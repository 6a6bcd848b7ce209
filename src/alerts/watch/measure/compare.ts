import type { Decimal } from 'decimal.js';
import { CONDITION_SPECS } from '../../../domain/alerts/conditions.js';
import type { Reading } from '../../../domain/alerts/reading.js';
import { recoveryMarginOf, type AlertRule } from '../../../domain/alerts/rule.js';
import { exactDigits, toDecimal, type Numeric } from '../../../domain/numbers/numeric.js';

export interface ComparedFigure {
  /** When the pool answered, in ms. */
  readonly at: number;
  readonly value: Numeric | null | undefined;
  /** Factor from the threshold's unit to the figure's; 1 unless given. */
  readonly scale?: Decimal | null;
  /** The figure that a threshold in percent refers to. */
  readonly baseline?: Numeric;
  readonly atLeast?: boolean;
}

/** Cut, because a mean may have endless digits. */
const MAX_DIGITS = 30;

/** Null if there is no figure, or nothing to compare it with. All digits count. */
export function compare(rule: AlertRule, figure: ComparedFigure): Reading | null {
  const { at, scale, baseline, atLeast = false } = figure;
  const value = toDecimal(figure.value);
  const [threshold, margin] = [toDecimal(rule.threshold?.value), recoveryMarginOf(rule)];
  if (figure.value === null || figure.value === undefined) return null;
  if (value === null || threshold === null || margin === null || scale === null) return null;
  const inFigures = (each: Decimal) => (scale === undefined ? each : each.times(scale));
  const [limit, gap] = [inFigures(threshold), inFigures(margin.abs())];
  const verdict =
    CONDITION_SPECS[rule.condition].compares === 'below'
      ? standsAbove(value, { limit, gap })
      : standsAbove(value.neg(), { limit: limit.neg(), gap }, 'at-limit');
  return {
    at,
    verdict,
    value: exactDigits(figure.value),
    limit: written(limit),
    ...(baseline === undefined ? {} : { baseline: exactDigits(baseline) }),
    ...(atLeast ? { atLeast } : {}),
  };
}

/** `at-limit`: reaching the limit counts as beyond. */
function standsAbove(
  value: Decimal,
  { limit, gap }: { readonly limit: Decimal; readonly gap: Decimal },
  breachedAt?: 'at-limit',
): Reading['verdict'] {
  const isBeyond =
    breachedAt === 'at-limit' ? value.lessThanOrEqualTo(limit) : value.lessThan(limit);
  if (isBeyond) return 'breached';
  return value.lessThan(limit.plus(gap)) ? 'near' : 'clear';
}

export function written(exact: Decimal): string {
  return exact.toSignificantDigits(MAX_DIGITS).toFixed();
}
