import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Every source file, with the parts of one text joined as they are read. */
const sources = ['src', 'commands'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) =>
      readFileSync(join(root, folder, name), 'utf8')
        .replaceAll(/['`] \+\s+['`]/g, '')
        .replaceAll('\\`', '`'),
    ),
);

/** Whether one file has all of these parts close together. */
function stands(sentence: string): boolean {
  const parts = sentence
    .split('…')
    .map((part) => part.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const pattern = new RegExp(parts.filter((part) => part !== '').join('[^]{0,80}?'));
  return sources.some((source) => pattern.test(source));
}

const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
const quoted = [...page.matchAll(/^\| “(.+?)” +\|/gm)].map(([, sentence = '']) => sentence);

test('docs/troubleshooting.md quotes each sentence as people see it', () => {
  expect(quoted.length).toBeGreaterThan(50);
  expect(quoted.filter((sentence) => !stands(sentence))).toEqual([]);
  // One in each row, and none in the heading.
  expect(page.match(/^\| (?!what it says|-)/gm)).toHaveLength(quoted.length);
});

test('a sentence that nobody says is found', () => {
  expect(stands('The pool did not answer in tim.')).toBe(false);
  expect(stands('The pool … answer in an hour')).toBe(false);
});
