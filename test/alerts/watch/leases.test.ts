import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bucketOf,
  BUCKETS,
  createLeaseHolder,
  LEASE_LOOK_MS,
  NO_LEASES,
  withoutProcess,
  withShare,
  type Leases,
} from '../../../src/alerts/watch/leases.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';

const START = 1_000_000;
const held = ({ buckets }: Leases, by: string) =>
  Object.values(buckets).filter((each) => each.by === by).length;

describe('leases', () => {
  test('a process alone holds all buckets, and renews them in time', () => {
    const first = withShare(NO_LEASES, 'a', START);
    expect(held(first, 'a')).toBe(BUCKETS);
    expect(withShare(first, 'a', START + 29_000)).toBe(first);
    expect(withShare(first, 'a', START + 30_000).buckets['0']?.until).toBe(START + 120_000);
  });

  test('a second process gets its half', () => {
    let now = withShare(NO_LEASES, 'a', START);
    for (const by of ['b', 'a', 'b']) now = withShare(now, by, START + 1);
    expect([held(now, 'a'), held(now, 'b')]).toEqual([32, 32]);
  });

  test('what a process lets go of is taken at once', () => {
    const gone = withoutProcess(withShare(NO_LEASES, 'a', START), 'a');
    expect(held(withShare(gone, 'b', START + 1), 'b')).toBe(BUCKETS);
  });

  test('a wrong clock holds nothing for ever', () => {
    const ahead = withShare(NO_LEASES, 'a', START + 86_400_000);
    expect(held(withShare(ahead, 'b', START), 'b')).toBe(BUCKETS);
  });

  test('another process has all of a killed one within two minutes', async () => {
    const clock = createClock(START);
    const store = createSharedStore(clock);
    const [killed, other] = ['a', 'b'].map((name) => createLeaseHolder(store, clock, name));
    const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
    for (const look of [killed, other, killed, other]) await look?.look();
    expect(buckets.filter((each) => killed?.holds(each))).toHaveLength(32);
    for (let passed = 0; passed < 120_000; passed += LEASE_LOOK_MS) {
      clock.at += LEASE_LOOK_MS;
      await other?.look();
    }
    expect(buckets.every((each) => other?.holds(each))).toBe(true);
    expect(buckets.some((each) => killed?.holds(each))).toBe(false);
  });

  test('whoever comes, goes and renews: a bucket has one holder, and soon each has one', () => {
    const names = ['a', 'b', 'c'] as const;
    const steps = fc.array(
      fc.record({
        by: fc.constantFrom(...names),
        what: fc.constantFrom('look', 'look', 'look', 'go'),
        after: fc.nat(60_000),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, fc.constantFrom(...names), (all, last) => {
        let [now, at] = [NO_LEASES, START];
        for (const { by, what, after } of all) {
          at += after;
          now = what === 'look' ? withShare(now, by, at) : withoutProcess(now, by);
          expect(Object.keys(now.buckets).length).toBeLessThanOrEqual(BUCKETS);
        }
        // The others are dead.
        for (let passed = 0; passed <= 105_000; passed += LEASE_LOOK_MS)
          now = withShare(now, last, at + passed);
        expect(held(now, last)).toBe(BUCKETS);
      }),
    );
  });

  test('servers spread over the buckets', () => {
    const buckets = new Set(Array.from({ length: 2_500 }, (_, id) => bucketOf(String(id))));
    expect(buckets.size).toBe(BUCKETS);
  });
});
