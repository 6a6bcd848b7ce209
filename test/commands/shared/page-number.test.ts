import { expect, test } from 'vitest';
import { pageNumber } from '../../../commands/shared/page-number.js';

test.each(['1', '20', '999999'])('%s is a page', (text) => {
  expect(pageNumber.parse(text)).toBe(Number(text));
});

test.each(['0x10', '1e3', '0', '01', '-1', '1.0', ' 2', '2 ', '', '1000000'])(
  '%j is none',
  (text) => {
    expect(pageNumber.safeParse(text).success).toBe(false);
  },
);
