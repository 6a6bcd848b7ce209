import { describe, expect, test } from 'vitest';
import {
  matchListed,
  pairEntries,
  readId,
  withListedIds,
  type ListedAddress,
} from '../../../src/domain/payment-settings/listed-addresses.js';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const line = (address_name: string, external_address: string) => ({
  address_name,
  external_address,
  revenue_allocation: 50,
});
const entry = (address_id: ListedAddress['address_id'], name: string, address: string) => ({
  address_id,
  ...line(name, address),
});

describe('ids are looked up', () => {
  const listed = [entry(504, 'cold', BTC), entry(810, 'hot', OTHER)];

  test('by the address, whatever its name and place', () => {
    expect(withListedIds(listed, [line('new name', OTHER), line('cold', BTC)])).toEqual([
      { address_id: 810, ...line('new name', OTHER) },
      { address_id: 504, ...line('cold', BTC) },
    ]);
  });

  test('and never taken from what was asked for', () => {
    const [sent] = withListedIds(listed, [{ address_id: 810, ...line('cold', BTC) }]);
    expect(sent?.address_id).toBe(504);
    const [fresh] = withListedIds(listed, [{ address_id: 504, ...line('cold', LEGACY) }]);
    expect(fresh).toStrictEqual(line('cold', LEGACY));
  });

  test('of an address in capitals, which is sent as the pool spells it', () => {
    expect(withListedIds(listed, [line('cold', BTC.toUpperCase())])).toEqual([listed[0]]);
    const [other] = withListedIds([entry(1, 'a', LEGACY)], [line('a', LEGACY.toLowerCase())]);
    expect(other).toStrictEqual(line('a', LEGACY.toLowerCase()));
  });

  test('and looking them up again changes nothing', () => {
    const once = withListedIds(listed, [line('cold', BTC.toUpperCase()), line('x', LEGACY)]);
    expect(withListedIds(listed, once)).toEqual(once);
  });

  test('a name that the form alone spells otherwise is sent as the pool has it', () => {
    for (const name of ['cold\nstore', ' cold', 'cold\u200B']) {
      const [sent] = withListedIds(
        [entry(1, name, BTC)],
        [line(name.replace('\n', ' ').trim(), BTC)],
      );
      expect(sent?.address_name).toBe(name);
    }
  });

  test('an entry without an id is sent without one', () => {
    for (const id of [null, undefined, '']) {
      expect(withListedIds([entry(id, 'cold', BTC)], [line('cold', BTC)])).toStrictEqual([
        line('cold', BTC),
      ]);
    }
  });
});

describe('an address that the record has twice', () => {
  const listed = [entry(5, 'cold', BTC), entry(7, 'backup', BTC)];

  test('is told by its name', () => {
    expect(withListedIds(listed, [line('backup', BTC)])[0]?.address_id).toBe(7);
    expect(
      withListedIds(listed, [line('backup', BTC), line('cold', BTC)]).map(
        (each) => each.address_id,
      ),
    ).toEqual([7, 5]);
  });

  test('and the entry that goes is seen', () => {
    expect(pairEntries(listed, [line('backup', BTC)])).toEqual([
      { old: listed[1], next: line('backup', BTC) },
      { old: listed[0] },
    ]);
  });

  test.each([
    ['another name', listed, [line('spare', BTC)]],
    ['two of one name', [entry(5, 'cold', BTC), entry(7, 'cold', BTC)], [line('cold', BTC)]],
    ['a name twice', listed, [line('cold', BTC), line('cold', BTC)]],
    ['two lines for one entry', [entry(5, 'cold', BTC)], [line('a', BTC), line('b', BTC)]],
  ])('is unclear with %s, and gets no id', (_, record, wanted) => {
    for (const match of matchListed(record, wanted)) expect(match.entry).toBe('unclear');
    for (const each of withListedIds(record, wanted)) expect(each).not.toHaveProperty('address_id');
  });
});

test.each([
  [504, 504],
  ['504', 504],
  [0, 'inexact'],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [null, null],
  [undefined, null],
  ['', 'inexact'],
  ['9007199254740993', 'inexact'],
  [2 ** 53, 'inexact'],
  ['007', 'inexact'],
  ['7E2', 'inexact'],
  ['-0', 'inexact'],
  [1.5, 'inexact'],
  ['a-504', 'inexact'],
  ['{"id":1}', 'inexact'],
  [' 5', 'inexact'],
])('the id %j is read as %j', (id, read) => {
  expect(readId(id)).toBe(read);
});
