import { describe, expect, test } from 'vitest';
import { summary } from '../../commands/summary.js';
import type { Pool, Scope } from '../../src/pool/pool.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { paymentSettings, summary as summarySchema } from '../../src/pool/schemas.js';
import {
  listOf,
  NOW,
  pageOf,
  press,
  readingContext,
  readOf,
  run,
} from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';

const SITES = [
  { name: 'cedar-1', site: { id: 's1', name: 'Cedar Ridge' } },
  { name: 'lone-1', site: { id: 's2', name: 'Lone Mesa' } },
];
const FIGURES = {
  currency_type: 'BTC',
  hashrate_5m: '347000000000000000',
  hashrate_24h: '341100000000000000',
  efficiency_5m: 0.9697,
  uptime_24h: 0.9473,
  active_miners: 1870,
  revenue_24h: [{ currency_type: 'BTC', revenue_type: 'MINING', revenue: 0.14318063 }],
  hashprice: [{ currency_type: 'BTC', value: 0.00041788 }],
  balance: [{ currency_type: 'BTC', revenue: 0.43219156 }],
};

interface Fake {
  readonly figures?: object;
  readonly bySite?: Readonly<Record<string, object | PoolError>>;
  readonly failing?: number;
  readonly total?: number;
  readonly payments?: readonly object[];
  readonly pool?: Partial<Pool>;
}

function contextOf({ figures = {}, bySite = {}, failing = 0, total = 0, ...rest }: Fake = {}) {
  const miners = (count: number, healthy_status: string) =>
    Array.from({ length: count }, () => ({ healthy_status }));
  const pool: Partial<Pool> = {
    async summary(_currency: string, scope?: Scope) {
      const id = scope !== undefined && 'siteId' in scope ? scope.siteId : '';
      const answer = bySite[id] ?? { ...FIGURES, ...figures };
      if (answer instanceof PoolError) throw answer;
      return readOf(summarySchema.parse(answer));
    },
    miners: async () => pageOf(miners(failing, 'failing'), false),
    allMiners: async () =>
      listOf([...miners(failing, 'failing'), ...miners(total - failing, 'healthy')]),
    paymentSettings: async () =>
      listOf((rest.payments ?? []).map((row) => paymentSettings.parse(row))),
    ...rest.pool,
  };
  return readingContext(pool);
}

async function shown(fake: Fake = {}, options: Record<string, unknown> = {}): Promise<string[]> {
  return replyText(await run(summary, ['summary', options], contextOf(fake))).split('\n');
}

test('sites stand in a table, the largest first, and one that failed in a line', async () => {
  const bySite = {
    s1: new PoolError('unreachable'),
    s2: { hashrate_24h: '121600000000000000', active_miners: 668 },
  };
  const card = await shown({ figures: { subaccounts: SITES }, bySite });
  expect(card.slice(8, 14)).toEqual([
    '```',
    'Site              24 h Active',
    'Lone Mesa   121.6 PH/s    668',
    'Cedar Ridge          –      –',
    '```',
    '⚠️ Cedar Ridge: no answer from the pool',
  ]);
});

test('beyond six sites the others are in the file', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `Site ${index}`);
  const subaccounts = names.map((name) => ({ site: { id: name, name } }));
  const card = await shown({ figures: { subaccounts } });
  expect(card.filter((line) => line.startsWith('Site '))).toHaveLength(7);
  expect(card).toContain('-# 3 more: CSV');
});

test.each<[string, Fake, string]>([
  [
    'many are counted with the fleet',
    { failing: 138, total: 2000 },
    '🟠 **Fleet: 138 of 2,000 miners failing**',
  ],
  ['a few are no news', { failing: 20, total: 2000 }, '🟢 **All well**'],
  [
    'without the whole fleet there is no total',
    {
      figures: { active_miners: 1 },
      failing: 1,
      pool: { allMiners: async () => listOf([], { incomplete: 'cut off' }) },
    },
    '🟠 **Fleet: 1 miner failing**',
  ],
])('of failing miners %s', async (_, fake, state) => {
  const card = await shown(fake);
  expect(card[1]).toBe(state);
  expect(card.filter((line) => line.includes('failing')).length).toBeLessThanOrEqual(1);
});

test('another coin than the fleet’s is judged without its failing miners', async () => {
  const card = await shown({ failing: 206, total: 3000 }, { currency: 'SC' });
  expect(card.slice(0, 2)).toEqual(['good | Pool summary · SC', '🟢 **All well**']);
});

describe('the state names what is wrong, the gravest first and three at most', () => {
  const frozen = { frozen_until: new Date(NOW + 60_000).toISOString() };
  const waiting = { status: 'PENDING_APPROVAL' };
  const low = { hashrate_5m: '279700000000000000' };
  test.each<[string, Fake, string]>([
    [
      'no hashrate',
      { figures: { hashrate_5m: '0', active_miners: 0 } },
      'bad 🔴 **No hashrate for 5 minutes** 🔴 **No active miners**',
    ],
    ['low hashrate', { figures: low }, 'warning 🟠 **Hashrate 18% under its 24-hour rate**'],
    [
      'very low hashrate',
      { figures: { hashrate_5m: '100000000000000000' } },
      'bad 🔴 **Hashrate 71% under its 24-hour rate**',
    ],
    [
      'payments',
      { payments: [waiting, waiting, frozen] },
      'warning 🟠 **Awaiting approval: 2 payment settings** 🟠 **Payouts frozen: 1 subaccount**',
    ],
    [
      'everything',
      { figures: low, failing: 600, total: 2000, payments: [waiting, frozen] },
      'bad 🔴 **Fleet: 600 of 2,000 miners failing** 🟠 **Hashrate 18% under its 24-hour rate** 🟠 **Awaiting approval: 1 payment setting**',
    ],
    [
      'a freeze that has ended',
      { payments: [{ frozen_until: new Date(NOW - 1).toISOString() }] },
      'good 🟢 **All well**',
    ],
    [
      'missing miners',
      { figures: { active_miners: undefined } },
      'open ⚪ **Can’t tell: active miners not given**',
    ],
    ['odd text', { figures: { hashrate_5m: 'N/A' } }, 'open ⚪ **Can’t tell: hashrate N/A**'],
  ])('%s', async (_, fake, state) => {
    const card = await shown(fake);
    const figures = card.findIndex((line) => line.startsWith('Last 5 min'));
    const tone = card[0]?.split(' ')[0];
    expect([tone, ...card.slice(1, figures)].join(' ')).toBe(state);
  });
});

test('a part that failed is a line, and the rest stands', async () => {
  const pool: Partial<Pool> = {
    miners: () => Promise.reject(new PoolError('forbidden', { status: 403 })),
    paymentSettings: () => Promise.reject(new PoolError('unreachable')),
  };
  expect((await shown({ pool })).slice(1, 5)).toEqual([
    '⚪ **Can’t tell whether all is well**',
    '⚠️ Failing miners: no access (403)',
    '⚠️ Payment settings: no answer from the pool',
    'Last 5 min **347.0 PH/s**, efficiency 96.97%',
  ]);
});

test('subaccounts have their own figures, and a file with all', async () => {
  const pool: Partial<Pool> = {
    subaccounts: async () => listOf([{ name: 'hall-0' }, { name: 'hall-1' }]),
    async summary(_currency: string, scope?: Scope) {
      const [name] = scope !== undefined && 'subaccounts' in scope ? scope.subaccounts : [];
      if (name === 'hall-1') throw new PoolError('forbidden', { status: 403 });
      return readOf(summarySchema.parse(FIGURES));
    },
  };
  const context = contextOf({ pool });
  const first = await run(summary, ['summary'], context);
  const list = await press(summary, [first, 'By subaccount'], context);
  expect(replyText(list).split('\n').slice(0, 7)).toEqual([
    'open | By subaccount · BTC',
    '```',
    'Subaccount       24 h Active',
    'hall-0     341.1 PH/s  1,870',
    'hall-1              –      –',
    '```',
    '⚠️ hall-1: no access (403)',
  ]);
  const file = await press(summary, [list, 'CSV'], context);
  const rows = String(file.files?.[0]?.data).trimEnd().split('\r\n');
  expect([rows.length, rows[2]?.replaceAll(/,+/g, ' ')]).toEqual([3, 'hall-1 no access (403)']);
});

test('the file has every digit of the whole and of each site', async () => {
  const figures = { subaccounts: SITES, hashrate_5m: '347000000000000000001' };
  const context = contextOf({ figures });
  const reply = await press(summary, [await run(summary, ['summary'], context), 'CSV'], context);
  const [head, ...rows] = String(reply.files?.[0]?.data).trimEnd().split('\r\n');
  expect(reply.files?.[0]?.name).toBe('summary-BTC.csv');
  expect(head).toMatch(/^\uFEFFsite,currency_type,/);
  expect(rows.map((row) => row.split(',')[0])).toEqual(['all', 'Cedar Ridge', 'Lone Mesa']);
  expect(rows[0]).toContain('347000000000000000001');
});
