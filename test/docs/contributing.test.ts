import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The files of the example, each named in the sentence before its code. */
const files = [...page.matchAll(/^`([\w./-]+\.ts)` [^\n]*:\n\n```ts\n([^]*?)```/gm)].map(
  ([, path = '', code = '']) => ({ path, code }),
);

test('the command to copy has its three files', () => {
  expect(files.map(({ path }) => path)).toEqual([
    'commands/figures/hashprice.ts',
    'src/views/pool/hashprice.ts',
    'test/e2e/read-commands/hashprice.test.ts',
  ]);
});

test.each(files)('$path finds room where it goes, and all that it imports', ({ path, code }) => {
  expect(readdirSync(join(root, dirname(path))).length).toBeLessThan(16);
  const made = new Set(files.map((each) => join(root, each.path)));
  const missing = [...code.matchAll(/ from '(\.[^']+)'/g)]
    .map(([, specifier = '']) => resolve(root, dirname(path), specifier.replace(/\.js$/, '.ts')))
    .filter((file) => !existsSync(file) && !made.has(file));
  expect(missing).toEqual([]);
});
