import { expect, test } from 'vitest';
import { NO_ALERTS, type GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { evaluateEvents } from '../../../src/domain/alerts/evaluate/evaluate-events.js';
import type { PoolEvent } from '../../../src/domain/alerts/reading.js';
import { eventText } from '../../../src/views/alerts/event-text.js';
import { newRuleOf } from './rules.js';

const MINUTE = 60_000;
const rule = { ...newRuleOf('changed-elsewhere', 'elsewhere'), since: 0 };

/** Another status, or address, of so many subaccounts. */
function changes(from: number, count: number, { address = 'old', name = 'cold' } = {}) {
  const listed = (subaccount: string, status: string, to: string) => ({
    what: 'payments',
    currency: 'BTC',
    subaccount,
    subaccountId: subaccount,
    status,
    frequency: 'DAILY',
    day: null,
    wallet: null,
    addresses: [{ id: '5', name, address: to, share: '100' }],
  });
  return Array.from({ length: count }, (_, at): PoolEvent => {
    const key = `key-${from + at}`;
    const which = `sub-${from + at}`;
    const [before, after] = [listed(which, 'ACTIVE', 'old'), listed(which, 'OTHER', address)];
    return { key, at: 1, facts: { kind: 'elsewhere', key, seenAt: 1, readAt: 2, before, after } };
  });
}

const look = (state: GuildAlerts, now: number, events: readonly PoolEvent[]) =>
  evaluateEvents(state, rule, { events, now });

const counting = ({ alerts }: GuildAlerts) =>
  alerts.flatMap((each) => {
    const { title, lines } = eventText(each);
    return title.includes('more change') ? [[title, ...lines.slice(1)].join(' ')] : [];
  });

test('of many open changes made elsewhere 500 have their own alerts, and one counts the rest', () => {
  const all = changes(0, 620);
  const first = look(NO_ALERTS, MINUTE, all);
  expect(first.alerts).toHaveLength(501);
  expect(counting(first)).toEqual(['120 more changes at the pool']);
  expect(first.tells).toHaveLength(501);
  // What can't be entered comes at every look.
  const again = look(first, 2 * MINUTE, all);
  expect(again).toEqual(first);
  const later = look(again, 3 * MINUTE, changes(620, 30));
  expect(counting(later)).toEqual(['150 more changes at the pool']);
  // An edit notifies nobody, so that is told anew after an hour.
  const next = look(later, 62 * MINUTE, changes(650, 1));
  expect(counting(next)).toEqual(['150 more changes at the pool', '1 more change at the pool']);
  expect(next.tells).toHaveLength(502);
});

test('those that can’t be entered, and so come at every look, are counted once', () => {
  const all = changes(0, 3_200);
  let state = NO_ALERTS;
  for (let hour = 0; hour < 6; hour++) state = look(state, hour * 61 * MINUTE, all);
  expect(counting(state)).toEqual([
    'At least 1,000 more changes at the pool',
    'At least 1,000 more changes at the pool',
    '700 more changes at the pool',
  ]);
});

test('open alerts of contracts take none of that room', () => {
  const contracts = { ...newRuleOf('contracts', 'contracts'), since: 0 };
  const many = Array.from({ length: 500 }, (_, at): PoolEvent => {
    const facts = { kind: 'contract', contract: { contract_id: `c${at}` }, change: 'new' };
    return { key: `contract-${at}`, at: 1, facts };
  });
  const state = evaluateEvents(NO_ALERTS, contracts, { events: many, now: MINUTE });
  const next = look(state, 2 * MINUTE, changes(0, 1, { address: 'new' }));
  expect(counting(next)).toEqual([]);
  expect(next.alerts).toHaveLength(501);
});

test('new payout addresses come first, and the count says how many of them there are', () => {
  const state = look(NO_ALERTS, MINUTE, [
    ...changes(0, 600),
    ...changes(600, 510, { address: 'new' }),
  ]);
  expect(counting(state)).toEqual([
    '610 more changes at the pool With a new payout address or new payment settings: **10**.',
  ]);
});

test('long facts are counted too, and no count grows for ever', () => {
  const long = look(NO_ALERTS, MINUTE, changes(0, 30, { name: 'n'.repeat(50_000) }));
  expect(JSON.stringify(long).length).toBeLessThan(1_100_000);
  expect(counting(long)).toEqual(['21 more changes at the pool']);
  const many = look(NO_ALERTS, MINUTE, changes(0, 5_000));
  expect(counting(many)).toEqual(['At least 1,000 more changes at the pool']);
  expect(look(many, 2 * MINUTE, changes(0, 5_000))).toEqual(many);
});
