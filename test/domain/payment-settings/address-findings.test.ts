import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardAddresses } from '../../../src/domain/payment-settings/address-findings.js';

const OLD = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** What the guard says about one new address beside a known one. */
function resembling(known: string, address: string): string | null {
  const [found] = guardAddresses({ currency: 'BTC', before: [known], after: [address] });
  return found?.resembles ?? null;
}

describe('fates', () => {
  test('after first in their order, then what goes', () => {
    const findings = guardAddresses({
      currency: 'BTC',
      before: [OLD, LEGACY],
      after: [OTHER, OLD],
      known: [OTHER],
    });
    expect(findings).toEqual([
      { address: OTHER, fate: 'new', checksum: 'valid', resembles: null, pays: [] },
      { address: OLD, fate: 'kept', checksum: 'valid', resembles: null, pays: [] },
      { address: LEGACY, fate: 'removed', checksum: 'valid', resembles: null, pays: [] },
    ]);
  });

  test('every address stands once with the right fate, none is left out', () => {
    const some = fc.uniqueArray(
      fc.constantFrom<string>('aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd'),
    );
    fc.assert(
      fc.property(some, some, (before, after) => {
        const findings = guardAddresses({ currency: 'SC', before, after });
        expect(findings.map(({ address }) => address).toSorted()).toEqual(
          [...new Set([...before, ...after])].toSorted(),
        );
        for (const { address, fate } of findings) {
          const was = before.includes(address);
          const is = after.includes(address);
          expect(fate).toBe(was && is ? 'kept' : is ? 'new' : 'removed');
        }
      }),
    );
  });

  test('what the pool has without an address resembles nothing', () => {
    expect(resembling('', OLD)).toBeNull();
  });
});

test('whom a new address already pays, also where the pool writes it in capitals', () => {
  const inUse = [{ address: OTHER, subaccount: 'main' }];
  const [found] = guardAddresses({
    currency: 'BTC',
    before: [OLD],
    after: [OTHER.toUpperCase()],
    inUse,
  });
  expect(found?.pays).toEqual(['main']);
});

describe('look-alikes', () => {
  test.each([
    ['the same beginning', LEGACY, '1A1zPzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['the same end', LEGACY, '1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzvfNa'],
    ['the same but for spaces around it', ` ${LEGACY} `, LEGACY],
    ['the same but for a space within', `${LEGACY.slice(0, 2)} ${LEGACY.slice(2)}`, LEGACY],
    ['the same end in another case', LEGACY, '1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzVFnA'],
    ['the same beginning behind bc1q', OLD, `bc1qw508${'z'.repeat(34)}`],
    ['the same beginning behind another prefix', OLD, `bc1pw508${'z'.repeat(34)}`],
    ['one sign changed', OLD, OLD.replace('x', 'y')],
  ])('%s', (_, known, address) => {
    expect(resembling(known, address)).toBe(known);
  });

  test('also beside what is paid elsewhere in the workspace', () => {
    const [found] = guardAddresses({
      currency: 'BTC',
      before: [],
      after: [`${OLD.slice(0, -6)}zzzzzz`],
      known: [OTHER, OLD],
    });
    expect(found?.resembles).toBe(OLD);
  });

  test('the same address in capitals isn’t a look-alike', () => {
    expect(resembling(OLD, OLD.toUpperCase())).toBeNull();
  });

  test('any address with the first or the last four signs of another is found', () => {
    const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(hash, hash, fc.boolean(), (one, other, end) => {
        const [known, fresh] = [one, other].map((each) => bech32.encode('bc', [0, ...words(each)]));
        fc.pre(known !== undefined && fresh !== undefined && known !== fresh);
        const forged = end
          ? fresh.slice(0, -4) + known.slice(-4)
          : known.slice(0, 8) + fresh.slice(8);
        fc.pre(forged !== known);
        expect(resembling(known, forged)).toBe(known);
      }),
    );
  });
});

function words(hash: Uint8Array): number[] {
  return bech32.toWords(hash);
}

describe('common beginnings', () => {
  const base58 = createBase58check(sha256);
  const makers: Record<string, (hash: Uint8Array) => string> = {
    '1': (hash) => base58.encode(Uint8Array.of(0x00, ...hash)),
    '3': (hash) => base58.encode(Uint8Array.of(0x05, ...hash)),
    L: (hash) => base58.encode(Uint8Array.of(0x30, ...hash)),
    M: (hash) => base58.encode(Uint8Array.of(0x32, ...hash)),
    D: (hash) => base58.encode(Uint8Array.of(0x1e, ...hash)),
    t1: (hash) => base58.encode(Uint8Array.of(0x1c, 0xb8, ...hash)),
    t3: (hash) => base58.encode(Uint8Array.of(0x1c, 0xbd, ...hash)),
    bc1q: (hash) => bech32.encode('bc', [0, ...words(hash)]),
    ltc1q: (hash) => bech32.encode('ltc', [0, ...words(hash)]),
  };

  test.each(Object.keys(makers))('%s alone does not cry wolf', (kind) => {
    const make = makers[kind];
    if (make === undefined) throw new Error(kind);
    // Thirty fixed addresses, each compared with each other: one in thousands would look alike by
    // chance, but none of these do.
    const addresses = Array.from({ length: 30 }, (_, index) =>
      make(sha256(Uint8Array.of(index)).slice(0, 20)),
    );
    expect(addresses.every((each) => each.startsWith(kind))).toBe(true);
    const alarms = addresses.flatMap((known) =>
      addresses.filter((each) => resembling(known, each) !== null),
    );
    expect(alarms).toEqual([]);
  });
});

test.each([' ', '\u00A0', '\t', '\u200B', '\u00AD', '\u034F', '\uFEFF'])(
  'a known address looks like a new one also with %j in it',
  (unseen) => {
    const alike = `bc1qvtcvw${OLD.slice(9)}`;
    expect(resembling(OLD, alike)).toBe(OLD);
    for (const known of [`${OLD}${unseen}`, `${OLD.slice(0, -3)}${unseen}${OLD.slice(-3)}`])
      expect(resembling(known, alike)).toBe(known);
  },
);
