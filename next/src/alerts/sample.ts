import { Decimal } from 'decimal.js';
import { decimal } from '../cards/kit/figures.js';
import { cardReply, type Reply } from '../discord/reply.js';
import type { Alert, AlertEvent, Reading } from './alert.js';
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
function sampleReading(rule: Rule, at: number): Reading | null {
  const { condition, threshold } = rule;
  const { compares } = CONDITION_SPECS[condition];
  const isShare = threshold?.unit === 'percent';
  const baseline = isShare ? (WHOLES[condition] ?? null) : null;
  const share = decimal(threshold?.value)?.div(isShare ? 100 : 1) ?? new Decimal(1);
  // A price may move either way; the sample falls.
  const of = compares === 'moved' && isShare ? new Decimal(1).minus(share) : share;
  const isUp = compares === 'above' || threshold?.direction === 'over';
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

type EventKinds = { readonly [Kind in Condition]?: AlertEvent };

function sampleEvent({ condition, currency }: Rule, since: number): AlertEvent | null {
  const [key, subaccount, coin] = ['test', 'hall-1', currency ?? 'BTC'];
  const waits = { subaccount, currency: coin, since: since - 26 * 60 * MINUTE };
  const fall = { currency: coin, before: '0.43219156', after: '0', addresses: [] };
  const end = { name: 'SELL 60 PH/s', before: 'ACTIVE', after: 'SETTLED' };
  const subaccountAdded = {
    title: 'New subaccount',
    what: `Subaccount **${subaccount}**`,
    lines: [],
    isPayoutAddress: false,
    perhaps: null,
    lastSame: since - 5 * MINUTE,
    firstSeen: since,
  };
  const events: EventKinds = {
    payout: { kind: 'payout', key, ...fall },
    contracts: { kind: 'contract', key, ...end },
    'approval-waiting': { kind: 'approval', key, ...waits },
    'changed-elsewhere': { kind: 'elsewhere', key: 'subaccounts:test', ...subaccountAdded },
  };
  return events[condition] ?? null;
}
