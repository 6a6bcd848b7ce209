import { createCanvas, loadImage } from '@napi-rs/canvas';
import { assert, asyncProperty, infiniteStream, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { encodePng } from '../../../src/views/charts/render/png.js';

test('any picture is read back pixel by pixel by another library', async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 40 }),
      integer({ min: 1, max: 40 }),
      infiniteStream(integer({ min: 0, max: 255 })),
      async (width, height, colours) => {
        const rgba = Buffer.from(
          Array.from({ length: width * height * 4 }, (_, index) =>
            index % 4 === 3 ? 255 : (colours.next().value ?? 0),
          ),
        );
        const image = await loadImage(Buffer.from(encodePng([{ rgba, width, height }])));
        const canvas = createCanvas(width, height);
        canvas.getContext('2d').drawImage(image, 0, 0);
        expect([image.width, image.height]).toEqual([width, height]);
        expect(Uint8Array.from(canvas.data())).toEqual(rgba);
      },
    ),
    { numRuns: 50 },
  );
});
