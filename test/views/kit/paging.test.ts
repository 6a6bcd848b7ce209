import { expect, test } from 'vitest';
import { pageLine, ROWS, slicePage } from '../../../src/views/kit/paging.js';

const customId = String;

test.each([
  [{ number: 1, more: true, seen: 7 }, 'Page 1, more follow'],
  [{ number: 2, more: true, seen: 14 }, 'Page 2, more follow · at least 15 in all'],
  [{ number: 3, more: 'unsaid', seen: 1234 }, 'Page 3, more may follow · at least 1,234 in all'],
  [{ number: 3, more: false, seen: 18 }, 'Page 3, the last · 18 in all'],
  [{ number: 3, more: false }, 'Page 3, the last'],
] as const)('%j says what is known: %s', (pages, line) => {
  expect(pageLine({ ...pages, customId })).toBe(line);
});

test('of a list that is at hand whole the number of pages is known', () => {
  const rows = Array.from({ length: ROWS + 1 }, (_, index) => index);
  const { pages } = slicePage(rows, ROWS, (more) => ({ number: 2, more, customId }));
  expect(pageLine(pages)).toBe('Page 2 of 2');
});
