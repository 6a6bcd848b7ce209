import { pathToFileURL } from 'node:url';
import { loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { built } from '../../../sandbox/built.js';
import { createDrawing } from '../../../src/views/charts/render/drawing-thread.js';
import { revenueSeries } from '../../../src/views/charts/revenue.js';

test('the built bot has its drawing thread, and charts come from it', async () => {
  const entry = pathToFileURL(built('bot/thread.js'));
  const draw = createDrawing(entry, () => {
    throw new Error('the thread did not draw');
  });
  const range = { start: '2026-11-17', end: '2026-11-19' };
  const revenue = [{ date_time: '2026-11-17', revenue_type: 'MINING', revenue: 1 }];
  const png = await draw(revenueSeries({ currency: 'BTC', range, report: { revenue } }), 1);
  expect((await loadImage(Buffer.from(png))).width).toBe(800);
});
