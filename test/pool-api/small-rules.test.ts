import { describe, expect, test } from 'vitest';
import { isNumber } from '../../src/domain/numbers/numeric.js';
import { createReadCache } from '../../src/pool-api/http/read-cache.js';
import { retryAfterMs } from '../../src/pool-api/http/retry-after.js';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('Retry-After', () => {
  test.each([
    ['2', 2_000],
    [' 0.5 ', 500],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
    ['-1', undefined],
    ['2026', 2_026_000],
    ['2026-11-20', undefined],
    ['Fri, never', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j: %j ms', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });
});

describe('the cache of reads', () => {
  test('holds no more than its bound, and lets the oldest go first', async () => {
    const cache = createReadCache({ ttlMs: 1_000, clock: { now: () => NOW }, maxCharacters: 320 });
    const fetched: string[] = [];
    const read = (name: string) =>
      cache.read(name, async () => {
        fetched.push(name);
        return { value: name, readAt: NOW, characters: 10 };
      });
    const names = Array.from({ length: 33 }, (_, index) => `read ${index}`);
    for (const name of names) await read(name);
    fetched.length = 0;
    for (const name of names.slice(1)) await read(name);
    expect(fetched).toEqual([]);
    await read('read 0');
    expect(fetched).toEqual(['read 0']);
    // Dropped entries no longer count: for the one that came back, one more was dropped.
    fetched.length = 0;
    for (const name of names.slice(2)) await read(name);
    expect(fetched).toEqual([]);
  });
});

test.each([
  [null, false],
  [undefined, false],
  ['', false],
  ['words', false],
  [0, true],
  ['0', true],
  ['1e3', true],
])('%j can be in a sum: %j', (value, is) => {
  expect(isNumber(value)).toBe(is);
});
