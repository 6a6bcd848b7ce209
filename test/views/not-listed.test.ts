import { describe, expect, test } from 'vitest';
import { contractsReply } from '../../src/views/derivatives/contracts.js';
import { dailyPost } from '../../src/views/daily/daily-post.js';
import { paymentsReply } from '../../src/views/derivatives/payments.js';
import { devFeeReply } from '../../src/views/pool/dev-fee.js';
import { filesReply } from '../../src/views/files/file-reply.js';
import { fleetExportReply } from '../../src/views/fleet/miner-export.js';
import { minersReply } from '../../src/views/fleet/miners.js';
import { addressLines, paymentSettingsReply } from '../../src/views/pool/payment-settings.js';
import { positionsReply } from '../../src/views/derivatives/positions.js';
import { revenueReply } from '../../src/views/pool/revenue.js';
import { subaccountsReply } from '../../src/views/pool/subaccounts.js';
import { attached } from './support/attached.js';
import { chart, pages, range } from './support/frame.js';
import { aDailyPost } from './support/daily-post.js';
import { inWords } from './support/rendered.js';

/** A list that is null or absent isn't an empty one, and no view may treat it as one. */

const totals = { ok: true, value: { byType: [], complete: true } } as const;

function reading<Value>(value: Value) {
  return { value, readAt: 1, refusedSubaccounts: [], filledInAllSubaccounts: false };
}

function none<Given extends boolean>(given: Given) {
  return reading({ items: [], given, pagination: null });
}

const VIEWS = {
  miners: (given: boolean) =>
    minersReply({ read: none(given), filter: {}, pages, selectId: 'select', selectValues: [] }),
  subaccounts: (given: boolean) => subaccountsReply({ read: none(given), pages }),
  'payment settings': (given: boolean) =>
    paymentSettingsReply({ read: none(given), currency: 'BTC', scope: {}, pages }),
  contracts: (given: boolean) =>
    contractsReply({ read: none(given), currency: 'BTC', filter: {}, pages }),
  'derivatives payments': (given: boolean) =>
    paymentsReply({
      read: reading({ payments: given ? [] : null }),
      currency: 'BTC',
      type: 'ALL',
      totals,
      earlierVersion: false,
      pages,
    }),
  revenue: (given: boolean) =>
    revenueReply({
      read: reading({ subaccounts: null, revenue: given ? [] : null }),
      currency: 'BTC',
      range,
      scope: {},
      chart,
      today: '2026-11-20',
      pages: () => pages,
    }),
  'developer fee': (given: boolean) =>
    devFeeReply({ read: { ...reading([]), given }, range, scope: {}, chart, pages: () => pages }),
  positions: (given: boolean) =>
    positionsReply({
      history: { positions: given ? [] : null },
      read: { ...reading([]), given },
      currency: 'BTC',
      range,
      chart,
      attached,
    }),
  'an export of miners': (given: boolean) =>
    fleetExportReply({
      filter: {},
      progress: { pages: 0, rows: 0, twice: 0, notes: { ...reading([]), given }, readAt: 1 },
      written: { files: [], rows: 0, ended: 'complete' },
    }),
  'the revenue of a daily post': (given: boolean) =>
    dailyPost(
      aDailyPost(
        { sections: ['revenue'] },
        {
          revenue: {
            ok: true,
            value: reading({ subaccounts: null, revenue: given ? [] : null }),
          },
        },
      ),
    ),
  'a file': (given: boolean) =>
    filesReply('rows', [], { rows: [], read: { ...reading([]), given } }),
};

describe.each(Object.entries(VIEWS))('%s', (_, view) => {
  test('says that there was no list only where there was none', async () => {
    expect(inWords(await view(false))).toContain('The pool gave no list.');
    expect(inWords(await view(false))).not.toMatch(
      /matches|lists no|listed\.|gives no|there yet|Nothing for/,
    );
    expect(inWords(await view(true))).not.toContain('The pool gave no list.');
  });
});

test('a list whose paging contradicts itself is said to be perhaps incomplete', async () => {
  const read = { ...reading([]), contradicts: true };
  const file = await filesReply('rows', [], { rows: [], read });
  expect(inWords(file)).toContain('don’t match what it sent: the list may be incomplete');
});

test('a list that repeated itself is said to be perhaps incomplete', async () => {
  const file = await filesReply('rows', [], { rows: [], read: { ...reading([]), repeated: true } });
  const sums = paymentsReply({
    read: reading({ payments: [] }),
    currency: 'BTC',
    type: 'ALL',
    totals: { ok: true, value: { ...totals.value, repeated: true } },
    earlierVersion: false,
    pages,
  });
  const progress = {
    pages: 1,
    rows: 2,
    twice: 0,
    notes: { ...reading([]), repeated: true },
    readAt: 1,
  };
  const written = { files: [], rows: 2, ended: 'complete' as const };
  for (const reply of [file, sums, fleetExportReply({ filter: {}, progress, written })])
    expect(inWords(reply)).toContain('The pool repeated itself: the list may be incomplete.');
});

test('payout addresses that are not given are not said to be none', () => {
  expect(addressLines(null)).toEqual(['Payout addresses: not given.']);
  expect(addressLines([])).toEqual(['No payout addresses listed.']);
});
