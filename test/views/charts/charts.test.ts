import { describe, expect, test } from 'vitest';
import { loadImage } from '@napi-rs/canvas';
import {
  contractDetailsSchema,
  positionHistorySchema,
  revenueReportSchema,
  type Position,
} from '../../../src/pool-api/resources.js';
import { drawChart } from '../../../src/views/charts/render/draw-chart.js';
import { pictureOf } from '../../../src/views/charts/render/picture.js';
import { altText } from '../../../src/views/charts/render/alt-text.js';
import { contractChart, contractSeries } from '../../../src/views/charts/contract.js';
import { devFeeSeries } from '../../../src/views/charts/dev-fee.js';
import { positionSeries } from '../../../src/views/charts/positions.js';
import { revenueSeries } from '../../../src/views/charts/revenue.js';
import { revenueByDay } from '../../../src/views/pool/revenue.js';

const RANGE = { start: '2026-11-17', end: '2026-11-19' };
const HOSTILE = `\u202E@everyone **\`${'x'.repeat(5000)}`;

const revenue = [
  { date_time: '2026-11-17T00:00:00Z', revenue_type: 'MINING', revenue: 0.1 },
  { date_time: '2026-11-17T12:00:00Z', revenue_type: 'MINING', revenue: '0.20000000000000000001' },
  { date_time: '2026-11-18', revenue_type: 'REFERRAL', revenue: -0.05 },
  { date_time: '2026-11-18T23:30:00-05:00', revenue_type: 'MINING', revenue: 1 },
  { date_time: '2026-11-30', revenue_type: 'MINING', revenue: 5 },
  { date_time: '2026-11-17', revenue_type: 'MINING', revenue: 'n/a' },
];

describe('revenue', () => {
  test('sums by day and type with every digit, and tells a day without a figure from zero', () => {
    const model = revenueSeries({ currency: 'BTC', range: RANGE, report: { revenue } });
    expect(model).toMatchInlineSnapshot(`
      {
        "days": [
          "2026-11-17",
          "2026-11-18",
          "2026-11-19",
        ],
        "panels": [
          {
            "heading": "Revenue",
            "marks": "stacked-bars",
            "series": [
              {
                "label": "MINING",
                "values": [
                  "0.30000000000000000001",
                  null,
                  "1",
                ],
              },
              {
                "label": "REFERRAL",
                "values": [
                  null,
                  "-0.05",
                  null,
                ],
              },
            ],
            "unit": "BTC",
          },
        ],
        "subtitle": "17–19 Nov 2026 (3 days, UTC)",
        "title": "Revenue by day",
        "undrawn": 2,
      }
    `);
    expect(altText(model)).toMatchInlineSnapshot(
      `"Chart: Revenue by day, 17–19 Nov 2026 (UTC days). Revenue in BTC: highest 1 on 19 Nov 2026, lowest −0.05 on 18 Nov 2026, last 1 on 19 Nov 2026. Total 1.25: MINING 1.3, REFERRAL −0.05. Not drawn: 2 rows without a day of the range, without a number, or doubled."`,
    );
  });

  test('never adds one currency to another', () => {
    const model = revenueSeries({
      currency: 'LTC_DOGE',
      range: RANGE,
      report: {
        revenue: [
          { date_time: '2026-11-17', currency_type: 'LTC', revenue_type: 'MINING', revenue: 2 },
          { date_time: '2026-11-17', currency_type: 'DOGE', revenue_type: 'MINING', revenue: 2000 },
        ],
      },
    });
    expect(model.panels.map(({ unit, series }) => [unit, series[0]?.values])).toEqual([
      ['LTC', ['2', null, null]],
      ['DOGE', ['2000', null, null]],
    ]);
  });

  test.each([
    [{ currency_type: 'DOGE', revenue: 1 }, 'DOGE'],
    [{ revenue: 1 }, 'LTC'],
    [{ currency_type: '', revenue: 1 }, 'LTC'],
  ])('%o has one unit, in the chart and on the card', (row, unit) => {
    const report = revenueReportSchema.parse({
      currency_type: 'LTC',
      revenue: [{ date_time: '2026-11-17', ...row }],
    });
    const asked = 'LTC_DOGE';
    const { panels } = revenueSeries({ currency: asked, range: RANGE, report });
    expect(panels.map((panel) => panel.unit)).toEqual([unit]);
    expect(revenueByDay(report, asked).map(({ currency }) => currency)).toEqual([unit]);
  });
});

test('dev fee sums hours, and past five subaccounts the smallest become one', () => {
  const model = devFeeSeries({
    range: RANGE,
    rows: Array.from({ length: 8 }, (_, index) => [
      { datetime: '2026-11-18T01:00:00Z', subaccount: `s${index}`, devfee_revenue: 10 - index },
      { datetime: '2026-11-18T02:00:00Z', subaccount: `s${index}`, devfee_revenue: '0.5' },
    ]).flat(),
  });
  expect(model.panels[0]?.series.map(({ label, values }) => [label, values[1]])).toEqual([
    ['s0', '10.5'],
    ['s1', '9.5'],
    ['s2', '8.5'],
    ['s3', '7.5'],
    ['s4', '6.5'],
    ['3 others', '13.5'],
  ]);
});

test('a contract has its three series over the same days, and its own price as a line', () => {
  const model = contractSeries(
    contractDetailsSchema.parse({
      contract_id: 'c-1',
      denomination: 'BTC',
      unit_hashprice: 0.00052,
      series: {
        hashprice: [
          { date: '2026-11-19', hashprice: 0.0005 },
          { date: '2026-11-17', hashprice: 0.0006 },
        ],
        daily_expired_gain_loss: [{ date: '2026-11-19', daily_expired_gain_loss: -0.5 }],
        cumulative_gain_loss: [{ date: 'soon', cumulative_gain_loss: 1 }],
      },
    }),
  );
  expect(model.days).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  expect(model.panels.map(({ series }) => series[0]?.values)).toEqual([
    ['0.0006', null, '0.0005'],
    [null, null, '-0.5'],
    [null, null, null],
  ]);
  expect(model.panels[0]?.level?.value).toBe('0.00052');
  expect(altText(model)).toMatchInlineSnapshot(
    `"Chart: Hashprice and gain or loss, 17–19 Nov 2026 (UTC days). Hashprice in BTC/PH/s/day: highest 0.0006 on 17 Nov 2026, lowest 0.0005 on 19 Nov 2026, last 0.0005 on 19 Nov 2026; no figure on 1 of 3 days. The dashed line is Contract price: 0.00052. Daily gain/loss in BTC: −0.5 on 19 Nov 2026; no figure on 2 of 3 days. Gain/loss so far in BTC: no figures. Not drawn: 1 row without a day of the range, without a number, or doubled."`,
  );
});

test.each(['9999-12-31T23:30:00-05:00', '0000-01-01T00:00:00+05:00'])(
  'a day that no calendar here has, %s, is not drawn, and the others are',
  (date) => {
    const positions = [
      { date, net_position_ph: 1 },
      { date: '2026-11-19', net_position_ph: 3 },
    ];
    const { days, undrawn } = positionSeries({ currency: 'BTC', positions });
    expect({ days, undrawn }).toEqual({ days: ['2026-11-19'], undrawn: 1 });
  },
);

test('positions stand oldest first, whatever order the pool gave', () => {
  const { positions } = positionHistorySchema.parse({
    positions: [
      { date: '2026-11-19', net_position_ph: 3, total_gain_loss: -1, margin_required: '2.50' },
      { date: '2026-11-18', net_position_ph: 2, maintenance_margin: 1 },
    ],
  });
  const model = positionSeries({ currency: 'BTC', positions: positions ?? [] });
  expect(model.panels.map(({ series }) => series.map(({ values }) => values))).toEqual([
    [['2', '3']],
    [[null, '-1']],
    [
      [null, '2.5'],
      ['1', null],
    ],
  ]);
});

describe('a picture', () => {
  const day = '2026-11-19';
  const long = { start: '2025-11-20', end: '2026-11-20' };
  type Revenue = Parameters<typeof revenueSeries>[0];
  const drawRevenue = (parts: Revenue) => pictureOf('revenue', revenueSeries(parts));
  const drawPositions = (positions: readonly Position[]) =>
    pictureOf('positions', positionSeries({ currency: 'USD', positions }));
  test.each([
    ['plain', () => drawRevenue({ currency: 'BTC', range: RANGE, report: { revenue } })],
    ['no rows', () => drawRevenue({ currency: 'BTC', range: long, report: { revenue: [] } })],
    ['no fee', () => pictureOf('dev-fee', devFeeSeries({ range: RANGE, rows: [] }))],
    [
      'hostile',
      () =>
        drawRevenue({
          currency: HOSTILE,
          range: RANGE,
          report: {
            revenue: Array.from({ length: 40 }, (_, index) => ({
              date_time: day,
              revenue_type: `${index}${HOSTILE}`,
              revenue: index % 2 === 0 ? '1e400' : -index,
            })),
          },
        }),
    ],
    ['one position', () => drawPositions([{ date: day }])],
    ['no position', () => drawPositions([])],
    [
      'one day of a contract',
      () =>
        contractChart(
          contractDetailsSchema.parse({
            contract_id: HOSTILE,
            series: { hashprice: [{ date: day, hashprice: '0.0004' }] },
          }),
        ),
    ],
  ])('is drawn, readable and described: %s', async (_, draw) => {
    const drawn = await draw();
    if (drawn === null) throw new Error('nothing was drawn');
    const { file, url } = drawn;
    expect(url).toBe(`attachment://${file.name}`);
    expect(file.name).toMatch(/^[a-z-]+\.png$/);
    const image = await loadImage(Buffer.from(file.data));
    expect(image.width).toBe(1600);
    expect(image.height).toBeLessThanOrEqual(1600);
    expect(file.description).toMatch(/^Chart: /);
    expect(file.description?.length).toBeLessThanOrEqual(1024);
    expect(file.description).not.toMatch(/\u202E|NaN|undefined|null|Infinity/);
  });

  test('no picture is made of a contract without a day', async () => {
    expect(await contractChart(contractDetailsSchema.parse({ contract_id: 'x' }))).toBeNull();
  });

  test('is the same whatever was drawn before it on the same canvas, or failed to be', async () => {
    const model = revenueSeries({ currency: 'BTC', range: RANGE, report: { revenue } });
    const first = await drawChart(model, 1);
    await drawChart(positionSeries({ currency: 'USD', positions: [{ date: day }] }), 2);
    const fails = () => {
      throw new Error('out of paint');
    };
    const broken = { ...model, subtitle: Object({ toString: fails }) };
    await expect(drawChart(broken, 1)).rejects.toThrow('out of paint');
    expect(await drawChart(model, 1)).toEqual(first);
  });
});
