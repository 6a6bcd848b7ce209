import { parentPort } from 'node:worker_threads';
import { drawChart } from './draw-chart.js';
import type { DrawRequest, Drawn } from './drawing-thread.js';

/** The worker thread started by `drawing-thread.ts`. */
parentPort?.on('message', ({ id, model, scale }: DrawRequest) => {
  void drawChart(model, scale).then(
    (png) => parentPort?.postMessage({ id, png } satisfies Drawn, [png.buffer]),
    () => parentPort?.postMessage({ id, png: null } satisfies Drawn),
  );
});
