import { Worker } from 'node:worker_threads';
import { drawChart } from './draw.js';
import type { ChartModel } from '../model.js';

/** What the drawing thread is asked. */
export interface DrawRequest {
  readonly id: number;
  readonly model: ChartModel;
  readonly scale: number;
}

/** What it answers; null where it could not draw. */
export interface Drawn {
  readonly id: number;
  readonly png: Uint8Array | null;
}

export type Draw = (model: ChartModel, scale: number) => Promise<Uint8Array>;

/**
 * Draws charts on a thread of its own, started at the first one, so that no command waits for a
 * picture. What that thread does not draw, because it failed, died or cannot be had, is drawn
 * here: slower, never missing. After a death the next chart starts another thread, unless the
 * first one died before it had drawn anything.
 */
export function createDrawing(entry: URL, drawHere: Draw = drawChart): Draw {
  const waiting = new Map<number, (png: Uint8Array | null) => void>();
  let thread: Worker | undefined;
  let works: boolean | undefined;
  let asked = 0;

  function start(): Worker {
    const started = new Worker(entry);
    started.on('message', ({ id, png }: Drawn) => {
      works = true;
      answer(id, png);
    });
    // Its end follows.
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
    // A process with nothing else to do may end.
    if (waiting.size === 0) thread?.unref();
    resolve?.(png);
  }

  function askThread(model: ChartModel, scale: number): Promise<Uint8Array | null> {
    return new Promise((resolve) => {
      thread ??= start();
      thread.ref();
      const id = ++asked;
      waiting.set(id, resolve);
      thread.postMessage({ id, model, scale } satisfies DrawRequest);
    });
  }

  return async (model, scale) => {
    // Where the process may start no thread at all, that is thrown here.
    const png = works === false ? null : await askThread(model, scale).catch(() => null);
    return png ?? drawHere(model, scale);
  };
}
