import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contractSchema,
  contractDetailsSchema,
  derivativesPaymentSchema,
  devFeeReportSchema,
  fleetActionSchema,
  minerSchema,
  paymentSettingsSchema,
  positionSchema,
  revenueReportSchema,
  subaccountSchema,
} from '../../../src/pool-api/resources.js';
import type { CsvColumn } from '../../../src/views/files/csv.js';
import { snapshot, type Snapshot } from '../../../src/domain/daily/snapshot.js';
import { snapshotColumns } from '../../../src/views/files/csv-columns/daily.js';
import * as derivatives from '../../../src/views/files/csv-columns/derivatives.js';
import * as fleet from '../../../src/views/files/csv-columns/miners.js';
import { recordColumns } from '../../../src/views/files/csv-columns/record-columns.js';
import * as pool from '../../../src/views/files/csv-columns/pool.js';
import { csvBytes } from '../support/csv-bytes.js';
import { parseCsv } from '../../support/parse-csv.js';

/** Every row as an object by heading, without empty cells. */
async function table<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]) {
  const [heading = [], ...lines] = parseCsv(await csvBytes(columns, rows));
  expect(new Set(heading).size).toBe(heading.length);
  return lines.map((cells) =>
    Object.fromEntries(cells.flatMap((cell, at) => (cell === '' ? [] : [[heading[at], cell]]))),
  );
}

/** A value for each field of a schema, identified by the field's own name. */
function filled(fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, `the ${field}`]));
}

describe('every field that the description names has a column of its own', () => {
  const row = (shape: object) => filled(Object.keys(shape));
  const [contractRow, paymentRow, positionRow] = [
    row(contractSchema.shape),
    row(derivativesPaymentSchema.shape),
    row(positionSchema.shape),
  ];
  test.each([
    ['contract', contractRow, table(derivatives.contractColumns, [contractRow])],
    ['payment', paymentRow, table(derivatives.derivativesPaymentColumns('BTC'), [paymentRow])],
    ['position', positionRow, table(derivatives.positionColumns('BTC'), [positionRow])],
  ])('%s', async (_, fields, written) => {
    const [cells] = await written;
    expect(new Set(Object.values(cells ?? {}))).toEqual(new Set(Object.values(fields)));
    expect(Object.keys(cells ?? {})).not.toContain('other fields (JSON)');
  });

  test('miner', async () => {
    const one = minerSchema.parse({
      ...filled(Object.keys(minerSchema.shape)),
      hashrate: '123456789012345678901234567890',
      power: 3250,
      max_temperature: -4.5,
      fan_speed: [6000, '6120', null, -1],
      firmware: { name: 'LuxOS', version: '2026.1' },
      pool: { url: 'stratum', username: 'u', worker: 'w' },
      site_id: '=cmd',
      hidden: { deep: ['\u202E', 1.5] },
    });
    expect(await table(fleet.minerColumns, [one])).toMatchInlineSnapshot(`
      [
        {
          "agent_id": "the agent_id",
          "fan_speed (rpm)": "6000 6120 null -1",
          "firmware.name": "LuxOS",
          "firmware.version": "2026.1",
          "hashing_status": "the hashing_status",
          "hashrate (H/s)": "123456789012345678901234567890",
          "healthy_status": "the healthy_status",
          "id": "the id",
          "ip_address": "the ip_address",
          "last_seen_at (UTC)": "the last_seen_at",
          "mac_address": "the mac_address",
          "max_temperature (°C)": "-4.5",
          "model": "the model",
          "other fields (JSON)": "{"hidden":{"deep":["\\u202E",1.5]}}",
          "pool.url": "stratum",
          "pool.username": "u",
          "pool.worker": "w",
          "power (W)": "3250",
          "site_id": "'=cmd",
          "url": "the url",
        },
      ]
    `);
  });
});

interface Place {
  readonly id?: unknown;
  readonly site?: { readonly id?: unknown; readonly room?: { readonly name?: unknown } } | null;
}

test('whatever a record holds stands in a column or among the other fields', async () => {
  const names = fc.constantFrom('id', 'site', 'room', 'name', 'site.id', 'x', 'constructor');
  const columns = recordColumns<Place>(['id', 'site.id', 'site.room.name']);
  const { tree: records } = fc.letrec<{ tree: object; value: unknown }>((tie) => ({
    tree: fc.dictionary(names, tie('value')),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.uuid(),
      tie('tree'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(records, async (record) => {
      const [cells = {}] = await table(columns, [record]);
      const written = JSON.stringify(Object.values(cells));
      for (const [uuid] of JSON.stringify(record).matchAll(/[\da-f-]{36}/g))
        expect(written.split(uuid).length).toBe(JSON.stringify(record).split(uuid).length);
    }),
  );
});

test('revenue rows, nested and flat, keep what they hold', async () => {
  const { revenue } = revenueReportSchema.parse({
    revenue: [
      {
        date_time: '2026-11-19T00:00:00Z',
        revenue: { currency_type: 'BTC', revenue_type: 'MINING', revenue: 0.1 },
      },
      { date_time: '2026-11-19T00:00:00Z', revenue_type: 'REFERRAL', revenue: '-0.50', extra: 7 },
    ],
  });
  expect(await table(pool.revenueColumns, revenue ?? [])).toMatchInlineSnapshot(`
    [
      {
        "currency_type": "BTC",
        "date_time (UTC)": "2026-11-19T00:00:00Z",
        "revenue (coins of currency_type)": "0.1",
        "revenue_type": "MINING",
      },
      {
        "date_time (UTC)": "2026-11-19T00:00:00Z",
        "other fields (JSON)": "{"extra":7}",
        "revenue (coins of currency_type)": "-0.50",
        "revenue_type": "REFERRAL",
      },
    ]
  `);
});

test('dev fee, subaccounts, fleet action', async () => {
  const { devfee_data: fees } = devFeeReportSchema.parse({
    devfee_data: [
      {
        datetime: '2026-11-19T01:00:00Z',
        devfee_hashrate: '99',
        devfee_revenue: 1e-9,
        subaccount: 'n',
      },
    ],
  });
  expect(await table(pool.devFeeColumns, fees ?? [])).toMatchInlineSnapshot(`
    [
      {
        "datetime (UTC)": "2026-11-19T01:00:00Z",
        "devfee_hashrate (H/s)": "99",
        "devfee_revenue (currency not given)": "0.000000001",
        "subaccount": "n",
      },
    ]
  `);
  const account = subaccountSchema.parse({
    id: 7,
    name: '-x',
    site: { id: 's', name: 'S', zone: 1 },
  });
  expect(await table(pool.subaccountColumns, [account])).toMatchInlineSnapshot(`
    [
      {
        "id": "7",
        "name": "'-x",
        "other fields (JSON)": "{"site":{"zone":1}}",
        "site.id": "s",
        "site.name": "S",
      },
    ]
  `);
  const { miners_summary: miners } = fleetActionSchema.parse({
    miners_summary: [{ miner_id: 'm', execution_log_summary: 'one\n=two', failure_code: 'E1' }],
  });
  expect(await table(fleet.actionMinerColumns, miners ?? [])).toMatchInlineSnapshot(`
    [
      {
        "execution_log_summary": "one
    '=two",
        "failure_code": "E1",
        "miner_id": "m",
      },
    ]
  `);
});

test('payment settings have a row for each address, and one where there is none', async () => {
  const records = [
    paymentSettingsSchema.parse({
      currency_type: 'BTC',
      subaccount: { name: 'north', tier: 'gold' },
      balance: '0.100',
      addresses: [
        { address_id: 1, external_address: 'bc1q', revenue_allocation: 60, memo: 'm' },
        { address_id: 2, external_address: 'bc1p', revenue_allocation: 40 },
      ],
    }),
    paymentSettingsSchema.parse({ currency_type: 'BTC', subaccount: { name: 'south' } }),
  ];
  expect(await table(pool.paymentSettingsColumns, pool.paymentSettingsRows(records)))
    .toMatchInlineSnapshot(`
    [
      {
        "address_id": "1",
        "balance (coins of currency_type)": "0.100",
        "currency_type": "BTC",
        "external_address": "bc1q",
        "other fields (JSON)": "{"settings":{"subaccount":{"tier":"gold"}},"address":{"memo":"m"}}",
        "revenue_allocation": "60",
        "subaccount.name": "north",
      },
      {
        "address_id": "2",
        "balance (coins of currency_type)": "0.100",
        "currency_type": "BTC",
        "external_address": "bc1p",
        "other fields (JSON)": "{"settings":{"subaccount":{"tier":"gold"}}}",
        "revenue_allocation": "40",
        "subaccount.name": "north",
      },
      {
        "currency_type": "BTC",
        "subaccount.name": "south",
      },
    ]
  `);
});

test('the series of a contract stand beside each other by date, and none is lost', async () => {
  const { series } = contractDetailsSchema.parse({
    series: {
      hashprice: [
        { date: '2026-11-18', hashprice: 0.00051 },
        { date: '2026-11-17', hashprice: 0.0005 },
        { date: '2026-11-17', hashprice: 0.0006 },
      ],
      daily_expired_gain_loss: [{ date: '2026-11-18', daily_expired_gain_loss: -0.5, note: 'n' }],
      cumulative_gain_loss: [{ cumulative_gain_loss: 3 }],
    },
  });
  const rows = derivatives.contractSeriesRows(series);
  expect(await table(derivatives.contractSeriesColumns('BTC'), rows)).toMatchInlineSnapshot(`
    [
      {
        "cumulative_gain_loss (BTC)": "3",
      },
      {
        "date": "2026-11-17",
        "hashprice (BTC/PH/s/day)": "0.0005",
      },
      {
        "date": "2026-11-17",
        "hashprice (BTC/PH/s/day)": "0.0006",
      },
      {
        "daily_expired_gain_loss (BTC)": "-0.5",
        "date": "2026-11-18",
        "hashprice (BTC/PH/s/day)": "0.00051",
        "other fields (JSON)": "{"daily":{"note":"n"}}",
      },
    ]
  `);
});

describe('the kept figures of daily posts', () => {
  const day = (figures: Partial<Snapshot['figures']>) =>
    snapshot.parse({
      date: '2026-11-24',
      timeZone: 'UTC',
      readAt: 0,
      currency: 'LTC_DOGE',
      scope: '',
      figures: {
        revenue_24h: null,
        revenue_all_time: null,
        hashprice: null,
        balance: null,
        ...figures,
      },
    });

  test('are numbers where a list has one entry, and keep every entry where it has more', async () => {
    const [row] = await table(snapshotColumns, [
      day({
        revenue_24h: [
          { currency_type: 'BTC', revenue_type: 'MINING', revenue: '0.10000000000000000001' },
        ],
        hashprice: [{ currency_type: 'LTC', value: 1.5 }, { value: null }],
        balance: [],
      }),
    ]);
    expect(row).toMatchObject({
      revenue_24h: '0.10000000000000000001',
      'revenue_24h: of what': 'BTC MINING',
      'hashprice (per PH/s per day)': '1.5; ',
      'hashprice: of what': 'LTC; not given',
      'balance: of what': 'none listed',
    });
    expect(Object.keys(row ?? {}).filter((name) => /^(balance|revenue_all)/.test(name))).toEqual([
      'balance: of what',
    ]);
  });
});
