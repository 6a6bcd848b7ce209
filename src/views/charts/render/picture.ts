import type { ReplyFile } from '../../../domain/messages/reply.js';
import { altText } from './alt-text.js';
import { createDrawing } from './chart-worker-client.js';
import { SCALE } from './layout.js';
import type { ChartModel } from '../model.js';

export interface Picture {
  readonly file: ReplyFile;
  /** For an embed's `image.url`. */
  readonly url: string;
}

const draw = createDrawing(new URL('./chart-worker.js', import.meta.url));

/** A chart as a file with its alt text. `name` is ours, never the pool's. */
export async function pictureOf(name: string, model: ChartModel, scale = SCALE): Promise<Picture> {
  const data = await draw(model, scale);
  return {
    file: { name: `${name}.png`, data, description: altText(model) },
    url: `attachment://${name}.png`,
  };
}
