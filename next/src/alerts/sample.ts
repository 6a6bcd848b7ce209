import { Decimal } from 'decimal.js';
import { decimal } from '../cards/kit/figures.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { Alert, AlertEvent } from './alert.js';
import { alertReply } from './cards.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import { newAlert } from './evaluate/fire.js';
import type { Rule } from './rule.js';

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
  const event = sampleEvent(rule, since);
  const reading = event === null ? sampleReading(rule, now) : null;
  const begun = { id: 'test', since, ...(reading && { reading }), ...(event && { event }) };
  return { ...newAlert(rule, begun), phase: 'firing', firedAt: now };
}

/** A tenth beyond the threshold. */
function sampleReading(rule: Rule, at: number): Alert['reading'] {
  const { condition, threshold } = rule;
  const bound = decimal(threshold?.value) ?? new Decimal(1);
  const isShare = threshold?.unit === 'percent';
  const baseline = isShare ? (WHOLES[condition] ?? null) : null;
  const { compares } = CONDITION_SPECS[condition];
  const isUp = compares === 'above' || threshold?.direction === 'over';
  const factor = isUp ? '1.1' : '0.9';
  const share = bound.div(100);
  const whole = new Decimal(baseline ?? 1);
  const limit =
    compares === 'moved' && isShare
      ? whole.times(new Decimal(1).minus(share))
      : isShare
        ? whole.times(share)
        : bound;
  const beyond = limit.times(factor);
  const value = condition.endsWith('miners') ? (isUp ? beyond.ceil() : beyond.floor()) : beyond;
  return {
    at,
    verdict: 'breached',
    value: value.toFixed(),
    limit: limit.toFixed(),
    baseline,
    isAtLeast: false,
    miners: [],
    sites: [],
  };
}

function sampleEvent({ condition, currency }: Rule, since: number): AlertEvent | null {
  const coin = currency ?? 'BTC';
  switch (condition) {
    case 'payout':
      return {
        kind: 'payout',
        key: 'test',
        currency: coin,
        before: '0.43219156',
        after: '0',
        addresses: [],
      };
    case 'contracts':
      return {
        kind: 'contract',
        key: 'test',
        name: 'SELL 60 PH/s',
        before: 'ACTIVE',
        after: 'SETTLED',
      };
    case 'approval-waiting':
      return {
        kind: 'approval',
        key: 'test',
        currency: coin,
        subaccount: 'hall-1',
        since: since - 26 * 60 * MINUTE,
      };
    case 'changed-elsewhere':
      return {
        kind: 'elsewhere',
        key: 'subaccounts:test',
        title: 'New subaccount',
        what: 'Subaccount **hall-1**',
        lines: [],
        isPayoutAddress: false,
        perhaps: null,
        lastSame: since - 5 * MINUTE,
        firstSeen: since,
      };
    default:
      return null;
  }
}
