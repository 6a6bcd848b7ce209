import { pathToFileURL } from 'node:url';
import { loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { built } from '../../../sandbox/dist-paths.js';
import { ask, startConnectedWorld } from '../world.js';
import { createDrawing } from '../../../src/views/charts/render/chart-worker-client.js';
import { revenueSeries } from '../../../src/views/charts/revenue.js';

test('the built bot has its drawing thread, and charts come from it', async () => {
  const entry = pathToFileURL(built('bot/chart-worker.js'));
  const draw = createDrawing(entry, () => {
    throw new Error('the thread did not draw');
  });
  const range = { start: '2026-11-17', end: '2026-11-19' };
  const revenue = [{ date_time: '2026-11-17', revenue_type: 'MINING', revenue: 1 }];
  const png = await draw(revenueSeries({ currency: 'BTC', range, report: { revenue } }), 1);
  expect((await loadImage(Buffer.from(png))).width).toBe(800);
});

/** Runs at the start of each of the bot's threads. */
const inEachThread = (code: string) =>
  `--import data:text/javascript,${encodeURIComponent(
    `import { isMainThread } from 'node:worker_threads'; import Module from 'node:module'; ${code}`,
  )}`;

const withoutCanvas = `
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (name === '@napi-rs/canvas') throw new Error('no canvas here');
    return load(name, ...rest);
  };`;

test.each([
  ['the thread alone', `if (isMainThread) { ${withoutCanvas} }`],
  ['the main thread, where the other dies', 'if (!isMainThread) process.exit(1);'],
])('a chart is drawn by %s', async (_, code) => {
  const world = await startConnectedWorld({ env: { NODE_OPTIONS: inEachThread(code) } });
  const { attachments } = await ask(world.as('viewer'), 'revenue');
  const chart = attachments.find(({ filename }) => filename.endsWith('.png'));
  expect((await loadImage(Buffer.from(chart?.data ?? []))).width).toBeGreaterThan(0);
  await world.close();
});
