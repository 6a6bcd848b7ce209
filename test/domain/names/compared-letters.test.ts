import { describe, expect, test } from 'vitest';
import {
  comparedLetters,
  MOST_COMPARED,
  MOST_LOOKED_AT,
} from '../../../src/domain/names/compared-letters.js';
import {
  firstDifference,
  foldName,
  lookalikeNames,
} from '../../../src/domain/names/lookalike-names.js';

const ZWSP = '\u200B';

/** Of 64,000 signs each, as a pool may list them. */
const HUGE = {
  letters: 'a'.repeat(64_000),
  'letters of other scripts': '\u0430'.repeat(64_000),
  'styled letters': '\u{1D41A}'.repeat(32_000),
  'signs nobody sees': ZWSP.repeat(64_000),
  'a letter in fifty that nobody sees': `l${ZWSP.repeat(50)}`.repeat(1_250),
  marks: `e${'\u0301'.repeat(50)}`.repeat(1_250),
  'joined emoji': '👩\u200D👩\u200D👧\u200D👦'.repeat(5_800),
  'signs that stand for eighteen': '\uFDFA'.repeat(64_000),
  'half letters': '\uD800'.repeat(64_000),
  spaces: 'a     '.repeat(10_000),
};

test.each(Object.entries(HUGE))(
  'of a huge name of %s, only the first letters are folded',
  (_, name) => {
    expect(comparedLetters(name).length).toBeLessThanOrEqual(MOST_COMPARED * 4);
    expect(foldName(name).length).toBeLessThanOrEqual(MOST_COMPARED);
  },
);

test('what stands behind the part that is looked at is not looked at', () => {
  const hidden = `a${ZWSP.repeat(MOST_LOOKED_AT)}`;
  expect(comparedLetters(`${hidden}b`)).toBe('a');
  expect(foldName(`${hidden}b`)).toBe(foldName(hidden));
});

describe('a name still looks like another', () => {
  test.each([
    ['with thousands of signs that nobody sees', 'alder', `al${ZWSP.repeat(5_000)}der`],
    ['with thousands of marks', 'alder', `a${'\u0301'.repeat(5_000)}lder`],
    ['with thousands of spaces', 'alder 1', `alder${' '.repeat(5_000)}1`],
    ['in styled letters, as long as a table shows', 'a'.repeat(200), '\u{1D41A}'.repeat(200)],
    ['as long, where two letters look like one', 'm'.repeat(200), 'rn'.repeat(200)],
    ['if both are the same as far as anybody is shown', `${'a'.repeat(200)}b`, 'a'.repeat(64_000)],
  ])('%s', (_, name, other) => {
    expect(lookalikeNames(name, [other])).toEqual([other]);
    expect(lookalikeNames(other, [name])).toEqual([name]);
  });

  test('and does not if they differ within what is shown', () => {
    const begin = 'a'.repeat(190);
    expect(lookalikeNames(`${begin}b`, [`${begin}c`])).toEqual([]);
  });
});

test('a part may end between the halves of a letter', () => {
  const name = `${'a'.repeat(1_999)}\u{1D41A}`;
  expect(comparedLetters(`${ZWSP.repeat(1_999)}\u{1D41A}${ZWSP.repeat(3_000)}`)).toBe('a');
  expect(firstDifference(name, `${name}b`)).toEqual({ endsAfter: 2_000 });
});
