import * as fc from 'fast-check';

// oxfmt-ignore
const PIECES = [
  '@everyone', '@here', '<@1>', '<@!1>', '<@&1>', '<#1>', '<:a:1>', '<a:b:1>', '<t:1:R>', '</a:1>',
  '**b**', '__u__', '*i*', '_i_', '~~s~~', '||s||', '`c`', '``` ', '```js\n', '\\', '\\\\', '\\`',
  '[a](https://evil.example)', '[a](<https://evil.example>)', 'https://evil.example', 'http://a.b',
  'discord.gg/evil', '<https://evil.example>', ':tada:', '\n# h', '\n## h', '\n> q', '\n>>> q',
  '\n- l', '\n* l', '\n+ l', '\n1. l', '\n-# s', '# h', '> q', '- l', '1. l', '-# s',
  '\0', '\u0007', '\u001B[31m', '\u009B', '\r', '\t', '\u2028', '\u2029', '\u0085',
  '\u200B', '\u200D', '\uFEFF', '\u202E', '\u2066', '\u2069', '\u3164', '\u00AD', '\uFE0F',
  '\uD83D', '\uDE00', '😀', '👨‍👩‍👧', '🇳🇴', '漢字', 'ｆｕｌｌ', '한국', 'क्षि', 'ก็',
  'a\u0301', `a${'\u0301'.repeat(60)}`, `😀${'\u0301'.repeat(30)}`, '\u0301',
  ' ', '  ', 'word', '1,234.5', 'x'.repeat(60), 'é', '…', '"', "'", '=1+1', '|', '·',
];

/** Text as an attacker, a broken pool or another script writes it, up to thousands of letters. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(fc.constantFrom(...PIECES), fc.integer({ min: 50, max: 2000 }))
    .map(([piece, times]) => piece.repeat(times).slice(0, 5000)),
);
