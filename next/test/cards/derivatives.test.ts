import { expect, test } from 'vitest';
import { contractCard, contractChart, contractRecords } from '../../src/cards/contract.js';
import { contractsCard, type ContractsPage } from '../../src/cards/contracts.js';
import { paymentsCard, type PaymentsPage } from '../../src/cards/derivatives-payments.js';
import { positionRecords, positionsCard, positionsChart } from '../../src/cards/positions.js';
import { cardReply, type Card } from '../../src/discord/reply.js';
import {
  contract,
  contractDetails,
  derivativesPayment,
  positionHistory,
} from '../../src/pool/schemas.js';
import { replyText } from '../support/reply-text.js';

const AT = Date.parse('2026-11-28T12:00:00Z');
const FOOTER = 'Page 1 of 2 · read from the pool';
const shown = (card: Card) => replyText(cardReply(card)).split('\n');

const BUY = {
  status: 'ACTIVE',
  side: 'BUY',
  denomination: 'BTC',
  type: 'UPFRONT',
  start_date: '2026-12-02',
  end_date: '2026-12-31',
  unit_hashprice: 0.00040943,
  daily_hashrate_ph: 20,
};
const SELL = {
  ...BUY,
  status: 'SETTLED',
  side: 'SELL',
  type: 'STANDARD',
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  unit_hashprice: '0.00044072',
  daily_hashrate_ph: 40,
};

function contracts(rows: readonly object[], rest: Partial<ContractsPage> = {}): string[] {
  return shown(
    contractsCard({
      rows: rows.map((row) => contract.parse(row)),
      currency: 'BTC',
      filter: {},
      footer: FOOTER,
      at: AT,
      incomplete: null,
      ...rest,
    }),
  );
}

test('a list of contracts marks upfront and settled ones', () => {
  expect(contracts([BUY, SELL])).toEqual([
    'open | Derivatives contracts · BTC',
    '```',
    'Side  PH/s      Price  From – to',
    'BUY*    20 0.00040943  2 Dec–31 Dec',
    'SELL✓   40 0.00044072  1 Nov–30 Nov',
    '```',
    '-# BTC per PH/s per day · * upfront · ✓ settled',
    `(${FOOTER})`,
  ]);
});

test('a list of contracts explains only the marks on its page', () => {
  const plain = { ...BUY, type: 'STANDARD' };
  expect(contracts([plain])).toContain('-# BTC per PH/s per day');
  expect(contracts([plain, SELL])).toContain('-# BTC per PH/s per day · ✓ settled');
});

test('a contract that ends in another year shows it', () => {
  const past = { ...BUY, start_date: '2025-09-02', end_date: '2025-12-01' };
  expect(contracts([past])[3]).toBe('BUY*   20 0.00040943  2 Sep–1 Dec 25');
});

test('contracts without fields or with unknown words keep their places in the list', () => {
  expect(contracts([{ type: 'SPREAD', unit_hashprice: { usd: 1 } }, BUY])).toEqual([
    'open | Derivatives contracts · BTC',
    '```',
    'Side PH/s      Price  From – to',
    '–?      –  {"usd":1}      –––',
    'BUY*   20 0.00040943  2 Dec–31 Dec',
    '```',
    '-# BTC per PH/s per day · * upfront · ? SPREAD and not given',
    `(${FOOTER})`,
  ]);
});

test('an empty list of contracts names the filter in its title', () => {
  const filter = { status: 'ACTIVE', side: 'SELL' };
  expect(contracts([], { filter, footer: 'Read from the pool' })).toEqual([
    'open | Derivatives contracts · BTC · ACTIVE · SELL',
    'No contracts match.',
    '(Read from the pool)',
  ]);
});

test('a list of contracts says what is missing from it', () => {
  const incomplete = '⚠️ **Incomplete:** the pool’s list didn’t end';
  expect(contracts([BUY], { incomplete })).toContain(incomplete);
});

const DETAILS = {
  contract_id: 'HR-2026-0142',
  currency_type: 'BTC',
  currency: 'BTC',
  status: 'ACTIVE',
  side: 'SELL',
  type: 'STANDARD',
  trade_date: '2026-11-03',
  start_date: '2026-11-06',
  end_date: '2027-02-04',
  duration_days: 91,
  unit_hashprice: 0.00043079,
  daily_hashrate_ph: 60,
  most_recent_daily_avg_hashprice: 0.0004205,
  expired_gain_loss: 0.0244368,
  notional_value: 2.3521134,
  series: {
    hashprice: [
      { date: '2026-11-07', hashprice: 0.00042 },
      { date: '2026-11-06', hashprice: 0.00041 },
    ],
    daily_expired_gain_loss: [{ date: '2026-11-06', daily_expired_gain_loss: 0.0001 }],
    cumulative_gain_loss: [{ date: '2026-11-06', cumulative_gain_loss: 0.0001 }],
  },
};

const read = <Value>(value: Value) => ({ value, readAt: AT, refused: [] });
const contractLines = (details: object) =>
  shown(contractCard(read(contractDetails.parse(details))));

test('a contract shows its terms and what it has brought', () => {
  expect(contractLines(DETAILS)).toEqual([
    'open | SELL 60 PH/s · 6 Nov – 4 Feb',
    '**ACTIVE** · STANDARD · 91 days',
    'Gain or loss **+0.02443680 BTC**',
    'Price **0.00043079**, latest 0.00042050',
    'Notional value **2.35211340 BTC**',
    '-# BTC per PH/s per day · traded 3 Nov 2026',
    '(Read from the pool)',
  ]);
});

test('a contract in dollars shows two decimals and a signed loss', () => {
  const dollars = {
    ...DETAILS,
    currency: 'USD',
    expired_gain_loss: -1234.5,
    unit_hashprice: 41.2,
    most_recent_daily_avg_hashprice: 40.1,
  };
  const lines = contractLines({ contract: dollars });
  expect(lines).toContain('Gain or loss **−1,234.50 USD**');
  expect(lines).toContain('Price **41.20**, latest 40.10');
});

test('a contract of which the pool says nothing reads "not given", never zero', () => {
  expect(contractLines({ contract_id: 'c_1', status: null })).toEqual([
    'open | Contract c\\_1',
    '**Status not given**',
    'Gain or loss **not given**',
    'Price **not given**, latest not given',
    'Notional value **not given**',
    '-# Currency not given',
    '(Read from the pool)',
  ]);
});

test('a contract’s file has a row a day in order, with the terms', () => {
  const records = contractRecords(contractDetails.parse(DETAILS));
  expect(records).toMatchObject([
    {
      date: '2026-11-06',
      hashprice: 0.00041,
      daily_expired_gain_loss: 0.0001,
      cumulative_gain_loss: 0.0001,
      contract: { contract_id: 'HR-2026-0142' },
    },
    { date: '2026-11-07', hashprice: 0.00042, contract: { duration_days: 91 } },
  ]);
  expect(contractRecords(contractDetails.parse({ contract_id: 'c1' }))).toMatchObject([
    { contract: { contract_id: 'c1' } },
  ]);
});

test('a contract without daily figures has no chart', async () => {
  expect(await contractChart(contractDetails.parse({ ...DETAILS, series: {} }))).toBeUndefined();
  const chart = await contractChart(contractDetails.parse(DETAILS));
  expect(chart?.name).toBe('contract.png');
  expect(chart?.alt).toContain('Hashprice: 0.00041 to 0.00042 BTC/PH/s/day, last 0.00042');
});

const PAYMENTS = [
  { date_time: '2026-11-27T16:00:00Z', type: 'PAYABLE', amount: 0.1 },
  { date_time: '2026-11-26T16:00:00Z', type: 'RECEIVABLE', amount: 0.043069 },
  { date_time: '2025-12-31T16:00:00Z', type: 'PAYABLE', amount: '0.2' },
];

function payments(rows: readonly object[], rest: Partial<PaymentsPage> = {}): string[] {
  const parsed = rows.map((row) => derivativesPayment.parse(row));
  const page = { footer: FOOTER, at: AT, incomplete: null, currency: 'BTC', type: undefined };
  return shown(paymentsCard({ ...page, rows: parsed, all: parsed, ...rest }));
}

test('payments show exact totals of all pages by type', () => {
  expect(payments(PAYMENTS)).toEqual([
    'open | Derivatives payments · BTC',
    'RECEIVABLE **0.04306900 BTC** in 1',
    'PAYABLE **0.30000000 BTC** in 2',
    '```',
    'Day       Type              BTC',
    '27 Nov    PAYABLE    0.10000000',
    '26 Nov    RECEIVABLE 0.04306900',
    '31 Dec 25 PAYABLE    0.20000000',
    '```',
    `(${FOOTER})`,
  ]);
});

test('payments without amount or type are counted apart and never zero', () => {
  const lines = payments([{ date_time: 'soon', type: 'PAYABLE' }, { amount: 1 }]);
  expect(lines.slice(1, 7)).toEqual([
    'PAYABLE **not given** in 1, 1 without an amount',
    'Type not given **1.00000000 BTC** in 1',
    '```',
    'Day  Type           BTC',
    'soon PAYABLE          –',
    '–    –       1.00000000',
  ]);
});

test('no payments are one sentence', () => {
  expect(payments([], { type: 'PAYABLE', currency: 'USD' }).slice(0, 2)).toEqual([
    'open | Derivatives payments · USD · PAYABLE',
    'No payments listed.',
  ]);
});

const HISTORY = {
  currency_type: 'BTC',
  summary: {
    realized_gain_loss: 0.0081312,
    unrealized_gain_loss: 0.058088,
    total_gain_loss: 0.0662192,
    margin_requirement: 0.32685975,
  },
  positions: [
    {
      date: '2026-11-27',
      net_position_ph: -175,
      net_position_wavg: 0.00043668,
      total_ph_long: 70,
      wavg_long_hashprice: 0.00045219,
      total_ph_short: 245,
      wavg_short_hashprice: 0.00043225,
      total_gain_loss: 0.05970035,
      margin_required: 0.32685975,
      maintenance_margin: 0.2179065,
      delivery_quota_ph: 7350,
      notional_delivery_quota: 3.050691,
      net_position_reference_rate: null,
    },
    { date: '2026-11-26', net_position_ph: 10 },
  ],
};
const RANGE = { start: '2026-10-29', end: '2026-11-27' };

function positions(history: object) {
  return { ...read(positionHistory.parse(history)), currency: 'BTC', range: RANGE };
}

test('positions show the newest day and the totals of the range', () => {
  expect(shown(positionsCard(positions(HISTORY)))).toEqual([
    'open | Derivatives positions · BTC',
    '**27 Nov: net −175 PH/s** at 0.00043668',
    'Long 70 PH/s at 0.00045219',
    'Short 245 PH/s at 0.00043225',
    'Gain or loss **+0.05970035 BTC**',
    'Margin required **0.32685975 BTC**',
    'Maintenance 0.21790650 BTC',
    'Delivery quota 7,350 PH/s (3.050691)',
    '**29 Oct – 27 Nov: +0.06621920 BTC**',
    '-# realized +0.00813120 · unrealized +0.05808800',
    '(Read from the pool)',
  ]);
});

test('positions that the pool leaves half empty read "not given"', () => {
  expect(shown(positionsCard(positions({ positions: [{ net_position_ph: [1] }] })))).toEqual([
    'open | Derivatives positions · BTC',
    '**–: net \\[1\\] PH/s** at not given',
    'Long not given at not given',
    'Short not given at not given',
    'Gain or loss **not given**',
    'Margin required **not given**',
    'Maintenance not given',
    'Delivery quota not given (not given)',
    '**29 Oct – 27 Nov: not given**',
    '-# realized not given · unrealized not given',
    '(Read from the pool)',
  ]);
});

test('no positions are one sentence without a chart', async () => {
  const none = positions({ positions: [] });
  expect(await positionsChart(none)).toBeUndefined();
  expect(shown(positionsCard(none))).toEqual([
    'open | Derivatives positions · BTC',
    'No positions, 29 Oct – 27 Nov.',
    '(Read from the pool)',
  ]);
});

test('the file of positions has every day in order, with the totals', () => {
  const [first, last] = positionRecords(positionHistory.parse(HISTORY));
  expect(first?.date).toBe('2026-11-26');
  expect(last).toMatchObject({ notional_delivery_quota: 3.050691, summary: HISTORY.summary });
});

test('the chart of positions draws net position, gain or loss, and margin', async () => {
  const chart = await positionsChart(positions(HISTORY));
  for (const words of ['Net position: −175 to 10 PH/s', 'Gain or loss: ', 'Margin, required: '])
    expect(chart?.alt).toContain(words);
});
