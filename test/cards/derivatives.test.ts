import { expect, test } from 'vitest';
import {
  contractCard,
  contractRecords,
  contractsCard,
  paymentsCard,
} from '../../src/cards/contracts.js';
import { positionRecords, positionsCard } from '../../src/cards/positions.js';
import { cardReply, type Card } from '../../src/discord/reply.js';
import {
  contract,
  contractDetails,
  derivativesPayment,
  positionHistory,
} from '../../src/pool/schemas.js';
import { replyText } from '../support/reply-text.js';

const AT = Date.parse('2026-11-28T12:00:00Z');
const shown = (card: Card) => replyText(cardReply(card)).split('\n');
const read = <Value>(value: Value) => ({ value, readAt: AT, refused: [] });

const BUY = {
  status: 'ACTIVE',
  side: 'BUY',
  denomination: 'BTC',
  type: 'UPFRONT',
  start_date: '2026-12-02',
  end_date: '2026-12-31',
  unit_hashprice: '0.00040943',
  daily_hashrate_ph: 20,
};

function contracts(...records: object[]): string[] {
  const rows = records.map((row) => contract.parse(row));
  return shown(contractsCard({ rows, all: rows, at: AT }, { currency: 'BTC' }));
}

test('a list of contracts explains only the marks on its page', () => {
  const plain = { ...BUY, type: 'STANDARD' };
  expect(contracts(plain)).toContain('-# BTC per PH/s per day');
  expect(contracts(BUY, { ...plain, status: 'SETTLED' })).toContain(
    '-# BTC per PH/s per day · * upfront · ✓ settled',
  );
});

test('a contract with unknown words, without fields or of another year keeps its place', () => {
  const past = { ...BUY, start_date: '2025-09-02', end_date: '2025-12-01' };
  expect(contracts({ type: 'SPREAD', unit_hashprice: { usd: 1 } }, past, BUY).slice(2)).toEqual([
    'Side PH/s      Price  From – to',
    '–?      –  {"usd":1}      –––',
    'BUY*   20 0.00040943  2 Sep–1 Dec 25',
    'BUY*   20 0.00040943  2 Dec–31 Dec',
    '```',
    '-# BTC per PH/s per day · * upfront · ? SPREAD and not given',
  ]);
});

const DETAILS = {
  contract_id: 'HR-2026-0142',
  currency: 'USD',
  unit_hashprice: 41.2,
  series: {
    hashprice: [
      { date: '2026-11-07', hashprice: 0.00042 },
      { date: '2026-11-06', hashprice: 0.00041 },
    ],
    daily_expired_gain_loss: [{ date: '2026-11-06', daily_expired_gain_loss: 0.0001 }],
    cumulative_gain_loss: [{ date: '2026-11-06', cumulative_gain_loss: 0.0002 }],
  },
};
test('a contract’s file and chart have its days in order', async () => {
  const details = contractDetails.parse(DETAILS);
  expect(contractRecords(details)).toMatchObject([
    {
      date: '2026-11-06',
      hashprice: 0.00041,
      daily_expired_gain_loss: 0.0001,
      cumulative_gain_loss: 0.0002,
      contract: { contract_id: 'HR-2026-0142' },
    },
    { date: '2026-11-07', hashprice: 0.00042 },
  ]);
  expect((await contractCard(read(details))).chart?.alt).toContain(
    'Hashprice: 0.00041 to 0.00042 USD/PH/s/day, last 0.00042',
  );
  const undrawn = contractDetails.parse({ contract_id: 'c1' });
  expect((await contractCard(read(undrawn))).chart).toBeUndefined();
  expect(contractRecords(undrawn)).toEqual([{ contract: { contract_id: 'c1' } }]);
});

test('payments have exact totals by type, and one without an amount is counted apart', () => {
  const rows = [
    { date_time: '2026-11-27T16:00:00Z', type: 'PAYABLE', amount: 0.1 },
    { date_time: '2025-12-31T16:00:00Z', type: 'PAYABLE', amount: '0.2' },
    { date_time: 'soon', type: 'PAYABLE' },
    { amount: 1 },
  ].map((row) => derivativesPayment.parse(row));
  const card = paymentsCard({ rows, all: rows, at: AT }, { currency: 'BTC' });
  expect(shown(card).slice(1)).toEqual([
    'PAYABLE **0.30000000 BTC** in 3, 1 without an amount',
    'Type not given **1.00000000 BTC** in 1',
    '```',
    'Day       Type           BTC',
    '27 Nov    PAYABLE 0.10000000',
    '31 Dec 25 PAYABLE 0.20000000',
    'soon      PAYABLE          –',
    '–         –       1.00000000',
    '```',
  ]);
});

const positions = (history: object) =>
  positionsCard(read(positionHistory.parse(history)), {
    currency: 'USD',
    range: { start: '2026-10-29', end: '2026-11-27' },
  });

test('the newest position is shown, whatever the order, and "not given" where it is bare', async () => {
  const history = {
    summary: { realized_gain_loss: 1226.1 },
    positions: [{ date: '2026-11-27', net_position_ph: -175 }, { date: '2026-11-26' }],
  };
  const lines = shown(await positions(history));
  expect(lines[1]).toBe('**27 Nov: net −175 PH/s** at not given');
  expect(lines).toContain('-# realized +1,226.10 · unrealized not given');
  expect(lines.join('\n')).not.toMatch(/\b0\b/);
  const records = positionRecords(positionHistory.parse({ ...history, summary: { a: 1 } }));
  expect(records.map(({ date }) => date)).toEqual(['2026-11-26', '2026-11-27']);
  expect(records[0]).toMatchObject({ summary: { a: 1 } });
});

test.each(['N/A', undefined, {}, 1795651200000])('a date of %j hides no position', async (date) => {
  const all = [{ date, net_position_ph: 1 }, { date: '2026-11-26', net_position_ph: 5 }, null];
  expect(shown(await positions({ positions: all }))[1]).toMatch(/^\*\*26 Nov: net 5 PH\/s\*\*/);
});
