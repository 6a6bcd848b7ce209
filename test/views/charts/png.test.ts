import { createCanvas, loadImage } from '@napi-rs/canvas';
import { array, assert, asyncProperty, constant, infiniteStream, integer, oneof } from 'fast-check';
import { expect, test } from 'vitest';
import { encodePng } from '../../../src/views/charts/render/png.js';

test('any picture is read back pixel by pixel by another library', async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 40 }),
      array(integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
      // Few colours, so that rows repeat.
      oneof(constant(255), constant(1)).chain((max) => infiniteStream(integer({ min: 0, max }))),
      async (width, heights, colours) => {
        const strips = heights.map((height) => ({
          rgba: Buffer.from(
            Array.from({ length: width * height * 4 }, (_, index) =>
              index % 4 === 3 ? 255 : (colours.next().value ?? 0),
            ),
          ),
          width,
          height,
        }));
        const image = await loadImage(Buffer.from(encodePng(strips)));
        const height = heights.reduce((sum, each) => sum + each, 0);
        const canvas = createCanvas(width, height);
        canvas.getContext('2d').drawImage(image, 0, 0);
        expect([image.width, image.height]).toEqual([width, height]);
        const rgba = Buffer.concat(strips.map((strip) => strip.rgba));
        expect(Uint8Array.from(canvas.data())).toEqual(Uint8Array.from(rgba));
      },
    ),
    { numRuns: 50 },
  );
});
