import { expect, test } from 'vitest';
import { hashOf } from '../../src/changes/change.js';
import { KINDS, kindOf, type BoundKind } from '../../src/changes/kinds/kinds.js';
import type { PaymentInput } from '../../src/changes/kinds/payment-record.js';
import type { Line } from '../../src/discord/reply.js';
import { PoolError } from '../../src/pool/pool-error.js';
import type { List, Pool } from '../../src/pool/pool.js';
import { paymentSettings, type PaymentSettings } from '../../src/pool/schemas.js';
import { listOf, NOW } from '../support/reading-context.js';
import { COLD, TREASURY } from './samples.js';

const NAME = 'cedar-ridge-hydro';
/** First and last four characters of `COLD`, and another middle. */
const ALIKE = 'bc1qzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz5mdq';
const OTHER = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

const treasury = {
  address_id: 70_001,
  address_name: 'BTC treasury',
  external_address: TREASURY,
  revenue_allocation: 100,
};
const RECORD = {
  currency_type: 'BTC',
  subaccount: { id: 7, name: NAME },
  status: 'ACTIVE',
  payment_frequency: 'DAILY',
  day_of_week: 'UNSPECIFIED',
  next_payout_at: '2026-11-29T09:00:00Z',
  frozen_until: '2024-03-14T15:04:00Z',
  addresses: [treasury],
};
const KEPT = { name: 'BTC treasury', address: TREASURY, allocation: '60' };
const NEW = { name: 'cold', address: COLD, allocation: '40' };
const INPUT: PaymentInput = {
  currency: 'BTC',
  subaccount: NAME,
  frequency: 'DAILY',
  day: 'UNSPECIFIED',
  addresses: [KEPT, NEW],
};

interface Listed {
  readonly records?: readonly object[];
  /** Those of all subaccounts; default: none beside `records`. */
  readonly all?: () => List<PaymentSettings>;
}

const rows = (records: readonly object[]) => records.map((each) => paymentSettings.parse(each));

async function present(input: PaymentInput, { records = [RECORD], all }: Listed = {}) {
  const own = listOf(rows(records));
  const pool: Partial<Pool> = {
    paymentSettings: async (_currency, scope) => (scope || !all ? own : all()),
    subaccountNamed: async (name) => ({ id: 7, name }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind reads no more
  return KINDS.payments.read(pool as Pool, input);
}

async function asked(input: object = {}, listed: Listed = {}): Promise<BoundKind> {
  const all = { ...INPUT, ...input };
  return kindOf({ kind: 'payments', input: all, present: await present(all, listed) });
}

/** Without its blocks of addresses. */
function textOf(lines: readonly Line[]): string[] {
  const text = lines.filter(Boolean).join('\n');
  return text.replaceAll(/\n```[^`]*```/g, '').split('\n');
}

test('the schedule stands above, removed addresses before kept ones, and a new name below', async () => {
  const old = { ...treasury, external_address: OTHER, address_name: 'old' };
  const records = [{ ...RECORD, addresses: [treasury, old] }];
  const addresses = [{ name: 'main_wallet', address: TREASURY, allocation: '100' }];
  const weekly = { frequency: 'WEEKLY', day: 'MONDAY', addresses };
  const change = await asked(weekly, { records });
  expect(textOf(change.what(true))).toEqual([
    'Payouts: daily → **weekly on Monday**',
    '🗑️ **REMOVED** · old · 100 → none',
    'Kept · BTC treasury · allocation 100',
    'Name: BTC treasury → **main\\_wallet**',
  ]);
  expect(change.smallPrint()).toEqual([
    'Checksum valid',
    'total 100',
    'REMOVED = not in the list that is sent',
  ]);
});

test('once sent, kept addresses without a change are left out', async () => {
  const same = await asked({ addresses: [{ ...KEPT, allocation: '100' }, NEW] });
  expect(textOf(same.what(false)).join()).not.toContain('Kept');
  expect(textOf((await asked()).what(false))).toContain(
    'Kept · BTC treasury · allocation 100 → **60**',
  );
});

const air = (address: string) => ({
  ...RECORD,
  subaccount: { name: 'air' },
  addresses: [{ ...treasury, external_address: address }],
});

test('other subaccounts that a new address pays are named', async () => {
  const change = await asked(
    {},
    { all: () => listOf(rows([air(COLD), { ...air(OTHER), subaccount: {} }])) },
  );
  expect(textOf(change.what(true))[1]).toBe('-# Also pays air');
  expect(change.warnings()).toEqual([]);
});

test.each<[string, Listed, string]>([
  ['of this subaccount', { records: [{ ...air(ALIKE), subaccount: { name: NAME } }] }, 'treasury'],
  ['of another subaccount', { all: () => listOf(rows([air(ALIKE)])) }, 'treasury of air'],
])('a new address that looks like one %s is warned of in full', async (_, listed, name) => {
  const [warning = ''] = (await asked({ addresses: [NEW] }, listed)).warnings();
  expect(warning).toContain(`⚠️ **Not BTC ${name}, though it looks alike:**\n`);
  expect(warning.replaceAll(/[\s`]/g, '')).toContain(ALIKE);
});

test('two new addresses that look alike are warned of once', async () => {
  const change = await asked({ addresses: [KEPT, NEW, { ...NEW, address: ALIKE }] });
  const alike = textOf(change.warnings()).filter((line) => line.includes('looks alike'));
  expect(alike).toEqual(['⚠️ **Not cold, though it looks alike:**']);
});

test.each<[object, object, string[]]>([
  [
    { addresses: [{ ...KEPT, allocation: '90' }] },
    {},
    ['**Allocations add up to 90**, those at the pool now to 100'],
  ],
  [{ frequency: 'WEEKLY' }, {}, ['Weekly without a day']],
  [
    {},
    { status: 'PENDING_APPROVAL' },
    ['The pool says PENDING\\_APPROVAL: another change may be waiting there'],
  ],
  [
    {},
    { frozen_until: new Date(NOW + 1_000).toISOString() },
    [expect.stringContaining('Payouts frozen until <t:')],
  ],
  [{}, { frozen_until: new Date(NOW - 1_000).toISOString() }, []],
])('of %j at a record with %j is warned: %j', async (input, more, warnings) => {
  const change = await asked(input, { records: [{ ...RECORD, ...more }] });
  expect(change.warnings().map((line) => line.replace('⚠️ ', ''))).toEqual(warnings);
});

test('the sum that the pool has already, as of two coins, is as usual', async () => {
  const records = [{ ...RECORD, addresses: [treasury, { ...treasury, external_address: OTHER }] }];
  const addresses = [TREASURY, OTHER].map((address) => ({ ...KEPT, address, allocation: '100' }));
  const change = await asked({ addresses }, { records });
  expect(change.warnings()).toEqual([]);
  expect(change.smallPrint()).toContain('total 200');
});

test.each<Listed>([
  {
    all: () => {
      throw new PoolError('failed', { status: 500 });
    },
  },
  { all: () => listOf(rows([RECORD]), { refused: ['air'] }) },
  { all: () => listOf(rows([RECORD]), { incomplete: 'only the first 10,000 were read' }) },
])('a new address, and nothing else, says that it was not compared: %#', async (listed) => {
  const warning = '⚠️ Not compared with other subaccounts';
  expect((await asked({}, listed)).warnings()).toEqual([warning]);
  const kept = { frequency: 'MONTHLY', addresses: [{ ...KEPT, allocation: '100' }] };
  expect((await asked(kept, listed)).warnings()).toEqual([]);
});

test('the body is the one of section 4.1, with the ids that the pool lists', async () => {
  const [kept, added] = [
    { address_name: 'BTC treasury', external_address: TREASURY, revenue_allocation: 60 },
    { address_name: 'cold', external_address: COLD, revenue_allocation: 40 },
  ];
  const change = await asked({ frequency: 'WEEKLY', day: 'MONDAY' });
  expect(change.request()).toEqual({
    method: 'POST',
    path: '/v2/pool/payment-settings/BTC/cedar-ridge-hydro',
    body: {
      payment_frequency: 'WEEKLY',
      day_of_week: 'MONDAY',
      addresses: [{ address_id: 70_001, ...kept }, added],
    },
  });
});

test.each([
  ['70001', 70_001],
  ['a-1', undefined],
  [null, undefined],
])('the id %j of the pool is sent as %j', async (address_id, sent) => {
  const records = [{ ...RECORD, addresses: [{ ...treasury, address_id }] }];
  const { body } = (await asked({}, { records })).request();
  expect(JSON.stringify(body).match(/"address_id":(\w+)/)?.[1]).toBe(sent && String(sent));
});

const COLD_LISTED = { ...treasury, external_address: COLD, address_name: 'cold' };
const DONE = {
  ...RECORD,
  addresses: [
    { ...COLD_LISTED, revenue_allocation: '40.0' },
    { ...treasury, revenue_allocation: 60 },
  ],
};

test.each([
  ['as requested', {}, true],
  ['in force by another word', { status: 'APPROVED' }, true],
  ['without a status', { status: null }, true],
  ['awaiting approval', { status: 'PENDING_APPROVAL' }, false],
  ['awaiting approval by another word', { status: 'AWAITING_APPROVAL' }, false],
  ['rejected', { status: 'REJECTED' }, false],
  ['with another frequency', { payment_frequency: 'WEEKLY' }, false],
  ['with a day that daily payouts have no use for', { day_of_week: 'MONDAY' }, true],
  ['without the new address', { addresses: [treasury] }, false],
  ['with one address more', { addresses: [...DONE.addresses, treasury] }, false],
  ['with another share', { addresses: [DONE.addresses[0], treasury] }, false],
  ['with another name', { addresses: [{ ...COLD_LISTED, address_name: 'x' }, treasury] }, false],
])('a record %s is done: %s → %s', async (_, more, isDone) => {
  const records = [{ ...DONE, ...more }];
  const change = await asked({}, { records }).catch(() => null);
  expect(change?.isDone ?? false).toBe(isDone);
});

test.each([
  [DONE, 'ACTIVE'],
  [RECORD, null],
  [{ ...RECORD, status: 'PENDING_APPROVAL' }, 'PENDING_APPROVAL'],
])(
  'the status of other values than those asked for is told only while it waits',
  async (record, status) => {
    expect((await asked({}, { records: [record] })).status).toBe(status);
  },
);

test('the same settings are refused, in whatever spelling', async () => {
  const addresses = [{ ...KEPT, address: TREASURY.toUpperCase(), allocation: '100' }];
  const records = [{ ...RECORD, addresses: [{ ...treasury, revenue_allocation: '100.0' }] }];
  expect((await asked({ addresses }, { records })).refusal()?.title).toBe('Nothing to change');
  expect((await asked()).refusal()).toBeNull();
});

test('a new address that is none is refused', async () => {
  const wrong = await asked({ addresses: [{ ...NEW, address: ALIKE }] });
  expect(wrong.refusal()?.sentence).toMatch(/^not a BTC address, or mistyped/);
});

test('an address that the pool lists is never refused for its form', async () => {
  const records = [{ ...RECORD, addresses: [{ ...treasury, external_address: 'acct-42' }] }];
  const change = await asked({ addresses: [{ ...KEPT, address: 'acct-42' }] }, { records });
  expect(change.refusal()).toBeNull();
  expect(change.smallPrint()).not.toContain('Checksum valid');
});

const VALID = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  OTHER,
  COLD,
];

test.each([
  [5, 1, null],
  [6, 1, 'Too much for one card'],
  [1, 9, null],
  [1, 10, 'Too much for one card'],
])('more than a form can ask for, or ten in all, is refused: %s', async (added, there, title) => {
  const addresses = VALID.slice(0, added).map((address) => ({ ...NEW, address }));
  const listed = Array.from({ length: there }, (_, at) => ({
    ...treasury,
    external_address: `a${at}`,
  }));
  const change = await asked({ addresses }, { records: [{ ...RECORD, addresses: listed }] });
  expect(change.refusal()?.title ?? null).toBe(title);
});

test.each([
  [[RECORD, RECORD], 'It lists two payment settings of this subaccount'],
  [[{ ...RECORD, addresses: [treasury, treasury] }], 'It lists an address twice'],
])('%j is an unclear record', async (records, what) => {
  await expect(asked({}, { records })).rejects.toMatchObject({
    title: 'The pool’s record is unclear',
    sentence: `${what}, so nothing was sent: make this change in the pool’s console.`,
  });
});

test.each([
  ['balance', { balance: 7 }],
  ['status', { status: 'PENDING_APPROVAL' }],
  ['next payout', { next_payout_at: '2027-01-01T09:00:00Z' }],
  ['spelling of numbers', { addresses: [{ ...treasury, revenue_allocation: '100.0' }] }],
  ['day that was not given', { day_of_week: null }],
])('another %s is no reason to ask again', async (_, more) => {
  const found = await present(INPUT, { records: [{ ...RECORD, ...more }] });
  expect(hashOf(found.record)).toBe(hashOf((await present(INPUT)).record));
});

test.each([
  [
    'schedule',
    { payment_frequency: 'WEEKLY', day_of_week: 'FRIDAY' },
    ['Payouts: daily → **weekly on Friday**'],
  ],
  [
    'share',
    { addresses: [{ ...treasury, revenue_allocation: 60 }] },
    ['Kept · BTC treasury · allocation 100 → **60**'],
  ],
  [
    'name',
    { addresses: [{ ...treasury, address_name: 'main' }] },
    ['Kept · BTC treasury · allocation 100', 'Name: BTC treasury → **main**'],
  ],
])('another %s is out of date, and told before and after', async (_, more, lines) => {
  const found = await present(INPUT, { records: [{ ...RECORD, ...more }] });
  expect(textOf((await asked()).differences(found))).toEqual([
    '**Changed at the pool meanwhile:**',
    ...lines,
  ]);
});

test.each([
  [[], 'The pool lists no payment settings now'],
  [
    [{ ...RECORD, addresses: [{ ...treasury, address_id: 5 }] }],
    'The pool’s record changed in what this card doesn’t show',
  ],
])('a record that went or has other ids is told: %#', async (records, line) => {
  const found = await present(INPUT, { records });
  expect(hashOf(found.record)).not.toBe(hashOf((await present(INPUT)).record));
  expect((await asked()).differences(found)).toEqual([line]);
});
