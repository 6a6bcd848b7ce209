import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewPaymentSettings } from '../../../src/domain/payment-settings/new-payment-settings.js';
import {
  countEmptyEntries,
  formatAddresses,
  parseAddresses,
  type FormAddress,
} from '../../../src/domain/payment-settings/address-lines.js';
import { warningsFor } from '../../../src/domain/payment-settings/payment-form-warnings.js';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** A name as a pool may have it, minus what a line can't carry: line breaks and outer spaces. */
const name = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .array(fc.constantFrom('|', '\\', ' ', 'a', '💰', '\\|', ':'), { maxLength: 8 })
      .map((each) => each.join('')),
  )
  .map((text) => text.replaceAll(/[\r\n]+/g, ' ').trim());

const share = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.double({ min: 1e-9, max: 999_999_999, noNaN: true }),
  fc.constantFrom(33.33, 33.333333333333336, 0.1 + 0.2, 1e-7),
);

const address: fc.Arbitrary<FormAddress> = fc.record({
  address_name: name,
  external_address: fc.stringMatching(/^[A-Za-z0-9:_-]{8,90}$/),
  revenue_allocation: share,
});
const addresses = fc.uniqueArray(address, {
  maxLength: 8,
  selector: (each) => each.external_address.toLowerCase(),
});

describe('the form and back', () => {
  test('carries every valid list exactly', () => {
    fc.assert(
      fc.property(addresses, (list) => {
        expect(parseAddresses(formatAddresses(list))).toEqual({ ok: true, addresses: list });
      }),
    );
  });

  test('whatever line ends, empty lines and spaces a person or a system adds', () => {
    const end = fc.constantFrom('\n', '\r\n', '\r', '\n\n', ' \n', '\n\t\n');
    fc.assert(
      fc.property(addresses, end, (list, ending) => {
        const text = formatAddresses(list).split('\n').join(ending);
        expect(parseAddresses(`\n${text}${ending}`)).toEqual({ ok: true, addresses: list });
      }),
    );
  });

  test('strings of digits, as a pool may send numbers', () => {
    const text = formatAddresses([
      { address_id: '7', address_name: null, external_address: BTC, revenue_allocation: '33.50' },
    ]);
    expect(text).toBe(` | ${BTC} | 33.50`);
    expect(parseAddresses(text)).toEqual({
      ok: true,
      addresses: [{ address_name: '', external_address: BTC, revenue_allocation: 33.5 }],
    });
  });

  test('what the pool did not give stays open, and nothing is sent before it is filled', () => {
    const text = formatAddresses([{ external_address: BTC }, { address_id: 0 }]);
    expect(text).toBe(` | ${BTC} | \n |  | `);
    expect(parseAddresses(text)).toEqual({
      ok: false,
      problems: [
        { line: 1, problem: 'allocation' },
        { line: 2, problem: 'address-missing' },
      ],
    });
  });

  test('entries of which the pool says nothing have no line, and are counted', () => {
    const whole = { address_name: 'a', external_address: BTC, revenue_allocation: 0 };
    const list = [{}, whole, { address_id: null, address_name: '', revenue_allocation: null }];
    expect(parseAddresses(formatAddresses(list))).toEqual({ ok: true, addresses: [whole] });
    expect(countEmptyEntries(list)).toBe(2);
  });
});

describe('a line by hand', () => {
  test.each([
    [`Cold | ${BTC} | 50`, 'Cold'],
    [`Cold|${BTC}|50`, 'Cold'],
    [` | ${BTC} | 50`, ''],
    [String.raw`A\|B | ${BTC} | 50`, 'A|B'],
  ])('%s', (line, address_name) => {
    expect(parseAddresses(line)).toEqual({
      ok: true,
      addresses: [{ address_name, external_address: BTC, revenue_allocation: 50 }],
    });
  });

  test.each([
    [`${BTC} | 50`, 'parts'],
    [BTC, 'parts'],
    [`1 | a | b | ${BTC} | 50`, 'parts'],
    [`1 | a | ${BTC} | 50 | 2 | b | ${LEGACY} | 50`, 'parts'],
    // The form's former layout: a typed id is never accepted.
    [`12 | Cold | ${BTC} | 50`, 'four-parts'],
    [` | Cold | ${BTC} | 50`, 'four-parts'],
    [`x | a | ${BTC} | 50`, 'four-parts'],
    ['a |  | 50', 'address-missing'],
    ['a | short | 50', 'address-signs'],
    [`a | ${BTC} x | 50`, 'address-signs'],
    [`a | bitcоin${BTC} | 50`, 'address-signs'],
    [`a | \u200B${BTC} | 50`, 'address-signs'],
    [`a | ${'1'.repeat(201)} | 50`, 'address-signs'],
    ...['', '50%', '50,5', '-50', '1e2', '.5', '5.', 'NaN', '٥٠', '1234567890', '0x10'].map(
      (text) => [`a | ${BTC} | ${text}`, 'allocation'],
    ),
    // More digits than a JSON number holds: the pool would get a different share than typed.
    [`a | ${BTC} | 33.33333333333333333`, 'allocation'],
  ])('%s: %s', (line, problem) => {
    expect(parseAddresses(`\n${line}`)).toEqual({ ok: false, problems: [{ line: 2, problem }] });
  });

  test.each([
    [BTC, BTC],
    [BTC, BTC.toUpperCase()],
  ])('the same address twice: %s, %s', (one, other) => {
    expect(parseAddresses(`a | ${one} | 50\n\nb | ${other} | 50`)).toEqual({
      ok: false,
      problems: [{ line: 3, problem: 'duplicate' }],
    });
  });

  test('an address that the pool lists twice may stand there twice, and no third time', () => {
    const listed = [{ external_address: BTC }, { external_address: BTC.toUpperCase() }];
    const lines = [`a | ${BTC} | 50`, `b | ${BTC} | 25`, `c | ${BTC} | 25`];
    expect(parseAddresses(lines.slice(0, 2).join('\n'), listed).ok).toBe(true);
    expect(parseAddresses(lines.join('\n'), listed)).toEqual({
      ok: false,
      problems: [{ line: 3, problem: 'duplicate' }],
    });
  });

  test('two base58 addresses that differ in case are two', () => {
    expect(parseAddresses(`a | ${LEGACY} | 50\nb | ${LEGACY.toLowerCase()} | 50`).ok).toBe(true);
  });

  test('every bad line is named, and nothing is kept beside them', () => {
    fc.assert(
      fc.property(
        addresses,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        (list, bad) => {
          const good = formatAddresses(list).split('\n');
          const lines = bad.map((isBad, index) =>
            isBad ? 'no line of ours' : (good[index] ?? ''),
          );
          const parsed = parseAddresses(lines.join('\n'));
          const expected = bad.flatMap((isBad, index) =>
            isBad ? [{ line: index + 1, problem: 'parts' }] : [],
          );
          if (expected.length === 0) expect(parsed.ok).toBe(true);
          else expect(parsed).toEqual({ ok: false, problems: expected });
        },
      ),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const parsed = parseAddresses(text);
        if (parsed.ok) expect(text.includes('|') || text.trim() === '').toBe(true);
      }),
    );
  });
});

describe('warnings', () => {
  const settings = (parts: Partial<NewPaymentSettings>): NewPaymentSettings => ({
    payment_frequency: 'MONTHLY',
    addresses: [{ address_name: '', external_address: BTC, revenue_allocation: 100 }],
    ...parts,
  });
  const shares = (...each: number[]) =>
    each.map((revenue_allocation) => ({
      address_name: '',
      external_address: BTC,
      revenue_allocation,
    }));

  test.each([
    [settings({}), []],
    [settings({ addresses: [] }), ['no-addresses']],
    [settings({ addresses: shares(50, 49.99) }), ['allocation-sum']],
    // As doubles these add up to 100.00000000000001 and 99.99999999999999.
    [settings({ addresses: shares(33.3, 33.3, 33.4) }), []],
    [settings({ addresses: shares(70.1, 20.2, 9.7) }), []],
    [settings({ payment_frequency: 'WEEKLY' }), ['day-missing']],
    [settings({ payment_frequency: 'WEEKLY', day_of_week: 'UNSPECIFIED' }), ['day-missing']],
    [settings({ payment_frequency: 'WEEKLY', day_of_week: 'MONDAY' }), []],
    [settings({ payment_frequency: 'DAILY', day_of_week: 'MONDAY' }), ['day-unused']],
    [settings({ payment_frequency: 'MONTHLY', day_of_week: 'FRIDAY' }), ['day-unused']],
    [
      settings({ payment_frequency: 'WEEKLY', addresses: shares(1) }),
      ['allocation-sum', 'day-missing'],
    ],
  ])('%#', (given, warnings) => {
    expect(warningsFor({ currency: 'BTC', before: [], after: given })).toEqual(warnings);
  });
});
