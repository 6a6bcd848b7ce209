import { afterEach, expect, test, vi } from 'vitest';
import { startElapsed } from '../../../src/domain/time/elapsed.js';

afterEach(() => void vi.useRealTimers());

test.each([
  { what: 'both clocks go on', wall: 5_000, monotonic: 5_000, elapsed: 5_000 },
  { what: 'the machine sleeps', wall: 3_600_000, monotonic: 10, elapsed: 3_600_000 },
  { what: 'the wall clock was set back', wall: -60_000, monotonic: 7_000, elapsed: 7_000 },
])('$what', ({ wall, monotonic, elapsed }) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clock = { time: 1_000, now: () => clock.time };
  const since = startElapsed(clock);
  clock.time += wall;
  vi.advanceTimersByTime(monotonic);
  expect(since()).toBe(elapsed);
});
