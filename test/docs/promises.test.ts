import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const NAMED = /^- `(test\/[^`]+)`: (.+)$/gm;
const page = readFileSync('docs/promises.md', 'utf8');

test('every test that the promises name exists', () => {
  const named = [...page.matchAll(NAMED)].map(([, file = '', name = '']) => ({ file, name }));
  expect(named.length).toBe(page.split('\n').filter((line) => line.startsWith('- ')).length);
  const missing = named.filter(({ file, name }) => !namesIn(file).includes(name));
  expect(missing).toEqual([]);
});

test('every promise says where it ends and names a test', () => {
  const [, ...promises] = page.split('\n## ');
  const numbers = Array.from({ length: 16 }, (_, index) => index + 1);
  expect(promises.map((promise) => parseInt(promise, 10))).toEqual(numbers);
  for (const promise of promises) {
    expect(promise).toContain('\n_It ends_ ');
    expect(promise).toMatch(NAMED);
  }
});

/** Names of the tests in a file, without the `%s` of those that run several times. */
function namesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/\b(?:test|it)\b.*?\(\s*'([^'\n]+)',/gs)].map(([, name = '']) =>
    name.replaceAll(/:? \(?%s\)?/g, ''),
  );
}
