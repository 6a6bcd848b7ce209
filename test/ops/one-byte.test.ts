import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown, type OutputChunk } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneByte } from '../../build-plugins/one-byte.mjs';

const SOURCE = String.raw`
const sum = 1 + 1;
export const said = ["don’t “quote”", '🧊 ' + sum + '·', /^[–—]$/u.test("–"), { né: "ü" }.né];
export function thrown() { return "·→" + new Error("here").message; }
`;

const folder = mkdtempSync(join(tmpdir(), 'pitboss-one-byte-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function built(plugins: ReturnType<typeof oneByte>[]): Promise<OutputChunk> {
  const input = join(folder, 'source.js');
  writeFileSync(input, SOURCE);
  const bundle = await rolldown({ input, plugins });
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  const { output } = await bundle.generate({ format: 'cjs', sourcemap: true, minify });
  return output[0];
}

let plain: OutputChunk;
let escaped: OutputChunk;
beforeAll(async () => {
  [plain, escaped] = [await built([]), await built([oneByte()])];
});

function run({ code }: OutputChunk): unknown {
  const file = join(folder, `${randomUUID()}.cjs`);
  writeFileSync(file, code);
  return Reflect.get(createRequire(import.meta.url)(file), 'said');
}

test('a bundle of ASCII only says the same', () => {
  expect(plain.code).toMatch(/’/);
  expect(escaped.code).toMatch(/^[\0-\x7f]*$/);
  expect(run(escaped)).toEqual(['don’t “quote”', '🧊 2·', true, 'ü']);
  expect(run(escaped)).toEqual(run(plain));
});

test('its map still finds the source', () => {
  const find = ({ code, map }: OutputChunk, text: string) => {
    if (map === null) throw new Error('The build made no map');
    const line = code.split('\n').findIndex((each) => each.includes(text));
    const column = code.split('\n')[line]?.indexOf(text) ?? -1;
    const entry = new SourceMap({ ...map, file: '', sourceRoot: '' }).findEntry(line, column);
    return [Reflect.get(entry, 'originalLine'), Reflect.get(entry, 'originalColumn')];
  };
  for (const text of ['/^[', 'test', 'thrown', 'Error', '.message'])
    expect(find(escaped, text), text).toEqual(find(plain, text));
  expect(find(escaped, 'Error')).toEqual([3, SOURCE.split('\n')[3]?.indexOf('Error')]);
});
