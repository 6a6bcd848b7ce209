import { revenueSums } from '../../../src/views/charts/revenue-sums.js';
import { array, assert, constantFrom, double, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { dateAfter } from '../../../src/domain/time/local-time.js';
import { revenueReportSchema } from '../../../src/pool-api/resources.js';
import { revenueByDay, revenueReply } from '../../../src/views/pool/revenue.js';
import { lastDayLines, revenueLines, revenueTable } from '../../../src/views/pool/revenue-days.js';
import { chart, pages, range } from '../support/frame.js';

type Row = Record<string, unknown>;

function reportOf(rows: readonly Row[]) {
  return revenueReportSchema.parse({ revenue: rows });
}

function tableOf(rows: readonly Row[], asked = 'LTC_DOGE'): string {
  const days = revenueByDay(reportOf(rows), asked);
  return revenueTable(revenueLines(days), days);
}

const mined = (day: string, revenue: unknown, more: Row = {}) => ({
  date_time: day,
  revenue,
  revenue_type: 'MINING',
  ...more,
});
const LTC = { currency_type: 'LTC' };
const DOGE = { currency_type: 'DOGE' };
const REFERRAL = { ...LTC, revenue_type: 'REFERRAL' };

test('each coin has a column, and a type that every row has, none', () => {
  const rows = [
    mined('2026-11-18', 12.5, LTC),
    mined('2026-11-18', 1234567.12345678, DOGE),
    mined('2026-11-17', 11, LTC),
  ];
  expect(tableOf(rows)).toMatchInlineSnapshot(`
    "\`\`\`
    Day                LTC           DOGE
    2026-11-18 12.50000000 1234567.123457
    2026-11-17 11.00000000              –
    \`\`\`"
  `);
});

test('types stand beside the day where there are several', () => {
  const rows = [
    mined('2026-11-18', 1, LTC),
    mined('2026-11-18', '0.00000001', REFERRAL),
    mined('2026-11-18', 12345.12345678, DOGE),
  ];
  expect(tableOf(rows)).toMatchInlineSnapshot(`
    "\`\`\`
    Day        Type     LTC      DOGE
    2026-11-18 MINING     1 12345.123
    2026-11-18 REFERRAL  >0         –
    \`\`\`"
  `);
});

test('a unit is never cut, whatever stands beside it', () => {
  const coin = constantFrom('BTC', 'LTC_DOGE', 'LTC', 'DOGE');
  const type = constantFrom('MINING', 'REFERRAL');
  const row = record({ coin, type, revenue: double({ noNaN: true, min: -1e9, max: 1e9 }) });
  assert(
    property(array(row, { minLength: 1, maxLength: 9 }), (rows) => {
      const lines = tableOf(
        rows.map((each) =>
          mined('2026-11-18', each.revenue, { currency_type: each.coin, revenue_type: each.type }),
        ),
      ).split('\n');
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
      for (const { coin: unit } of rows) expect(lines.join('\n')).toContain(unit);
      expect(lines.join('\n')).not.toContain('…');
    }),
  );
});

function replyOf(rows: readonly Row[]) {
  const read = {
    value: reportOf(rows),
    readAt: 0,
    refusedSubaccounts: [],
    filledInAllSubaccounts: false,
  };
  return revenueReply({
    read,
    currency: 'BTC',
    range,
    scope: {},
    chart,
    today: dateAfter(range.end, 1),
    pages: (more) => ({ ...pages, more }),
  });
}

test('at most seven lines are shown at once', () => {
  const rows = Array.from({ length: 9 }, (_, ago) => mined(dateAfter('2026-11-19', -ago), 1));
  const [first, second] = replyOf(rows).embeds ?? [];
  expect(first?.image?.url).toBe(chart.url);
  expect(first?.description).not.toContain('```');
  expect(second?.description?.match(/^2026-11-\d\d /gm)).toHaveLength(7);
});

test('a day that is missing may still come, and of one without an amount nobody said why', () => {
  const told = (rows: readonly Row[]) => JSON.stringify(replyOf(rows).embeds);
  const before = mined(dateAfter(range.end, -1), 1);
  expect(told([before])).toContain('yet. A day’s figures usually come some hours after it ends');
  for (const amount of [null, 'soon', 1])
    expect(told([before, mined(range.end, amount)])).not.toContain('yet');
});

const TODAY = '2026-11-20';
const compared = (rows: readonly Row[]) => lastDayLines(revenueSums(reportOf(rows), 'BTC'), TODAY);
/** Yesterday's first. */
const daily = (...amounts: readonly unknown[]) =>
  amounts.flatMap((each, ago) =>
    each === undefined ? [] : [mined(dateAfter(TODAY, -1 - ago), each)],
  );

test('the last day stands against the mean of the seven before', () => {
  expect(compared(daily(2, 1, 1, 1, 1, 1, 1, 1, 100))).toEqual([
    '19 Nov 2026, the last day: **2.00000000 BTC** · +100 % against the average of the 7 days before',
  ]);
});

test('days that the pool did not give are no zeros, and it says how few were given', () => {
  expect(compared(daily(2, undefined, 1, null, 3))).toEqual([
    '19 Nov 2026, the last day: **2.00000000 BTC** · unchanged against the average of the 2 days given of the 7 before',
  ]);
  expect(compared(daily(2))).toEqual(['19 Nov 2026, the last day: **2.00000000 BTC**']);
});

test('a day that is not over, or of which a part has no number, is not the last', () => {
  const rows = [
    mined(TODAY, 9),
    mined('2026-11-19', 9),
    mined('2026-11-19', 'n/a'),
    mined('2026-11-18', 3),
  ];
  expect(compared(rows)).toEqual(['18 Nov 2026, the last day: **3.00000000 BTC**']);
});

test('coins are compared each by itself, and what they have in common is said once', () => {
  const rows = [
    mined('2026-11-19', 2, LTC),
    mined('2026-11-18', 1, LTC),
    mined('2026-11-19', 5, DOGE),
    mined('2026-11-18', 10, DOGE),
  ];
  expect(compared(rows)).toEqual([
    '19 Nov 2026, the last day, against the only day given of the 7 before:',
    '**2.00000000 LTC** · +100 %',
    '**5.00000000 DOGE** · −50 %',
  ]);
});
