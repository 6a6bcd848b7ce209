import { expect, test } from 'vitest';
import { createAges } from '../../../src/domain/time/ages.js';

const MINUTE = 60_000;

function harness() {
  const time = { wall: 1_000_000_000, passed: 5 };
  const ageOf = createAges({
    clock: { now: () => time.wall },
    uptime: () => time.passed,
    withinMs: 60 * MINUTE,
  });
  return { time, ageOf };
}

test.each([
  ['set back', -6 * 60 * MINUTE],
  ['set two days ahead', 2 * 86_400_000],
  ['right', 0],
])('what is known ages by the process’s own count, with a clock that is %s', (_, by) => {
  const { time, ageOf } = harness();
  const at = time.wall - 3 * MINUTE;
  expect(ageOf('a', at)).toBe(3 * MINUTE);
  time.wall += by;
  time.passed += MINUTE;
  expect(ageOf('a', at)).toBe(4 * MINUTE);
});

test('what happened by a clock that was ahead happens when it is heard of', () => {
  const { time, ageOf } = harness();
  const at = time.wall + 20 * MINUTE;
  expect(ageOf('a', at)).toBe(0);
  time.passed += MINUTE;
  expect(ageOf('a', at)).toBe(MINUTE);
});

test('what was old at first is told by the wall clock', () => {
  const { time, ageOf } = harness();
  const at = time.wall - 61 * MINUTE;
  expect(ageOf('a', at)).toBe(61 * MINUTE);
  time.wall += MINUTE;
  expect(ageOf('a', at)).toBe(62 * MINUTE);
});

test('of very many the first are forgotten', () => {
  const { time, ageOf } = harness();
  const at = time.wall;
  for (let each = 0; each <= 10_000; each++) ageOf(`${each}`, at);
  time.passed += MINUTE;
  expect(ageOf('0', at)).toBe(0);
  expect(ageOf('10000', at)).toBe(MINUTE);
});
