import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/pool-api/http/lossless-json.js';
import { redactKey } from '../../../src/pool-api/http/redact.js';

const keys = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('abcu0129_-')), minLength: 6, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('aBc0129+/=\\"&<>%$.*()[]{}^|?-_~ \'#;:,u')),
    minLength: 3,
    maxLength: 40,
  }),
);

const hex = (letter: string) => letter.charCodeAt(0).toString(16).padStart(2, '0');

/** What may stand for one letter of the key, and between two. Most escape nothing. */
const letters: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => letter,
  (letter) => letter,
  (letter) => `u00${hex(letter)}`,
  (letter) => `%${hex(letter)}`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `\\u00${hex(letter)}`,
];
const gaps = [
  '',
  '',
  '',
  '',
  ' ',
  ':',
  '0x',
  '\u00A0',
  '-',
  ', ',
  '\u007F',
  '\u200B',
  '\u2028',
  'é',
  '\n',
  '\\',
];

const spelling = fc.record({
  from: fc.constantFrom('plain', 'hex', 'base64', 'a base64', 'aa base64', 'base64url'),
  /** How much of it, in percent. */
  part: fc.integer({ min: 20, max: 100 }),
  upper: fc.boolean(),
  letter: fc.array(fc.nat(letters.length - 1), { minLength: 1, maxLength: 5 }),
  gap: fc.array(fc.nat(gaps.length - 1), { minLength: 1, maxLength: 5 }),
  escapes: fc.boolean(),
  sets: fc.boolean(),
});

function spelt(key: string, how: typeof spelling extends fc.Arbitrary<infer How> ? How : never) {
  const [before = '', base] = how.from.includes('base64') ? how.from.split(' ') : [];
  const whole =
    how.from === 'plain'
      ? key
      : how.from === 'hex'
        ? Buffer.from(key).toString('hex')
        : Buffer.from((base === undefined ? '' : before) + key).toString(
            how.from === 'base64url' ? 'base64url' : 'base64',
          );
  const cased = how.upper && how.from === 'hex' ? whole.toUpperCase() : whole;
  return Array.from(cased.slice(0, Math.ceil((cased.length * how.part) / 100)))
    .map((letter, index) => {
      const write = letters[how.escapes ? (how.letter[index % how.letter.length] ?? 0) : 0];
      const gap = how.sets ? (gaps[how.gap[index % how.gap.length] ?? 0] ?? '') : '';
      return gap + (write?.(letter) ?? letter);
    })
    .join('');
}

/** Typical contents of answers beside the key. */
const others = fc.constantFrom<unknown>(
  'stratum+tcp://btc.pool.example:3333',
  '/v2/pool/subaccounts?page_number=2&page_size=10',
  'Zürich',
  'C8:11:05:37:79:B1',
  12.5,
  3532,
  null,
);

describe('a glance at an answer', () => {
  test('never misses what a closer look finds', async () => {
    const written = fc.record({
      how: spelling,
      other: others,
      pretty: fc.boolean(),
      name: fc.boolean(),
    });
    let [seen, passed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        keys,
        fc.array(written, { minLength: 20, maxLength: 30 }),
        async (key, all) => {
          const redact = redactKey(key);
          for (const { how, other, pretty, name } of all) {
            const text = spelt(key, how);
            const body = name ? { [`a${text}`]: other } : { other, list: [other, `x${text}y`] };
            const json = JSON.stringify(body, null, pretty ? 2 : 0);
            const exact = JSON.stringify(await redact.value(parseJson(json)));
            const isThere = exact !== JSON.stringify(parseJson(json));
            const mayBeIn = redact.mayBeIn(json);
            if (isThere) expect({ json, mayBeIn }).toEqual({ json, mayBeIn: true });
            const typed = pretty ? json : text;
            expect(redact.holds(typed)).toBe(redact.text(typed) !== typed);
            if (isThere) seen++;
            if (!mayBeIn) passed++;
          }
        },
      ),
      { numRuns: 150 },
    );
    // It looked at both.
    expect(Math.min(seen, passed)).toBeGreaterThan(200);
  }, 60_000);

  test('finds a number that is the key, and passes over what escapes nothing', () => {
    const redact = redactKey('123456789012345');
    expect(redact.mayBeIn('{"id": 123456789012345}')).toBe(true);
    for (const text of ['a&b=1', 'Zürich', '東京 🐕', '"', '12345678901'.slice(0, 7)])
      expect(redact.mayBeIn(`{"a": ["${text.replace('"', "'")}"],\n\t"n": 1.5}`)).toBe(false);
    for (const text of ['\\u0031', '%31', '&#49;', '&quot;', '\u007F', '\u200B', '\u2028'])
      expect(redact.mayBeIn(`{"a": "${text}"}`)).toBe(true);
  });

  test('finds it in the base64 of URLs', () => {
    const key = '>>>?>>>?>>>?';
    const json = JSON.stringify({ echo: Buffer.from(key).toString('base64url') });
    expect(json).toMatch(/-.*_/);
    expect(redactKey(key).mayBeIn(json)).toBe(true);
  });

  test('is not taken at what would hold up others', () => {
    const redact = redactKey('lpk_0f3a9b77c1d24e5f');
    expect(redact.mayBeIn(`["${'x'.repeat(1_000_000)}"]`)).toBe(false);
    expect(redact.mayBeIn(`["${'x'.repeat(1_100_000)}"]`)).toBe(true);
  });
});
