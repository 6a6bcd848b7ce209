import { describe, expect, test } from 'vitest';
import { selectedMiner, selectValues } from '../../../commands/miners/selected-miner.js';
import { minerSchema, type Miner } from '../../../src/pool-api/resources.js';

const of = (id: string | null, ip: string | null): Miner =>
  minerSchema.parse({ id, ip_address: ip });
const choose = (shown: readonly Miner[], now: readonly Miner[], place: number) =>
  selectedMiner(now, selectValues(shown)[place] ?? '');

describe('the miner that was chosen', () => {
  test('is its own also where the pool gives no ids', () => {
    const page = [of(null, '10.0.0.1'), of(null, '10.0.0.2'), of(null, '10.0.0.3')];
    expect(page.map((_, place) => choose(page, page, place))).toEqual(page);
  });

  test('is its own also where an id comes twice', () => {
    const page = [of('x', '10.0.0.1'), of('x', '10.0.0.2')];
    expect(page.map((_, place) => choose(page, page, place))).toEqual(page);
    expect(choose(page, page.toReversed(), 1)).toEqual(page[1]);
    expect(choose(page, page.slice(0, 1), 1)).toBeUndefined();
  });

  test('is found where the list moved or its address changed', () => {
    const page = [of('a', '10.0.0.1'), of('b', '10.0.0.2')];
    expect(choose(page, page.toReversed(), 0)).toEqual(page[0]);
    const moved = [of('b', '10.0.0.2'), of('a', '10.0.0.9')];
    expect(choose(page, moved, 0)).toEqual(moved[1]);
  });

  test('fits the value of an option, whatever its id', () => {
    const ids = ['x'.repeat(80), 'x'.repeat(5_000), ' a\n', 'a:b', ''];
    const page = ids.map((id) => of(id, null));
    const values = selectValues(page);
    expect(values.every(({ length }) => length > 0 && length <= 100)).toBe(true);
    expect(new Set(values).size).toBe(page.length);
    expect(page.map((_, place) => choose(page, page, place))).toEqual(page);
    expect(choose(page, page.toReversed(), 3)).toEqual(page[3]);
  });

  test('is nobody rather than another: gone, two alike elsewhere, or nothing to know it by', () => {
    const page = [of(null, '10.0.0.1'), of(null, '10.0.0.2')];
    expect(choose(page, page.slice(1), 0)).toBeUndefined();
    expect(choose(page, [of('z', null), of('z', null)], 5)).toBeUndefined();
    const alike = [of('a', '1.1.1.1'), of('b', '2.2.2.2'), of('b', '2.2.2.2')];
    expect(choose([of('b', '2.2.2.2')], alike, 0)).toBeUndefined();
    expect(choose([of(null, null)], [of('a', null), of(null, null)], 0)).toBeUndefined();
  });
});
