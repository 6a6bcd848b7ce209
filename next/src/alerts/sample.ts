import { Decimal } from 'decimal.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { Alert, Reading } from './alert.js';
import { alertReply } from './cards.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import { newAlert } from './evaluate/fire.js';
import type { Rule, Threshold } from './rule.js';

const MINUTE = 60_000;

/** What a share is of, made up, in the pool's units. */
const WHOLES: Readonly<Partial<Record<Condition, string>>> = {
  hashrate: '338100000000000000',
  'active-miners': '2000',
  hashprice: '0.00041788',
  revenue: '0.14318063',
};

/** How a rule's message would look, made up. It mentions nobody. */
export function sampleReply(rule: Rule, now: number): Reply {
  const { cards = [] } = alertReply({
    alert: sampleAlert(rule, now),
    rule,
    silence: null,
    also: [],
    role: null,
  });
  const [card] = cards;
  const title = card?.title.replace(/^\w+ · /, '') ?? '';
  return cardReply({ ...card, title: `Test · ${title}`, footer: 'Made up' });
}

function sampleAlert(rule: Rule, now: number): Alert {
  const since = now - (rule.forMinutes + 3) * MINUTE;
  const reading = rule.threshold && sampleReading(rule, rule.threshold, now);
  const begun = newAlert(rule, { id: 'test', since, ...(reading && { reading }) });
  return { ...begun, phase: 'firing', firedAt: now };
}

/** A tenth beyond the threshold. */
function sampleReading({ condition }: Rule, threshold: Threshold, at: number): Reading {
  const { compares } = CONDITION_SPECS[condition];
  const isShare = threshold.unit === 'percent';
  const baseline = isShare ? (WHOLES[condition] ?? null) : null;
  const share = new Decimal(threshold.value).div(isShare ? 100 : 1);
  // A price may move either way; the sample falls.
  const of = compares === 'moved' && isShare ? new Decimal(1).minus(share) : share;
  const isUp = compares === 'above' || threshold.direction === 'over';
  const limit = of.times(baseline ?? 1);
  const value = limit.times(isUp ? '1.1' : '0.9');
  const whole = isUp ? value.ceil() : value.floor();
  return {
    at,
    verdict: 'breached',
    value: (condition.endsWith('miners') ? whole : value).toFixed(),
    limit: limit.toFixed(),
    baseline,
    isAtLeast: false,
    miners: [],
    sites: [],
  };
}
