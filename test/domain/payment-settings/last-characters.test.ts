import { array, assert, property, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areTyped, tellingLength } from '../../../src/domain/payment-settings/last-characters.js';

describe('how many last characters tell an address from known ones', () => {
  test.each([
    ['none is known', [], 6],
    ['only itself is known', ['bc1qaaaa5mdq'], 6],
    ['one ends otherwise', ['bc1qzzzz9xyz'], 6],
    ['one shares five', ['bc1qzzza5mdq'], 6],
    ['one shares six', ['bc1qzzaa5mdq'], 7],
    ['one shares seven, in another case', ['BC1QZAAA5MDQ'], 8],
    ['one has it as its end', ['xbc1qaaaa5mdq'], 13],
    ['one shares seven, with spaces behind it', ['bc1qzaaa5mdq \u00A0'], 8],
    ['one shares seven, with what nobody sees', ['bc1qzaaa5\u200Bmdq\uFEFF'], 8],
    ['one shares seven, in groups', ['bc1q zaaa 5mdq'], 8],
    ['only a space tells it from one', ['bc1qaaaa5mdq '], 13],
  ])('where %s', (_what, known, length) => {
    expect(tellingLength(['bc1qaaaa5mdq'], known)).toBe(length);
  });

  const address = stringMatching(/^[ab]{8,14}$/);

  test('no other known one ends with them, unless one ends with the other', () => {
    assert(
      property(address, array(address, { maxLength: 5 }), (wanted, known) => {
        const end = wanted.slice(-tellingLength([wanted], known));
        for (const each of known.filter((one) => one !== wanted && !one.endsWith(wanted)))
          expect(each.endsWith(end)).toBe(false);
      }),
    );
  });
});

test.each([
  ['1BoAtpyT', true],
  ['1boatpyt', false],
  ['1BoatpyT', false],
])('where only capitals tell it from a known one, %s is it: %s', (typed, is) => {
  const whole = '1BoAtpyT';
  expect(tellingLength([whole], ['1BoatpyT'])).toBeGreaterThan(whole.length);
  expect(areTyped([{ end: whole, isExact: true }], typed)).toBe(is);
});

test('bech32 written in capitals is no other address', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  expect(tellingLength([address], [address.toUpperCase()])).toBe(6);
});

test.each([
  ['', [], true],
  ['x', [], false],
  ['abcd', ['cd', 'ab'], true],
  ['abab', ['ab', 'ab'], true],
  ['abcab', ['ab', 'abc'], true],
  ['abab', ['ab'], false],
  ['ab', ['ab', 'ab'], false],
])('whether %j is made of %j', (text, words, is) => {
  expect(
    areTyped(
      words.map((end) => ({ end })),
      text,
    ),
  ).toBe(is);
});
