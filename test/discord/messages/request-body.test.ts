import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestBody } from '../../../src/discord/messages/request-body.js';

const file = fc.record({
  name: fc.string({ minLength: 1, unit: 'binary' }),
  data: fc.uint8Array({ maxLength: 500 }),
});

test('a form is read as what went in, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json(),
      fc.array(file, { minLength: 1, maxLength: 4 }),
      async (text, files) => {
        const json: unknown = JSON.parse(text);
        const { type, bytes } = requestBody(json, files);
        const form = await new Response(bytes, {
          headers: { 'content-type': type ?? '' },
        }).formData();
        expect([...form.keys()]).toEqual(['payload_json', ...files.map((_, i) => `files[${i}]`)]);
        expect(form.get('payload_json')).toBe(JSON.stringify(json));
        for (const [index, { name, data }] of files.entries()) {
          const got = form.get(`files[${index}]`);
          if (!(got instanceof File)) throw new Error('no file');
          // A reader can't tell an escape from the same characters typed.
          const written = name
            .replaceAll(/%0A/gi, '\n')
            .replaceAll(/%0D/gi, '\r')
            .replaceAll('%22', '"');
          expect([got.name, got.type]).toEqual([written, 'application/octet-stream']);
          expect(new Uint8Array(await got.arrayBuffer())).toEqual(data);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('without files it is JSON, and without anything nothing', () => {
  expect(requestBody({ a: 1 })).toEqual({ type: 'application/json', bytes: '{"a":1}' });
  expect(requestBody(undefined)).toEqual({ type: null, bytes: null });
});
