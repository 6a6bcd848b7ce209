import { expect, test } from 'vitest';
import {
  fleetActionSchema,
  minerSchema,
  paymentSettingsSchema,
  revenueReportSchema,
} from '../../../src/pool-api/resources.js';
import {
  paymentSettingsColumns,
  paymentSettingsRows,
} from '../../../src/views/files/csv-columns/pool.js';
import { fleetActionReply } from '../../../src/views/fleet/fleet-action.js';
import { minersReply } from '../../../src/views/fleet/miners.js';
import { revenueByDay } from '../../../src/views/pool/revenue.js';
import { attached } from '../support/attached.js';
import { inWords } from '../support/rendered.js';

const notes = { readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };

test('a miner without the word healthy does not look healthy, and what came is said', () => {
  const shown = (...health: readonly (string | null)[]) => {
    const items = health.map((healthy_status, place) =>
      minerSchema.parse({
        ip_address: `10.0.0.${place}`,
        hashing_status: 'hashing',
        healthy_status,
      }),
    );
    const read = { value: { items, pagination: null }, ...notes };
    const pages = { number: 1, more: false, customId: String, csvId: 'csv' };
    return inWords(minersReply({ read, filter: {}, pages, selectId: 'select', selectValues: [] }));
  };
  const page = shown('healthy', 'failing', null, 'N/A');
  expect(page).toMatch(/10\.0\.0\.0 .*hashing\n10\.0\.0\.1 .*hashing !\n/);
  expect(page).toMatch(/10\.0\.0\.2 .*hashing \?\n10\.0\.0\.3 .*hashing \?\n/);
  expect(page).toContain('! = failing · ? = health not given and N/A');
  expect(shown('healthy')).not.toContain('?');
});

test('counts of an action keep every digit beside the bar', () => {
  const value = fleetActionSchema.parse({
    total_miners: '90071992547409931',
    success_miners: '90071992547409921',
    error_miners: '1',
  });
  expect(
    inWords(
      fleetActionReply({ value, ...notes }, { actionId: 'a-1', siteName: undefined, ...attached }),
    ),
  ).toContain('90,071,992,547,409,922 of 90,071,992,547,409,931 finished');
});

test('ids of wallets and addresses are text in files, not figures', () => {
  const rows = paymentSettingsRows([
    paymentSettingsSchema.parse({ wallet_id: '12e3', addresses: [{ address_id: '7E2' }] }),
  ]);
  const cells = ['wallet_id', 'address_id'].map((wanted) =>
    paymentSettingsColumns
      .filter(({ heading }) => heading === wanted)
      .map(({ value }) => rows.map(value)),
  );
  expect(cells.flat(2)).toEqual(['12e3', '7E2']);
});

test('revenue stands under its UTC day, as in the chart', () => {
  const revenue = [
    { date_time: '2026-11-17T23:30:00-02:00', revenue: 1 },
    { date_time: '2026-11-18', revenue: 2 },
    { date_time: 'soon', revenue: 4 },
  ];
  const days = revenueByDay(revenueReportSchema.parse({ revenue }), 'BTC');
  expect(days.map(({ day, total }) => [day, total])).toEqual([
    ['soon', '4'],
    ['2026-11-18', '3'],
  ]);
});
