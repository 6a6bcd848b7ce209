import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestWait, readsDue } from '../../../src/alerts/watch/reads-due.js';

const MINUTE = 60_000;
const read = (key: string, minutes = 1) => ({ key, everyMs: minutes * MINUTE });
const keysOf = (reads: readonly { readonly key: string }[]) => reads.map(({ key }) => key);
const at = (now: number, most = 3) => ({ now, most, earlyMs: MINUTE / 2 });

describe('which reads have their turn', () => {
  test('what was never read comes first, then the most overdue', () => {
    const now = 60 * MINUTE;
    const last = new Map([
      ['a', now - MINUTE],
      ['b', now - 5 * MINUTE],
      ['c', now - 3 * MINUTE],
    ]);
    const wanted = ['a', 'b', 'c', 'd'].map((key) => read(key));
    expect(keysOf(readsDue(wanted, last, at(now)))).toEqual(['d', 'b', 'c']);
  });

  test('what was read a moment ago waits, and is taken half a round early', () => {
    const last = new Map([['a', 0]]);
    expect(readsDue([read('a')], last, at(MINUTE / 2 - 1))).toEqual([]);
    expect(keysOf(readsDue([read('a')], last, at(MINUTE / 2)))).toEqual(['a']);
  });

  test('a clock that went back keeps nothing from being read', () => {
    expect(keysOf(readsDue([read('a', 60)], new Map([['a', 1_000_000]]), at(5)))).toEqual(['a']);
  });

  test('nothing is read where nothing may be', () => {
    expect(readsDue([read('a')], new Map(), at(0, -2))).toEqual([]);
  });

  test('whatever is wanted, no round reads more than it may, and nothing starves', () => {
    const wants = fc.uniqueArray(
      fc.record({ key: fc.string({ minLength: 1 }), minutes: fc.constantFrom(1, 2, 5, 60) }),
      { selector: ({ key }) => key, minLength: 1, maxLength: 25 },
    );
    fc.assert(
      fc.property(
        wants,
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.nat(20_000)),
        (all, most, late) => {
          const wanted = all.map(({ key, minutes }) => read(key, minutes));
          const last = new Map<string, number>();
          const waited = new Map<string, number>();
          for (let round = 0; round < 100; round++) {
            const now = round * MINUTE + (late[round % Math.max(1, late.length)] ?? 0);
            const due = readsDue(wanted, last, { now, most, earlyMs: MINUTE / 2 });
            expect(due.length).toBeLessThanOrEqual(most);
            for (const { key } of due) {
              const before = last.get(key);
              if (before !== undefined)
                waited.set(key, Math.max(waited.get(key) ?? 0, now - before));
              last.set(key, now);
            }
          }
          for (const each of wanted) {
            const longest = longestWait(each, { wanted: wanted.length, most, roundMs: MINUTE });
            expect(last.has(each.key)).toBe(true);
            expect(waited.get(each.key) ?? 0).toBeLessThanOrEqual(longest + MINUTE);
          }
        },
      ),
    );
  });
});
