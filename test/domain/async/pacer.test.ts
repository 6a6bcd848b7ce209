import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer } from '../../../src/domain/async/pacer.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => vi.useRealTimers());

test('lets so many begin in each interval, and says how long the next waits', () => {
  const pacer = createPacer({ most: 3, everyMs: 1_000 });
  expect([pacer.begin(), pacer.begin()]).toEqual([0, 0]);
  vi.advanceTimersByTime(400);
  expect(pacer.begin()).toBe(600);
  vi.advanceTimersByTime(600);
  expect([pacer.begin(), pacer.begin(), pacer.begin()]).toEqual([0, 0, 1_000]);
});

test('goes on through a wall clock that is set back or ahead', () => {
  const pacer = createPacer({ most: 1, everyMs: 1_000 });
  for (const hours of [-1, 24]) {
    expect(pacer.begin()).toBe(1_000);
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    vi.advanceTimersByTime(1_000);
  }
});
