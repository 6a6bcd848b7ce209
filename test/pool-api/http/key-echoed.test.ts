import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { getHeapSpaceStatistics } from 'node:v8';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PoolUnreadable } from '../../../src/domain/errors/pool-errors.js';
import { redactKey } from '../../../src/pool-api/http/redact.js';
import { choiceText } from '../../../src/views/pool/name-choices.js';
import { oneLine } from '../../../src/domain/names/one-line.js';
import { escapeMarkdown } from '../../../src/views/kit/text.js';
import { useConnections } from '../fakes/connected-pool.js';

/** Keys that fit in a header, with what JSON, URLs, HTML and base64 spell differently. */
const keys = fc
  .string({
    unit: fc.constantFrom(...Array.from('aBc0129+/=\\"&<>%$.*()[]{}^|?-_~ \'#;:,u')),
    minLength: 12,
    maxLength: 60,
  })
  .map((text) => `k${text.trim()}7`);

type Write = (letter: string) => string;
const code = (letter: string, digits: number) =>
  letter.charCodeAt(0).toString(16).padStart(digits, '0');
/** How one letter of a JSON string may be written. */
const inJson: readonly Write[] = [
  (letter) => JSON.stringify(letter).slice(1, -1),
  (letter) => String.raw`\u${code(letter, 4)}`,
  (letter) => String.raw`\u${code(letter, 4).toUpperCase()}`,
  (letter) => (letter === '/' ? String.raw`\/` : JSON.stringify(letter).slice(1, -1)),
];
/** What may stand for it in the string itself. */
const inText: readonly Write[] = [
  (letter) => letter,
  (letter) => `%${code(letter, 2)}`,
  (letter) => `%${code(letter, 2).toUpperCase()}`,
  (letter) => `%25${code(letter, 2)}`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `&#x${code(letter, 2)};`,
];

const mixed = (text: string, ways: readonly Write[], choices: readonly number[]) =>
  Array.from(text)
    .map((letter, index) => ways[(choices[index % choices.length] ?? 0) % ways.length]?.(letter))
    .join('');

/** Compiling a key's patterns takes longer than trying many texts with them. */
const FEWER_KEYS = { numRuns: 30 };
const SEVERAL = { minLength: 4, maxLength: 4 };

const choices = fc.array(fc.nat(7), { minLength: 1, maxLength: 9 });

/** Characters that no view shows, before each letter. */
const hiding = fc.array(
  fc.string({
    unit: fc.constantFrom(
      '\0',
      '\b',
      '\u007F',
      '\u00AD',
      '\u034F',
      '\u115F',
      '\u200B',
      '\u202E',
      '\u2060',
      '\u3164',
      '\uFE0F',
      '\uFEFF',
      '\uE000',
      '\u{E0061}',
    ),
    maxLength: 3,
  }),
  { minLength: 1, maxLength: 9 },
);

const asciiOf = (json: string) =>
  json.replaceAll(/[^ -~]/g, (unit) => String.raw`\u${code(unit, 4)}`);

/** What the text means to a reader. */
function unescaped(text: string): string {
  const letter = (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
  return text
    .replaceAll(/\\u00([0-9a-f]{2})/gi, letter)
    .replaceAll(/%(?:25)*([0-7][0-9a-f])/gi, letter)
    .replaceAll(/&#x([0-9a-f]{2});/gi, letter)
    .replaceAll(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)));
}

describe('a key', () => {
  test('is struck out of text, however each of its letters is written', () => {
    const spellings = fc.array(fc.tuple(fc.constantFrom(inText, inJson), choices), SEVERAL);
    fc.assert(
      fc.property(keys, spellings, (key, all) => {
        const strike = redactKey(key);
        for (const [ways, each] of all) {
          const struck = strike.text(`before ${mixed(key, ways, each)} after`);
          expect(struck).toMatch(/^before \\*\[key\] after$/);
        }
      }),
      FEWER_KEYS,
    );
  });

  test('is struck out of base64, wherever in it it begins', () => {
    const places = fc.array(
      fc.tuple(fc.string({ maxLength: 9 }), fc.constantFrom('base64', 'base64url')),
      SEVERAL,
    );
    fc.assert(
      fc.property(keys, places, (key, all) => {
        const strike = redactKey(key);
        for (const [before, encoding] of all) {
          const packed = Buffer.from(`${before}${key}`).toString(encoding);
          const left = strike.text(packed).replaceAll('[key]', '');
          expect(Buffer.from(left, 'base64').toString()).not.toContain(key.slice(0, 8));
          expect(left.length).toBeLessThan(packed.length - key.length);
        }
      }),
      FEWER_KEYS,
    );
  });

  test('leaves nothing of itself where a text is cut', () => {
    const spellings = fc
      .tuple(keys, fc.constantFrom(inText, inJson), choices)
      .map(([key, ways, each]) => ({ key, spelt: mixed(key, ways, each) }));
    fc.assert(
      fc.property(spellings, fc.nat(), ({ key, spelt }, at) => {
        const cut = spelt.slice(0, 1 + (at % (spelt.length - 1)));
        const struck = redactKey(key).cutText(`12345: ${cut}`);
        expect(struck.startsWith('12345: ')).toBe(true);
        expect(unescaped(struck.slice(6))).not.toContain(key.slice(0, 2));
      }),
    );
  });

  test('is not put together again by views that leave out what nobody sees', () => {
    fc.assert(
      fc.property(
        keys,
        hiding,
        fc.boolean(),
        fc.constantFrom(inText, inJson),
        choices,
        (...given) => {
          const [key, hidden, isCut, ways, each] = given;
          const spelt = Array.from(key, (letter, at) => {
            const written = mixed(letter, ways, [each[at % each.length] ?? 0]);
            return `${hidden[at % hidden.length]}${written}`;
          }).join('');
          const strike = redactKey(key);
          const struck = isCut
            ? strike.cutText(spelt.slice(0, -1))
            : strike.text(`at ${spelt} end`);
          // If only the last `;` is missing, it holds the whole key.
          if (isCut) expect(struck.replaceAll('[key]', '')).toMatch(/^[^k]*$/);
          else expect(struck).toMatch(/^at .*\[key\] end$/s);
          for (const shown of [
            oneLine(struck, 999),
            choiceText(struck, ''),
            escapeMarkdown(struck, 999),
          ]) {
            expect(shown).not.toContain(key.slice(0, -1));
          }
        },
      ),
    );
  });

  test.each(['\u200B', '\0', '\u00AD', '\uFE0F', '\u{E0061}', '\b'])(
    'with %j in it is struck out of a value, however JSON writes that',
    async (unseen) => {
      const hidden = `Ab3${unseen}xY7kQ9mN2pL5`;
      const raw = `{"${hidden}":["${hidden}"]}`;
      const jsons = [JSON.stringify({ [hidden]: [hidden] }), asciiOf(raw)];
      for (const json of jsons) {
        const strike = redactKey('Ab3xY7kQ9mN2pL5');
        expect(await strike.value(JSON.parse(json))).toEqual({ '[key]': ['[key]'] });
      }
    },
  );

  test('names that would become equal are told apart, and nothing is lost', async () => {
    const [plain, hex] = [KEY, Buffer.from(KEY).toString('hex')];
    const json = JSON.stringify({
      first: 0,
      [plain]: 1,
      [hex]: 2,
      [`a ${plain}`]: 3,
      [`a ${hex}`]: 4,
      '[key] 3': 5,
      more: [{ [hex]: 6, '[key]': 7 }],
      [hex.toUpperCase()]: 8,
    });
    const struck = await redactKey(KEY).value(JSON.parse(json));
    expect(JSON.stringify(struck)).toBe(
      '{"first":0,"[key]":1,"[key] 2":2,"a [key]":3,"a [key] 2":4,"[key] 3":5,' +
        '"more":[{"[key] 2":6,"[key]":7}],"[key] 4":8}',
    );
  });

  test('with backslashes is looked for in long runs of them without going back and forth', () => {
    const parts = [
      'a',
      'c',
      '5',
      'u',
      '%',
      '&',
      ';',
      '\\',
      '\\u005c',
      'u005c',
      '%5c',
      '&#92;',
      '%25',
    ];
    // Searching back and forth through this much would take seconds for each key.
    const LONG_RUN = 25_000;
    const written = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 24 });
    const units = fc.array(fc.constantFrom(...parts, '\u200B'), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(written, units, fc.constantFrom('X', '', 'u'), (key, unit, end) => {
        const strike = redactKey(`ab${key.join('')}kl`);
        const run = unit.join('').repeat(LONG_RUN / unit.join('').length);
        strike.text(`ab${run}${end}`);
        strike.cutText(`${run}ab${run}${end}`);
      }),
      { numRuns: 200 },
    );
    expect(redactKey('ab\\cdefghijkl').text(`ab${'\\u005c'.repeat(40)}X`)).not.toContain('[key]');
  }, 60_000);

  const KEY = 'lpk_9f868fac82dd53210b115156bad6d80b02e0c54f2dfb53b8';
  const HEX = Array.from(Buffer.from(KEY), (byte) => byte.toString(16));
  const PACKED = Buffer.from(KEY).toString('base64');

  test.each([
    '\t',
    '\n',
    '\u0085',
    '\u00A0',
    '\u1680',
    '\u2009',
    '\u2028',
    '\u202F',
    '\u205F',
    '\u2800',
    '\u3000',
    '\uFDD0',
    '\uFFFC',
    '\u{1D159}',
  ])('is seen through %j, of which no name may have one either', async (unseen) => {
    const spelt = Array.from(KEY).join(unseen);
    expect(await redactKey(KEY).value({ a: spelt })).toEqual({ a: '[key]' });
  });

  test.each([
    ['folded over indented lines', KEY.replaceAll(/.{10}/g, '$&\n   ')],
    ['folded with tabs', KEY.replaceAll(/.{7}/g, '$&\r\n\t ')],
    ['base64 in lines', PACKED.replaceAll(/.{20}/g, '$&\n')],
    ['base64 in lines of JSON', PACKED.replaceAll(/.{20}/g, String.raw`$&\r\n`)],
    ['base64 in groups', PACKED.replaceAll(/.{16}/g, '$& ')],
    ['HTML without semicolons', Array.from(KEY, (each) => `&#${each.charCodeAt(0)}`).join('')],
    ['hex with colons', HEX.join(':')],
    ['hex with spaces', HEX.join(' ')],
    ['hex as bytes', HEX.map((byte) => `0x${byte}`).join(', ')],
    ['hex in lines', HEX.join('').replaceAll(/.{40}/g, '$&\n')],
  ])('is found in %s, whole and shortened', async (_, spelt) => {
    const strike = redactKey(KEY);
    for (const text of [spelt, spelt.slice(0, -8)]) {
      expect(strike.text(`at ${text}`)).toMatch(/^at (?:0x)?\[key\].{0,7}$/s);
      expect(await strike.value({ [text]: [text] })).toEqual({
        [strike.text(text)]: [strike.text(text)],
      });
    }
  });

  test.each([
    'live-QwErTyUiOpAsDfGhJkLzXcVbNm-42aa',
    'QwErTyUiOpAsDfGh_JkLzXcVbNmQwErTy.a9',
    'key:AbCdEfGhIjKlMnOpQrStUvWx-1',
    'northwind-mining-2f9a4c',
  ])('of words and little else is struck out from its first 12 characters on: %s', (key) => {
    for (let length = 12; length <= key.length; length++) {
      expect(redactKey(key).text(`no ${key.slice(0, length)}!`)).toBe('no [key]!');
      for (const before of ['', 'a', 'ab']) {
        const packed = Buffer.from(`${before}${key.slice(0, length)}`).toString('base64');
        expect(redactKey(key).text(packed), `${length} behind ${before}`).toContain('[key]');
      }
    }
  });

  const HIDDEN = [
    '&#8203;',
    '&#xAD;',
    '&shy;',
    '&#10;',
    '%E2%80%8B',
    '%C2%AD',
    '%0a',
    '%0D%0A',
    String.raw`\n`,
    String.raw`\r\n`,
    String.raw`\t`,
    '&amp;#8203;',
    '%26%238203%3B',
    String.raw`\u{200b}`,
  ];
  test.each(HIDDEN)('is seen through %s between its letters, escaped as they may be', (hidden) => {
    const strike = redactKey(KEY);
    for (const each of [1, 8]) {
      const spelt = KEY.replaceAll(new RegExp(`.{${each}}`, 'g'), `$&${hidden}`);
      expect(strike.text(`at ${spelt} end`)).toMatch(/^at \[key\].{0,8} end$/);
      expect(strike.holds(spelt)).toBe(true);
      expect(strike.text(`at ${spelt.slice(0, -20)}`)).toMatch(/^at \[key\]/);
    }
  });

  test.each<[string, Write]>([
    ['&#108;', (letter) => `&#${letter.charCodeAt(0)};`],
    ['&#x6c;', (letter) => `&#x${code(letter, 2)};`],
    [String.raw`\u006c`, (letter) => String.raw`\u${code(letter, 4)}`],
  ])('is found in %s escaped for a URL, some signs of it twice', (_, write) => {
    const inUrl: Write = (sign) => `%${code(sign, 2)}`;
    const signs = Array.from(Array.from(KEY, write).join(''), inUrl);
    const twice = fc.array(fc.boolean(), { minLength: signs.length, maxLength: signs.length });
    fc.assert(
      fc.property(twice, (isTwice) => {
        const spelt = signs.map((sign, at) => (isTwice[at] ? sign.replace('%', '%25') : sign));
        const text = `at ${spelt.join('')} end`;
        expect(redactKey(KEY).holds(text)).toBe(true);
        // The last letter's closing sign may remain: it reveals nothing.
        expect(redactKey(KEY).text(text)).toMatch(/^at \[key\];? end$/);
      }),
    );
  });

  test.each([
    ['&amp;#', (number: number) => `&amp;#${number};`],
    ['&#38;#', (number: number) => `&#38;#${number};`],
    ['%26%23', (number: number) => `%26%23${number}%3B`],
    ['%5Cu', (number: number) => `%5Cu00${number.toString(16)}`],
    ['&#92;u', (number: number) => `&#92;u00${number.toString(16)}`],
    [String.raw`\x`, (number: number) => String.raw`\x${number.toString(16)}`],
    [String.raw`\u{`, (number: number) => String.raw`\u{${number.toString(16)}}`],
  ])('is found behind escapes of escapes: %s', (_, escape) => {
    const spelt = Array.from(KEY, (letter) => escape(letter.charCodeAt(0))).join('');
    expect(redactKey(KEY).text(`at ${spelt} end`)).toBe('at [key] end');
  });

  test.each([499, 500, 4000])('of 500 zeros is struck out of %i', (count) => {
    expect(redactKey('0'.repeat(500)).text('0'.repeat(count))).toMatch(/^(?:\[key\])+$/);
  });

  test('is struck out as far as it goes, from its first 12 characters on', () => {
    const strike = redactKey(KEY);
    for (let length = 12; length <= KEY.length; length++)
      expect(strike.text(`Token ${KEY.slice(0, length)}! is no`)).toBe('Token [key]! is no');
    expect(strike.text(KEY.slice(0, 11))).toBe(KEY.slice(0, 11));
    expect(redactKey('Ab3xY7kQ9m').text('Ab3xY7kQ or Ab3xY7k')).toBe('[key] or Ab3xY7k');
  });

  test('is found in a text of millions of characters, and among many rows', async () => {
    const strike = redactKey(KEY);
    const long = `${'\\'.repeat(3_000_000)}${Array.from(KEY).join('\\'.repeat(50_000))}`;
    expect(await strike.value({ long })).toEqual({ long: '[key]' });
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, note: `row number ${id}` }));
    const last = { id: 5_000, note: KEY };
    expect(await strike.value([...rows, last])).toEqual([...rows, { ...last, note: '[key]' }]);
  });

  test.each(['n', 'r', 't', 'b', 'f'])(
    'is found with \\%s written between its letters',
    (letter) => {
      const strike = redactKey(KEY);
      for (const spelt of [KEY, Buffer.from(KEY).toString('base64')]) {
        const written = Array.from(spelt).join(`\\${letter}`);
        // Base64's padding remains.
        expect(strike.text(`at ${written}`)).toMatch(/^at \[key\][\\nrtbfA=]{0,9}$/);
      }
    },
  );

  test('takes no memory for code: of thousands in one process, each has its own search', async () => {
    const codeBytes = () =>
      getHeapSpaceStatistics()
        .filter(({ space_name }) => space_name.startsWith('code_'))
        .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
    const before = codeBytes();
    const kept = Array.from({ length: 60 }, () => {
      const key = randomBytes(48).toString('base64url');
      return { key, strike: redactKey(key) };
    });
    for (const { key, strike } of kept) {
      // More than once, because frequently used code is compiled.
      for (let times = 0; times < 4; times++) {
        expect(strike.text(`${times} ${key}`)).toBe(`${times} [key]`);
        expect(strike.cutText(`${times} ${key.slice(0, 30)}`)).toBe(`${times} `);
        expect(await strike.value([`${times}: ${key}`])).toEqual([`${times}: [key]`]);
      }
    }
    expect(codeBytes() - before).toBeLessThan(30_000_000);
  });

  test('is found alike in text that holds escapes of other things and in text that holds none', async () => {
    const spelt = fc
      .tuple(keys, fc.nat(), fc.nat(4), fc.boolean())
      .map(([key, at, form, isWhole]) => {
        const [plain, bytes] = [
          key.replaceAll('\\', ''),
          Buffer.from(`${'-'.repeat(at % 3)}${key}`),
        ];
        const forms = [
          plain,
          bytes.toString('base64').replaceAll(/.{5}/g, '$& '),
          bytes.toString('base64url'),
          bytes.toString('hex').replaceAll(/../g, '0x$&, '),
          bytes.toString('hex').toUpperCase(),
        ];
        const text = forms[form] ?? plain;
        return { key, text: isWhole ? text : text.slice(0, at % text.length) };
      });
    await fc.assert(
      fc.asyncProperty(spelt, async ({ key, text }) => {
        const strike = redactKey(key);
        const alone = await strike.value({ text });
        expect(await strike.value({ text, other: '%7c &#124; \\u007c' })).toMatchObject(
          Object(alone),
        );
        expect(Object(alone).text).toBe(strike.text(text));
      }),
    );
  });

  test('takes nothing else with it', async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.jsonValue(), async (key, value) => {
        const struck = await redactKey(key).value(structuredClone(value));
        expect(struck).toEqual(value);
      }),
    );
  });
});

describe('the pool client', () => {
  const connect = useConnections();

  test('gives nothing out that holds the key, whatever the pool makes of it', async () => {
    let body = '';
    const { clients } = await connect((_, response) => response.writeHead(200).end(body));
    await fc.assert(
      fc.asyncProperty(
        fc.record({ key: keys, first: choices, second: choices, nesting: fc.nat(3) }),
        fc.constantFrom('id', 'status', 'metadata', 'x_unknown', 'error', 'NAME', 'CUT'),
        async ({ key, first, second, nesting }, where) => {
          const spelt = mixed(mixed(key, inText, first), inJson, second);
          let value = `"at ${spelt} end"`;
          for (let level = 0; level < nesting; level++) value = `{"a":[${value}],"${spelt}":1}`;
          body = `{"action_name":"A","${where === 'NAME' ? spelt : where}":${value}}`;
          if (where === 'CUT') body = `{"id":"${mixed(key, inJson, second).slice(0, -1)}`;
          const given: unknown = await clients
            .withKey(key)
            .updateSubaccount('a', 's')
            .catch((error: unknown) => error);
          const told = given instanceof PoolUnreadable ? partsOf(given) : [...texts(given)];
          for (const each of told) {
            expect(each).not.toContain(key);
            expect(unescaped(each)).not.toContain(key);
          }
        },
      ),
    );
  });
});

function partsOf(error: PoolUnreadable): string[] {
  return [error.message, error.said ?? '', ...texts(error.kept), inspect(error)];
}

/** Every string and name in it. */
function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield name;
    yield* texts(inner);
  }
}
