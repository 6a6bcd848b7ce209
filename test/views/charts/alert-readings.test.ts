import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingsSeries } from '../../../src/views/charts/alert-readings.js';
import { altText } from '../../../src/views/charts/render/alt-text.js';

const STEP = 300_000;
const START = Date.UTC(2026, 0, 1);
const kept = (values: readonly (string | null)[]) =>
  values.flatMap((value, index) => (value === null ? [] : [{ at: START + index * STEP, value }]));

test('kept figures are drawn back from the newest, in its unit, with gaps where none is kept', () => {
  const model = readingsSeries({
    heading: 'Hashrate',
    unit: 'H/s',
    readings: kept(['2000000', null, '1900000.5', '1400000']),
    limit: '1600000',
    zone: 'UTC',
  });
  expect(model?.panels).toMatchObject([
    {
      unit: 'MH/s',
      series: [{ values: ['2', null, '1.9000005', '1.4'] }],
      level: { value: '1.6' },
    },
  ]);
  expect(model && altText(model)).toBe(
    'Chart: Hashrate, the last hour (UTC time). Hashrate in MH/s: highest 2 15 min before, lowest 1.4 at the end, last 1.4 at the end; no figure on 1 of 4 steps of five minutes. The dashed line is Threshold: 1.6.',
  );
});

test('fewer than three figures are no picture', () => {
  const parts = { heading: 'Active miners', unit: '', limit: undefined, zone: 'UTC' };
  expect(readingsSeries({ ...parts, readings: kept(['1', '2']) })).toBeNull();
  expect(readingsSeries({ ...parts, readings: kept(['1', 'lots', '2']) })).toBeNull();
  expect(readingsSeries({ ...parts, readings: kept(['1', null, '2', '3']) })).not.toBeNull();
});

test('times below are few, of whole quarters and hours of the zone', () => {
  const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Chicago', 'Pacific/Chatham');
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 300 }),
      fc.nat({ max: 2_000 }),
      zones,
      (count, from, zone) => {
        const readings = Array.from({ length: count }, (_, index) => ({
          at: START + (from + index) * STEP,
          value: String(index),
        }));
        const model = readingsSeries({ heading: 'H', unit: '', readings, limit: undefined, zone });
        const ticks = model?.ticks ?? [];
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(5);
        for (const { index, label } of ticks) {
          const at = new Date(readings[index]?.at ?? 0);
          expect(label).toBe(
            at.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: zone }),
          );
        }
      },
    ),
  );
});
