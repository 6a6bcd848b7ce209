import { expect, test } from 'vitest';
import { duration, minutesTyped } from '../src/durations.js';

test.each([
  ['90m', 90],
  ['1.5 hours', 90],
  ['3 Days', 4_320],
  ['15', null],
  ['0.3m', null],
])('the time %j is read as %j minutes', (typed, minutes) => {
  expect(minutesTyped(typed)).toBe(minutes);
});

test.each([
  [90, '90 min'],
  [1_440, '1 day'],
])('%i minutes read as %j', (minutes, words) => {
  expect(duration(minutes)).toBe(words);
});
