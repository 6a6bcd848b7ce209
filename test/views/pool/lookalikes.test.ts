import { expect, test } from 'vitest';
import {
  differenceText,
  letterList,
  lookalikesLine,
  unusualLettersLine,
} from '../../../src/views/pool/lookalikes.js';
import { table } from '../../../src/views/kit/table.js';

test('a name is compared with the first others alone, however many look like it', () => {
  let reads = 0;
  const many = Array.from({ length: 5_000 }, (_, index) => `hall${'\u200B'.repeat(index + 1)}`);
  const counted = new Proxy(many, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  expect(differenceText('hall', counted)).toBe('it ends after character 4');
  expect(reads).toBeLessThanOrEqual(20);
});

test('the line names ten of those that look alike, and counts the others', () => {
  const names = Array.from({ length: 40 }, (_, index) => `hall${'\u200B'.repeat(index)}`);
  expect(lookalikesLine(names)).toMatch(/different names:\*\* (?:`.*?\), ){9}`.* and 30 more\.$/);
});

test('unusual letters are counted in whole letters, also far into a name', () => {
  expect(unusualLettersLine(`${'x'.repeat(5_000)}💰\u200B  y`)).toBe(
    [
      '⚠️ Unusual letters in this name: U+1F4B0 (character 5001) and U+200B (character 5002).',
      '⚠️ Extra spaces in this name: characters 5003 to 5004.',
    ].join('\n'),
  );
  expect(letterList([])).toBe('');
});

test('a table asks for each cell once', () => {
  let asked = 0;
  const cell = (text: string) => (asked++, text);
  const columns = [
    { heading: 'Name', width: 10, grows: true, cut: 'middle', cell } as const,
    { heading: 'Site', width: 10, cell },
  ];
  expect(table(columns, ['hall', 'north'])).toBe(
    ['```', 'Name  Site', 'hall  hall', 'north north', '```'].join('\n'),
  );
  expect(asked).toBe(4);
});
