import { expect, test } from 'vitest';
import type { Snapshot } from '../../../src/domain/daily/snapshot.js';
import { hashrateSeries } from '../../../src/views/charts/hashrate.js';
import { altText } from '../../../src/views/charts/render/alt-text.js';
import { stripOf } from '../../../src/views/charts/render/layout.js';

function kept(date: string, hashrate_24h: string | null): Snapshot {
  const figures = { revenue_24h: null, revenue_all_time: null, hashprice: null, balance: null };
  const about = { timeZone: 'UTC', readAt: 1, currency: 'BTC', scope: '[]' } as const;
  return { date, ...about, figures: { ...figures, hashrate_24h } };
}

test('the hashrate of kept days is drawn to now, with gaps where nothing is known', () => {
  const model = hashrateSeries({
    currency: 'BTC',
    kept: [kept('2026-11-19', null), kept('2026-11-17', '1234500000000000000000')],
    now: '999000000000000000',
    date: '2026-11-20',
  });
  expect(model.days).toEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']);
  expect(model.panels).toMatchObject([
    { unit: 'ZH/s', marks: 'line', series: [{ values: ['1.2345', null, null, '0.000999'] }] },
  ]);
  expect(altText(model)).toBe(
    'Chart: Hashrate, 24 hours, 17–20 Nov 2026. Hashrate in ZH/s: highest 1.2345 on 17 Nov 2026, lowest 0.000999 on 20 Nov 2026, last 0.000999 on 20 Nov 2026; no figure on 2 of 4 days.',
  );
});

test('what is no number is no point, and the picture is lower than others', () => {
  const model = hashrateSeries({
    currency: 'BTC',
    kept: [kept('2026-11-19', '5000')],
    now: 'lots',
    date: '2026-11-20',
  });
  const [panel] = model.panels;
  expect(panel).toMatchObject({ unit: 'kH/s', series: [{ values: ['5', null] }] });
  const { ofPosts: _, ...ordinary } = model;
  const heightOf = (each: typeof model) => (panel ? stripOf(each, panel).height : 0);
  expect(heightOf(model)).toBeLessThan(heightOf(ordinary));
});
