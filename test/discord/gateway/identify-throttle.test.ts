import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createIdentifyThrottle } from '../../../src/discord/gateway/identify-throttle.js';

/** Claims that expire by a clock which only `pause` advances. */
function shared(maxConcurrency = 1) {
  let now = 0;
  let isDown = false;
  const claims = new Map<string, number>();
  const store = {
    async claim(key: string, ttlMs = Infinity) {
      if (isDown) throw new Error('no store');
      if ((claims.get(key) ?? 0) > now) return false;
      claims.set(key, now + ttlMs);
      return true;
    },
  };
  const pauses: number[] = [];
  const pause = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    pauses.push(ms);
    now += ms;
  };
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return {
    throttle: () => createIdentifyThrottle({ store, maxConcurrency, log, pause }),
    pauses,
    lines,
    now: () => now,
    setDown: (down: boolean) => (isDown = down),
  };
}

const open = () => new AbortController().signal;

describe('identifies', () => {
  test('of one bucket come 5 s apart, whichever process asks', async () => {
    const { throttle, now } = shared();
    const turns: number[] = [];
    for (const shard of [0, 1, 2, 3]) {
      await throttle().waitForIdentify(shard, open());
      turns.push(now());
    }
    expect(turns[0]).toBe(0);
    for (const [index, turn] of turns.slice(1).entries())
      expect(turn - (turns[index] ?? 0)).toBeGreaterThanOrEqual(5_000);
  });

  test('of different buckets do not wait for each other', async () => {
    const { throttle, now, pauses } = shared(4);
    for (const shard of [0, 1, 2, 3]) await throttle().waitForIdentify(shard, open());
    expect(pauses).toEqual([]);
    await throttle().waitForIdentify(5, open());
    expect(now()).toBeGreaterThanOrEqual(5_000);
  });

  test('of a shard that closed meanwhile are given up', async () => {
    const { throttle } = shared();
    const closed = new AbortController();
    const first = throttle().waitForIdentify(0, open());
    closed.abort();
    await first;
    await expect(throttle().waitForIdentify(1, closed.signal)).rejects.toThrow('aborted');
    await expect(shared().throttle().waitForIdentify(1, closed.signal)).rejects.toThrow('aborted');
  });

  test('wait for a store that does not answer, and say so', async () => {
    const { throttle, setDown, lines, pauses } = shared();
    setDown(true);
    const turn = throttle().waitForIdentify(0, open());
    while (pauses.length < 3) await Promise.resolve();
    setDown(false);
    await turn;
    expect(lines.join()).toContain('the store does not answer');
  });
});
