import {
  assert,
  constant,
  constantFrom,
  jsonValue,
  oneof,
  property,
  stringMatching,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  namesPrototype,
  parseJson,
  parseUnambiguous,
} from '../../../src/pool-api/http/lossless-json.js';

/** Every spelling of a number that JSON allows. */
const numberText = tuple(
  constantFrom('', '-'),
  oneof(constant('0'), stringMatching(/^[1-9]\d{0,40}$/)),
  oneof(constant(''), stringMatching(/^\.\d{1,40}$/)),
  oneof(constant(''), stringMatching(/^[eE][+-]?\d{1,3}$/)),
).map((parts) => parts.join(''));

const space = constantFrom('', ' ', '\n\t');

describe('numbers', () => {
  it('keep every digit, as a number or as their text', () => {
    assert(
      property(numberText, space, (text, gap) => {
        const parsed = parseJson(`{"a":${gap}[${gap}${text}${gap}],"b":${text}${gap}}`);
        const number = String(Number(text)) === text ? Number(text) : text;
        expect(parsed).toStrictEqual({ a: [number], b: number });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '1.50',
    '0.10',
    '-0',
    '1e5',
    '12345678901234567890',
    '0.1234567890123456789',
    '0.0000001',
  ])('%s arrives as text', (text) => {
    expect(parseJson(text)).toBe(text);
  });

  it('leave text alone that only looks like them', () => {
    const value = {
      a: '1.50',
      'b"\\': '\\"9.90,',
      '12345678901234567890': ['2026-11-20T10:00:00.00'],
    };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
    expect(parseJson(JSON.stringify({ value, x: 1 }).replace('1}', '1.0}'))).toEqual({
      value,
      x: '1.0',
    });
  });
});

it('is the native parser for everything else', () => {
  const withoutNumbers = jsonValue().map((value) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? null : each), 1),
  );
  assert(
    property(withoutNumbers, (text) => {
      const native: unknown = JSON.parse(text);
      expect(parseJson(text)).toStrictEqual(native);
      // Beside a number that needs the other parser.
      expect(parseJson(`[1.0,${text}]`)).toStrictEqual(['1.0', native]);
    }),
    { numRuns: 1_000 },
  );
});

it.each(['', '{', '{"a":1.50', '[1.50,]', '01', '1.', '.5', '+1', 'NaN', '{"a":1.50}x', "{'a':1}"])(
  'refuses %j',
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
);

it.each(['1', '1.50'])('takes the last of keys that come twice, beside %s', (number) => {
  expect(parseJson(`{"a":1,"a":{"b":2},"c":${number}}`)).toMatchObject({ a: { b: 2 } });
});

it.each(['1', '1.50'])('lets __proto__ change nothing, beside %s', (number) => {
  const parsed = parseJson(`{"__proto__":{"polluted":true},"c":${number}}`);
  expect(parsed).toBeInstanceOf(Object);
  expect(parsed).not.toHaveProperty('polluted');
  expect('polluted' in {}).toBe(false);
});

it('refuses an answer with more numbers to keep exactly than any page has', () => {
  const numbers = (count: number) => `[${'1.0,'.repeat(count - 1)}1.0]`;
  expect(parseJson(numbers(100_000))).toHaveLength(100_000);
  expect(() => parseJson(numbers(600_000))).toThrow(RangeError);
  expect(parseJson(`[${'1,'.repeat(600_000)}1]`)).toHaveLength(600_001);
});

it('refuses a record of more fields than any has', () => {
  const fields = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}.0`).join()}}`;
  expect(() => parseJson(fields(10_001))).toThrow(RangeError);
  expect(parseJson(`[${fields(10_000)},${fields(10_000)}]`)).toHaveLength(2);
});

it('refuses an answer of more records and lists than any page has', () => {
  const lists = (count: number) => `[${'[],'.repeat(count - 1)}[]]`;
  expect(parseJson(lists(600_000))).toHaveLength(600_000);
  expect(() => parseJson(lists(1_000_000))).toThrow(RangeError);
});

it('passes over a byte order mark', () => {
  expect(parseJson('\uFEFF[1]')).toEqual([1]);
});

it.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"b":[{"c":{},"a":"x","a" : "\\"}"}]}',
  '{"__proto__":{}}',
  '{"a":{"__proto\\u005f_":1.50}}',
])('where nothing may be lost, refuses %s', (text) => {
  expect(() => parseUnambiguous(text)).toThrow(TypeError);
});

it.each([
  ['{"a":[{"__proto__":{}}]}', true],
  ['{"a":{"__proto\\u005f_":1.50}}', true],
  ['{"a":"__proto__","b":"\\u005f"}', false],
])('says whether a key of %s names the prototype', (text, names) => {
  expect(namesPrototype(text)).toBe(names);
});

it.each(['{"a":{"a":[{"a":1.50},{"a":"a"}]},"b":"\\"a\\":{","c":"__proto__"}', '["a","a"]'])(
  'and takes %s',
  (text) => expect(parseUnambiguous(text)).toEqual(parseJson(text)),
);

it.each([
  ['a text', (length: number) => `["${'a'.repeat(length)}"]`],
  ['a name', (length: number) => `{"${'a'.repeat(length)}":1}`],
  ['a text of quotes', (length: number) => `["${'\\"'.repeat(length / 2)}"]`],
  ['a number', (length: number) => `[${'1'.repeat(length)}]`],
])('%s of more than 65,536 characters is refused, except where all is kept', (_what, json) => {
  expect(() => parseJson(json(65_536))).not.toThrow();
  expect(() => parseJson(json(65_538))).toThrow(RangeError);
  expect(() => parseUnambiguous(json(65_538))).not.toThrow();
});
