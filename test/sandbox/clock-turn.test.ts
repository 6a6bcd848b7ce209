import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aheadAt, minutesPassing, steppedUntil } from '../../sandbox/clock-offset.js';

const from = 1_000_000;

test('minutes pass one by one, and then time goes as always', () => {
  const turn = minutesPassing(3, { aheadMs: 5 }, { from, everyMs: 1_000 });
  const passed = (ms: number) => ms + aheadAt(turn, from + ms) - 5;
  expect([-1, 0, 999, 1_000, 1_999, 2_000, 3_000, 9_000].map(passed)).toEqual([
    -1, 0, 999, 60_000, 60_999, 120_000, 180_000, 186_000,
  ]);
  expect(steppedUntil(turn)).toBe(from + 3_000);
  expect(aheadAt({ aheadMs: 7 }, from)).toBe(7);
});

test('such a clock never goes back, also where minutes follow minutes', () => {
  const runs = fc.array(fc.record({ count: fc.nat(90), waitMs: fc.nat(90_000) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(runs, (each) => {
      let turn = minutesPassing(0, { aheadMs: 0 }, { from, everyMs: 1_000 });
      let at = from;
      for (const { count, waitMs } of each) {
        at = Math.max(at + waitMs, steppedUntil(turn));
        const before = aheadAt(turn, at);
        turn = minutesPassing(count, turn, { from: at, everyMs: 1_000 });
        expect(aheadAt(turn, at)).toBe(before);
        expect(aheadAt(turn, steppedUntil(turn))).toBe(before + count * 59_000);
      }
    }),
  );
});
