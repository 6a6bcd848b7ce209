import { gunzipSync } from 'node:zlib';
import { array, assert, asyncProperty, integer, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { gzipPart } from '../../../src/views/files/gzip-part.js';

const CHUNK = Buffer.alloc(64 * 1024, 'miner');

test('a chunk is compressed while the next is made', async () => {
  const part = gzipPart(1e6);
  let turns = 0;
  setImmediate(() => turns++);
  await part.add(CHUNK);
  expect(turns).toBe(0);
  await part.add(CHUNK);
  expect(gunzipSync(await part.finish())).toEqual(Buffer.concat([CHUNK, CHUNK]));
});

test('holds what fitted, in order, and never more than its limit', async () => {
  await assert(
    asyncProperty(
      array(uint8Array({ maxLength: 3_000 }), { maxLength: 20 }),
      integer({ min: 1_100, max: 20_000 }),
      async (chunks, limit) => {
        const part = gzipPart(limit);
        const taken: Uint8Array[] = [];
        for (const chunk of chunks) if (await part.add(chunk)) taken.push(chunk);
        const file = await part.finish();
        expect(file.length).toBeLessThanOrEqual(limit);
        expect(gunzipSync(file)).toEqual(Buffer.concat(taken));
      },
    ),
    { numRuns: 60 },
  );
});
