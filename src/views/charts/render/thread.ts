import { parentPort } from 'node:worker_threads';
import { drawChart } from './draw.js';
import type { DrawRequest, Drawn } from './drawing.js';

/** The thread that draws, started by `drawing.ts`: a chart in, its PNG or null out, in turn. */
parentPort?.on('message', ({ id, model, scale }: DrawRequest) => {
  void drawChart(model, scale).then(
    (png) => parentPort?.postMessage({ id, png } satisfies Drawn, [png.buffer]),
    () => parentPort?.postMessage({ id, png: null } satisfies Drawn),
  );
});
