import { toDecimal } from '../numbers/numeric.js';
import { UNTOLD, type Alert } from './alert.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import type { AlertRule } from './rule.js';
import { MINUTE_MS } from '../time/units.js';

/** What a share is of, made up: a hundred petahashes, miners, or coins. */
const WHOLES: Partial<Readonly<Record<Condition, string>>> = {
  hashrate: '100000000000000000',
  'active-miners': '1000',
  revenue: '1',
};

/** A made-up alert of the rule, to show what its message would look like. */
export function sampleAlert(rule: AlertRule, now: number): Alert {
  const { compares } = CONDITION_SPECS[rule.condition];
  const since = now - (rule.forMinutes + 5) * MINUTE_MS;
  return {
    id: `${rule.id}-test`,
    ruleId: rule.id,
    condition: rule.condition,
    phase: 'firing',
    ...(compares === 'event' ? { isEvent: true as const } : {}),
    since,
    seenAt: now,
    readAt: now,
    firedAt: since + rule.forMinutes * MINUTE_MS,
    ...figuresOf(rule),
    ...UNTOLD,
  };
}

/** A tenth beyond the threshold. */
function figuresOf({ condition, threshold }: AlertRule): Partial<Alert> {
  const bound = toDecimal(threshold?.value);
  if (threshold === undefined || bound === null) return {};
  const isShare = threshold.unit === 'percent';
  const baseline = isShare ? WHOLES[condition] : undefined;
  const limit = isShare ? bound.times(toDecimal(baseline ?? 1) ?? 1).div(100) : bound;
  const isAbove = CONDITION_SPECS[condition].compares === 'above';
  const beyond = limit.times(isAbove ? '1.1' : '0.9');
  const isWhole = condition.endsWith('miners');
  const value = isWhole ? (isAbove ? beyond.ceil() : beyond.floor()) : beyond;
  return {
    value: value.toFixed(),
    worst: value.toFixed(),
    limit: limit.toFixed(),
    ...(baseline === undefined ? {} : { baseline }),
  };
}
