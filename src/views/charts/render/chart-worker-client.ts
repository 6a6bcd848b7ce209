import { Worker } from 'node:worker_threads';
import { drawChart } from './draw-chart.js';
import type { ChartModel } from '../model.js';

export interface DrawRequest {
  readonly id: number;
  readonly model: ChartModel;
  readonly scale: number;
}

export interface DrawResponse {
  readonly id: number;
  /** Null if it could not be drawn. */
  readonly png: Uint8Array | null;
}

export type Draw = (model: ChartModel, scale: number) => Promise<Uint8Array>;

/**
 * Draws charts on a worker thread started at the first chart. Whatever it doesn't draw, because it
 * failed, died or can't be started, is drawn on this thread. After a death the next chart starts
 * another worker, unless the first died before drawing anything.
 */
export function createDrawing(entry: URL, drawHere: Draw = drawChart): Draw {
  const waiting = new Map<number, (png: Uint8Array | null) => void>();
  let thread: Worker | undefined;
  let works: boolean | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(entry);
    started.on('message', ({ id, png }: DrawResponse) => {
      works = true;
      answer(id, png);
    });
    // An 'exit' follows.
    started.on('error', () => undefined);
    started.once('exit', () => {
      thread = undefined;
      works ??= false;
      for (const id of waiting.keys()) answer(id, null);
    });
    return started;
  }

  function answer(id: number, png: Uint8Array | null): void {
    const resolve = waiting.get(id);
    waiting.delete(id);
    // The worker mustn't keep the process alive.
    if (waiting.size === 0) thread?.unref();
    resolve?.(png);
  }

  function askThread(model: ChartModel, scale: number): Promise<Uint8Array | null> {
    return new Promise((resolve) => {
      thread ??= start();
      thread.ref();
      const id = ++lastId;
      waiting.set(id, resolve);
      thread.postMessage({ id, model, scale } satisfies DrawRequest);
    });
  }

  return async (model, scale) => {
    // Throws if the process can't start a thread at all.
    const png = works === false ? null : await askThread(model, scale).catch(() => null);
    return png ?? drawHere(model, scale);
  };
}
