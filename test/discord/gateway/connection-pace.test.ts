import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createConnectionPace } from '../../../src/discord/gateway/connection-pace.js';

const DAY_MS = 86_400_000;
const anew = { identifies: true, shardCount: 1 };
const again = { identifies: false, shardCount: 1 };

/** A shard whose clock only moves when told. Without jitter, every gap is at its longest. */
function shard(random = () => 1) {
  let now = 0;
  const pace = createConnectionPace({ now: () => now, random });
  return { pace, pass: (ms: number) => (now += ms), now: () => now };
}

describe('gaps', () => {
  test('grow while connections are refused, up to a minute', () => {
    const { pace } = shard();
    const gaps = Array.from({ length: 10 }, () => pace.next(anew).waitMs);
    expect(gaps).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
  });

  test('are jittered by up to half', () => {
    const { pace } = shard(() => 0);
    pace.next(anew);
    expect([pace.next(anew).waitMs, pace.next(anew).waitMs]).toEqual([500, 1000]);
  });

  test('are none after a connection that held, and 4 s at most after one that broke soon', () => {
    const { pace, pass } = shard();
    for (let tries = 0; tries < 5; tries++) pace.next(again);
    pace.ready();
    pass(59_999);
    expect(pace.next(again)).toEqual({ waitMs: 4_000, failures: 3 });
    pace.ready();
    pass(60_000);
    expect(pace.next(again)).toEqual({ waitMs: 0, failures: 0 });
  });

  test('between IDENTIFYs grow past a minute; a session that is resumed does not wait for that', () => {
    const { pace } = shard();
    for (let tries = 0; tries < 12; tries++) {
      pace.next(anew);
      pace.identified();
    }
    expect(pace.next(anew).waitMs).toBe(260_000);
    expect(pace.next(again).waitMs).toBe(60_000);
  });
});

test('no gateway, however it behaves, has a bot spend the 1,000 IDENTIFYs of a day', () => {
  const event = fc.record({
    /** How long the connection lasts once ready, in s; null = it never gets ready. */
    heldS: fc.option(
      fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ max: 3_600, min: 0 })),
    ),
    greeted: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 16 }),
      fc.array(event, { minLength: 1, maxLength: 12 }),
      (shardCount, pattern) => {
        const { pace, pass, now } = shard(() => 0);
        let identifies = 0;
        for (let index = 0; now() < DAY_MS; index++) {
          const { heldS, greeted } = pattern[index % pattern.length] ?? {
            heldS: null,
            greeted: true,
          };
          // discord.js itself waits half a second before each.
          pass(pace.next({ identifies: true, shardCount }).waitMs + 500);
          if (!greeted && heldS === null) continue;
          pace.identified();
          identifies += 1;
          if (heldS === null) continue;
          pace.ready();
          pass(heldS * 1000);
        }
        expect(identifies * shardCount).toBeLessThan(1000);
      },
    ),
  );
});
