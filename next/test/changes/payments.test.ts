import { expect, test } from 'vitest';
import { hashOf, type Present } from '../../src/changes/change.js';
import { kindOf } from '../../src/changes/kinds/kinds.js';
import type { PaymentInput } from '../../src/changes/kinds/payment-record.js';
import type { Line } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import { PoolError } from '../../src/pool/pool-error.js';
import type { List, Pool } from '../../src/pool/pool.js';
import { paymentSettings, type PaymentSettings } from '../../src/pool/schemas.js';
import { listOf, NOW } from '../support/reading-context.js';
import { COLD, TREASURY } from './samples.js';

const kind = kindOf('payments');
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

const INPUT: PaymentInput = {
  currency: 'BTC',
  subaccount: NAME,
  frequency: 'DAILY',
  day: 'UNSPECIFIED',
  addresses: [
    { name: 'BTC treasury', address: TREASURY, allocation: '60' },
    { name: 'cold', address: COLD, allocation: '40' },
  ],
};
const [KEPT, NEW] = INPUT.addresses;

type Incomplete = Partial<Pick<List<PaymentSettings>, 'refused' | 'incomplete'>>;

/** Lists these records; `others` may fail or be incomplete. */
function poolWith(
  records: readonly object[],
  others: readonly object[] | PoolError | Incomplete = [],
): Pool {
  const rows = (all: readonly object[]) => all.map((each) => paymentSettings.parse(each));
  const pool: Partial<Pool> = {
    async paymentSettings(_currency, scope) {
      if (scope !== undefined) return listOf(rows(records));
      if (others instanceof PoolError) throw others;
      return 'length' in others
        ? listOf(rows([...records, ...others]))
        : listOf(rows(records), others);
    },
    subaccountNamed: async (name) => ({ id: 7, name }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind reads no more
  return pool as Pool;
}

function read(
  records: readonly object[],
  {
    input = INPUT,
    others,
  }: { readonly input?: PaymentInput; readonly others?: Parameters<typeof poolWith>[1] } = {},
): Promise<Present> {
  return kind.read(poolWith(records, others), input);
}

function textOf(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => (line ? line.split('\n') : []));
}

async function preview(input: PaymentInput, records: readonly object[] = [RECORD]) {
  return textOf(kind.what(input, await read(records, { input }), true));
}

async function warnings(
  input: PaymentInput,
  { record = RECORD, others }: { record?: object; others?: Parameters<typeof poolWith>[1] } = {},
) {
  return textOf(kind.warnings(input, await read([record], { input, others })));
}

async function refusal(input: PaymentInput, records: readonly object[] = [RECORD]) {
  return kind.refuse(input, await read(records, { input }));
}

test('a new address and a smaller share are previewed whole', async () => {
  expect(kind.title(INPUT)).toBe('BTC payouts of cedar-ridge-hydro');
  expect(await preview(INPUT)).toEqual([
    '🆕 **NEW** · cold · allocation **40**',
    '```',
    'bc1q ar0s rrr7 xfkv y5l6 43ly',
    'dnw9 re59 gtzz wf5m dq',
    '```',
    'Kept · BTC treasury · allocation 100 → **60**',
    '```',
    'bc1q x7su held u69e 3epa kzuu',
    'tgvd srlz q5vf wsle tp',
    '```',
  ]);
  const present = await read([RECORD]);
  expect(kind.smallPrint(INPUT, present)).toEqual([
    'Checksum valid',
    'total 100',
    'daily, as before',
  ]);
  expect(kind.warnings(INPUT, present)).toEqual([]);
  expect(kind.newAddresses(INPUT, present)).toEqual([COLD]);
});

test('the schedule stands above, removed addresses before kept ones, and a new name below', async () => {
  const records = [
    {
      ...RECORD,
      addresses: [treasury, { ...treasury, external_address: OTHER, address_name: 'old' }],
    },
  ];
  const input: PaymentInput = {
    ...INPUT,
    frequency: 'WEEKLY',
    day: 'MONDAY',
    addresses: [{ name: 'main_wallet', address: TREASURY, allocation: '100' }],
  };
  const lines = await preview(input, records);
  expect(lines.filter((line) => !/^(```|bc1q|tgvd|Wrnq|3J98)/.test(line))).toEqual([
    'Payouts: daily → **weekly on Monday**',
    '🗑️ **REMOVED** · old · 100 → none',
    'Kept · BTC treasury · allocation 100',
    'Name: BTC treasury → **main\\_wallet**',
  ]);
  expect(kind.smallPrint(input, await read(records, { input }))).toEqual([
    'Checksum valid',
    'total 100',
    'REMOVED = not in the list that is sent',
  ]);
});

test('once sent, kept addresses without a change are left out', async () => {
  const [same, smaller] = ['100', '60'].map((allocation) => ({
    ...INPUT.addresses[0],
    allocation,
  }));
  const present = await read([RECORD]);
  const after = (first: object | undefined) =>
    textOf(kind.what({ ...INPUT, addresses: [first, NEW] }, present, false)).join();
  expect(after(same)).not.toContain('Kept');
  expect(after(smaller)).toContain('Kept · BTC treasury · allocation 100 → **60**');
});

test('the first payment settings of a subaccount are all new', async () => {
  const lines = await preview(INPUT, []);
  expect(lines[0]).toBe('Payouts: **daily**');
  expect(lines.filter((line) => line.startsWith('🆕'))).toHaveLength(2);
  expect(lines.join()).not.toContain('Kept');
});

test('other subaccounts that a new address pays are named', async () => {
  const others = [
    { ...RECORD, subaccount: { name: 'air' }, addresses: [{ external_address: COLD }] },
    { ...RECORD, subaccount: { name: 'far' }, addresses: [{ external_address: OTHER }] },
  ];
  const present = await read([RECORD], { others });
  expect(textOf(kind.what(INPUT, present, true))[5]).toBe('-# Also pays air');
  expect(kind.warnings(INPUT, present)).toEqual([]);
});

test.each([
  [
    'of this subaccount',
    { record: { ...RECORD, addresses: [{ ...treasury, external_address: ALIKE }] } },
    'BTC treasury',
  ],
  [
    'of another subaccount',
    {
      others: [
        {
          ...RECORD,
          subaccount: { name: 'air' },
          addresses: [{ ...treasury, external_address: ALIKE }],
        },
      ],
    },
    'BTC treasury of air',
  ],
])('a new address that looks like one %s is warned of in full', async (_, pool, name) => {
  const [warning, ...address] = await warnings(INPUT, pool);
  expect(warning).toBe(`⚠️ **Not ${name}, though it looks alike:**`);
  expect(address.join('').replaceAll(/[\s`]/g, '')).toBe(ALIKE);
});

test('two new addresses that look alike are warned of once', async () => {
  const input = {
    ...INPUT,
    addresses: [...INPUT.addresses, { ...INPUT.addresses[1], address: ALIKE }],
  };
  const alike = textOf(kind.warnings(input, await read([RECORD]))).filter((line) =>
    line.includes('looks alike'),
  );
  expect(alike).toEqual(['⚠️ **Not cold, though it looks alike:**']);
});

interface Warned {
  readonly input?: object;
  readonly more?: object;
  readonly warning: string;
}

test.each<[string, Warned]>([
  [
    'a sum',
    {
      input: { ...INPUT, addresses: [{ ...INPUT.addresses[0], allocation: '90' }] },
      warning: '⚠️ Allocations add up to 90, at the pool to 100',
    },
  ],
  [
    'a week without a day',
    { input: { ...INPUT, frequency: 'WEEKLY' }, warning: '⚠️ Weekly without a day' },
  ],
  [
    'an approval',
    {
      more: { status: 'PENDING_APPROVAL' },
      warning: '⚠️ The pool says PENDING\\_APPROVAL: another change may be waiting there',
    },
  ],
  [
    'a freeze',
    {
      more: { frozen_until: '2026-11-30T20:51:00Z' },
      warning: '⚠️ Payouts frozen until <t:1796071860:d> <t:1796071860:t>',
    },
  ],
])('%s is warned of', async (_, { input = INPUT, more = {}, warning }) => {
  const present = await read([{ ...RECORD, ...more }]);
  expect(kind.warnings(input, present)).toEqual([warning]);
});

test('the sum that the pool has already, as of two coins, is as usual', async () => {
  const addresses = [treasury, { ...treasury, external_address: OTHER }];
  const input = {
    ...INPUT,
    addresses: [
      { name: 'LTC', address: TREASURY, allocation: '100' },
      { name: 'DOGE', address: OTHER, allocation: '100.0' },
    ],
  };
  const present = await read([{ ...RECORD, addresses }], { input });
  expect(kind.warnings(input, present)).toEqual([]);
  expect(kind.smallPrint(input, present)).toContain('total 200');
});

test.each([
  ['failed', new PoolError('failed', { status: 500 })],
  ['left out names', { refused: ['air'] }],
  ['were cut off', { incomplete: 'only the first 10,000 were read' }],
])('a new address says so where the other settings %s', async (_, others) => {
  expect(await warnings(INPUT, { others })).toEqual(['⚠️ Not compared with other subaccounts']);
  const kept = {
    ...INPUT,
    frequency: 'MONTHLY' as const,
    addresses: [{ name: 'BTC treasury', address: TREASURY, allocation: '100' }],
  };
  expect(await warnings(kept, { others })).toEqual([]);
});

test('the body is the one of section 4.1, with the ids that the pool lists', async () => {
  const input = { ...INPUT, frequency: 'WEEKLY' as const, day: 'MONDAY' as const };
  expect(kind.request(input, await read([RECORD]))).toEqual({
    method: 'POST',
    path: '/v2/pool/payment-settings/BTC/cedar-ridge-hydro',
    body: {
      payment_frequency: 'WEEKLY',
      day_of_week: 'MONDAY',
      addresses: [
        {
          address_id: 70_001,
          address_name: 'BTC treasury',
          external_address: TREASURY,
          revenue_allocation: 60,
        },
        { address_name: 'cold', external_address: COLD, revenue_allocation: 40 },
      ],
    },
  });
});

test.each([
  ['70001', 70_001],
  ['a-1', undefined],
  [null, undefined],
])('the id %j of the pool is sent as %j', async (address_id, sent) => {
  const present = await read([{ ...RECORD, addresses: [{ ...treasury, address_id }] }]);
  const { body } = kind.request(INPUT, present);
  expect(body).toHaveProperty('addresses.0.address_name', 'BTC treasury');
  expect(body['addresses']).toEqual([
    expect.objectContaining(sent === undefined ? {} : { address_id: sent }),
    expect.not.objectContaining({ address_id: expect.anything() }),
  ]);
});

const DONE = {
  ...RECORD,
  addresses: [
    {
      ...treasury,
      external_address: COLD,
      address_id: 9,
      address_name: 'cold',
      revenue_allocation: '40.0',
    },
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
  [
    'with one address more',
    { addresses: [...DONE.addresses, { ...treasury, external_address: OTHER }] },
    false,
  ],
  ['with another share', { addresses: [DONE.addresses[0], treasury] }, false],
  [
    'with another name',
    { addresses: [DONE.addresses[0], { ...DONE.addresses[1], address_name: 'x' }] },
    false,
  ],
])('a record %s is done: %s → %s', async (_, more, isDone) => {
  expect(kind.isDone(INPUT, await read([{ ...DONE, ...more }]))).toBe(isDone);
});

test('the status of other values than those asked for is told only while it waits', async () => {
  const status = async (record: object) => kind.status(await read([record]));
  expect(await status(DONE)).toBe('ACTIVE');
  expect(await status(RECORD)).toBeNull();
  expect(await status({ ...RECORD, status: 'PENDING_APPROVAL' })).toBe('PENDING_APPROVAL');
});

test('the same settings are refused, in whatever spelling', async () => {
  const same = {
    ...INPUT,
    addresses: [{ name: 'BTC treasury', address: TREASURY.toUpperCase(), allocation: '100' }],
  };
  expect(
    await refusal(same, [{ ...RECORD, addresses: [{ ...treasury, revenue_allocation: '100.0' }] }]),
  ).toMatchObject({
    title: 'Nothing to change',
    sentence: 'The pool already lists these settings.',
  });
  expect(await refusal(INPUT)).toBeNull();
});

test('an address that is there twice, or is none, is refused', async () => {
  const twice = { ...INPUT, addresses: [KEPT, NEW, NEW].flatMap((each) => each ?? []) };
  expect(await refusal(twice)).toMatchObject({ title: 'Check the addresses' });
  const wrong = { ...INPUT, addresses: [{ name: 'x', address: ALIKE, allocation: '100' }] };
  expect((await refusal(wrong))?.sentence).toMatch(/^wrong checksum/);
});

test('an address that the pool lists is never refused for its form', async () => {
  const records = [{ ...RECORD, addresses: [{ ...treasury, external_address: 'acct-42' }] }];
  const addresses = [{ name: 'BTC treasury', address: 'acct-42', allocation: '100' }];
  const input: PaymentInput = { ...INPUT, frequency: 'WEEKLY', day: 'MONDAY', addresses };
  expect(await refusal(input, records)).toBeNull();
  expect(kind.smallPrint(input, await read(records))).not.toContain('Checksum valid');
});

const COLD_STORES = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  OTHER,
  COLD,
];

test('more than a card can show, or a form can ask for, is refused', async () => {
  const added = (count: number) => ({
    ...INPUT,
    addresses: COLD_STORES.slice(0, count).map((address) => ({
      name: 'x',
      address,
      allocation: '1',
    })),
  });
  expect(await refusal(added(5))).toBeNull();
  expect(await refusal(added(6))).toMatchObject({ title: 'Too much for one card' });
  const listed = (count: number, address: string) => ({
    ...RECORD,
    addresses: Array.from({ length: count }, (_, at) => ({
      ...treasury,
      external_address: `${address}${at}`,
    })),
  });
  expect(await refusal(INPUT, [listed(8, 'a')])).toBeNull();
  expect(await refusal(INPUT, [listed(9, 'a')])).toMatchObject({ title: 'Too much for one card' });
  expect(await refusal(INPUT, [listed(8, 'a'.repeat(400))])).toMatchObject({
    title: 'Too much for one card',
  });
});

test.each([
  ['two records', [RECORD, RECORD], 'It lists two payment settings of this subaccount'],
  [
    'an address twice',
    [{ ...RECORD, addresses: [treasury, treasury] }],
    'It lists an address twice',
  ],
])('%s of the pool are an unclear record', async (_, records, what) => {
  await expect(read(records)).rejects.toMatchObject({
    title: 'The pool’s record is unclear',
    sentence: `${what}, so nothing was sent: make this change in the pool’s console.`,
  });
});

test('a subaccount that the pool lacks has no payment settings to change', async () => {
  const pool = {
    ...poolWith([]),
    subaccountNamed: () => Promise.reject(new UserError('No such subaccount', '')),
  };
  await expect(kind.read(pool, INPUT)).rejects.toThrow('No such subaccount');
});

test.each([
  ['balance', { balance: 7 }],
  ['status', { status: 'PENDING_APPROVAL' }],
  ['next payout', { next_payout_at: '2027-01-01T09:00:00Z' }],
  ['spelling of numbers', { addresses: [{ ...treasury, revenue_allocation: '100.0' }] }],
  ['day that was not given', { day_of_week: null }],
])('another %s is no reason to ask again', async (_, more) => {
  const [shown, found] = [await read([RECORD]), await read([{ ...RECORD, ...more }])];
  expect(hashOf(found.record)).toBe(hashOf(shown.record));
});

test.each([
  [
    'schedule',
    { payment_frequency: 'WEEKLY', day_of_week: 'FRIDAY' },
    ['Payouts: daily → weekly on Friday'],
  ],
  [
    'share',
    { addresses: [{ ...treasury, revenue_allocation: 60 }] },
    ['BTC treasury: allocation 100 → 60'],
  ],
  ['name', { addresses: [{ ...treasury, address_name: 'main' }] }, ['Name: BTC treasury → main']],
  ['id', { addresses: [{ ...treasury, address_id: 5 }] }, ['BTC treasury: another id']],
  [
    'address',
    { addresses: [{ ...treasury, external_address: COLD }] },
    [
      'At the pool, BTC treasury is no longer',
      '```',
      'bc1q x7su held u69e 3epa kzuu',
      'tgvd srlz q5vf wsle tp',
      '```',
      'but',
      '```',
      'bc1q ar0s rrr7 xfkv y5l6 43ly',
      'dnw9 re59 gtzz wf5m dq',
      '```',
    ],
  ],
])('another %s is out of date, and told before and after', async (_, more, lines) => {
  const [shown, found] = [await read([RECORD]), await read([{ ...RECORD, ...more }])];
  expect(hashOf(found.record)).not.toBe(hashOf(shown.record));
  expect(textOf(kind.differences(shown, found))).toEqual(lines);
});

test('settings that came or went meanwhile are told', async () => {
  const [some, none] = [await read([RECORD]), await read([])];
  expect(textOf(kind.differences(none, some))).toEqual(['The pool lists payment settings now']);
  expect(textOf(kind.differences(some, none))).toEqual(['The pool lists no payment settings now']);
  const [gone, added] = [
    { ...treasury, address_name: 'a' },
    { ...treasury, external_address: OTHER },
  ];
  const lines = textOf(
    kind.differences(
      await read([{ ...RECORD, addresses: [gone] }]),
      await read([{ ...RECORD, addresses: [added] }]),
    ),
  );
  expect(lines).toContain('At the pool, a is gone');
  expect(lines).toContain('At the pool, BTC treasury is new · allocation 100');
});

test('a freeze counts at the moment when the pool was read', async () => {
  const until = (ms: number) => ({ ...RECORD, frozen_until: new Date(NOW + ms).toISOString() });
  expect(await warnings(INPUT, { record: until(-1_000) })).toEqual([]);
  expect(await warnings(INPUT, { record: until(1_000) })).toHaveLength(1);
});
