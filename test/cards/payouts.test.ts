import { assert, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { addressBlock } from '../../src/cards/addresses.js';
import { paymentSettingsCard, payoutSchedule } from '../../src/cards/payment-settings.js';
import { cardReply, type Card } from '../../src/discord/reply.js';
import { paymentSettings } from '../../src/pool/schemas.js';
import { replyText } from '../support/reply-text.js';

const AT = Date.parse('2026-11-28T12:00:00Z');
const shown = (card: Card) => replyText(cardReply(card)).split('\n');

const RECORD = {
  currency_type: 'BTC',
  subaccount: { id: 7, name: 'cedar-ridge-hydro' },
  balance: 0.02781018,
  status: 'ACTIVE',
  wallet_id: 12,
  payment_frequency: 'DAILY',
  day_of_week: 'UNSPECIFIED',
  next_payout_at: '2026-11-28T12:54:00Z',
  addresses: [
    {
      address_id: 1,
      address_name: 'BTC treasury',
      external_address: 'bc1qx7suheldu69e3epakzuutgvdsrlzq5vfwsletp',
      revenue_allocation: 60,
    },
    {
      address_id: 2,
      address_name: 'cold',
      external_address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      revenue_allocation: 40,
    },
  ],
};

function settings(...records: object[]): Card {
  const rows = records.map((row) => paymentSettings.parse(row));
  return paymentSettingsCard(
    { rows, all: rows, at: AT },
    { currency: 'BTC', place: { title: '' } },
  );
}

test.each([
  [
    'frozen',
    { frozen_until: '2026-11-30T20:51:00Z' },
    '⚠️ Payouts frozen until <t:1796071860:d> <t:1796071860:t>',
  ],
  [
    'frozen until nobody knows when',
    { frozen_until: 'the *end*' },
    '⚠️ Payouts frozen until the \\*end\\*',
  ],
  [
    'awaiting approval',
    { status: 'PENDING_APPROVAL' },
    '**cedar-ridge-hydro** · PENDING\\_APPROVAL',
  ],
])('settings that are %s make the card amber', (_, fields, line) => {
  const lines = shown(settings(RECORD, { ...RECORD, ...fields }));
  expect(lines[0]).toMatch(/^warning/);
  expect(lines).toContain(line);
});

test('a freeze that is over is not shown', () => {
  const lines = shown(settings({ ...RECORD, frozen_until: '2026-11-28T11:59:00Z' }));
  expect(lines[0]).toMatch(/^open/);
  expect(lines.join()).not.toContain('frozen');
});

test('an odd list of addresses hides neither its record nor the others', () => {
  const lines = shown(settings({ ...RECORD, addresses: {} }, { ...RECORD, addresses: null }));
  expect(lines).toContain('Addresses none');
  expect(lines).toContain('Addresses not given');
});

const LONG = 'u1'.padEnd(213, 'q0ek');
const many = (total: number) => ({
  ...RECORD,
  addresses: Array.from({ length: total }, (_, index) => ({
    address_name: `wallet ${index}`,
    external_address: LONG,
    revenue_allocation: 1,
  })),
});

test('addresses that do not fit are counted, and none is cut', () => {
  const card = settings(many(9), RECORD, many(9));
  const text = (card.lines ?? []).filter(Boolean).join('\n');
  expect(text.length).toBeLessThanOrEqual(4_096);
  expect(text).toMatch(/⚠️ \*\*\d more addresses\*\*: CSV/);
  const blocks = [...text.matchAll(/```\n([^`]*)\n```/g)].map(([, block = '']) => block);
  const whole = blocks.map((block) => block.replaceAll(/\s/g, ''));
  const known = new Set([LONG, ...RECORD.addresses.map((address) => address.external_address)]);
  expect(whole.every((address) => known.has(address))).toBe(true);
  const left = [...text.matchAll(/(\d+) more address/g)].map(([, number]) => Number(number));
  expect(blocks.length + left.reduce((sum, each) => sum + each, 0)).toBe(20);
});

test.each([
  ['DAILY', 'UNSPECIFIED', 'daily'],
  ['WEEKLY', 'MONDAY', 'weekly on Monday'],
  ['MONTHLY', null, 'monthly'],
  ['UNSPECIFIED', 'UNSPECIFIED', 'frequency UNSPECIFIED'],
  ['EVERY_2_DAYS', 'noon', 'frequency EVERY\\_2\\_DAYS on noon'],
  [null, undefined, 'frequency not given'],
])('the schedule of %s and %s reads "%s"', (payment_frequency, day_of_week, words) => {
  expect(payoutSchedule(payment_frequency, day_of_week)).toBe(words);
});

test('an address of any length keeps every character', () => {
  const address = stringMatching(/^[A-Za-z0-9:_-]{1,512}$/);
  assert(
    property(address, (text) => {
      const lines = addressBlock(text).split('\n').slice(1, -1);
      expect(lines.join('').replaceAll(' ', '')).toBe(text);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(29);
    }),
    { numRuns: 50 },
  );
});

test('an address cannot end its code block', () => {
  expect(addressBlock('bc1```@everyone').match(/`/g)).toHaveLength(6);
});
