import { parentPort } from 'node:worker_threads';
import { drawChart } from './draw-chart.js';
import type { DrawRequest, DrawResponse } from './chart-worker-client.js';

/** The worker thread started by `chart-worker-client.ts`. */
parentPort?.on('message', ({ id, model, scale }: DrawRequest) => {
  void drawChart(model, scale).then(
    (png) => parentPort?.postMessage({ id, png } satisfies DrawResponse, [png.buffer]),
    () => parentPort?.postMessage({ id, png: null } satisfies DrawResponse),
  );
});
