import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hasLetterRun,
  kindsOf,
  runsOf,
} from '../../../src/pool-api/http/key-search/has-letter-run.js';

const kinds = kindsOf(['aA', 'b', 'c', 'd', 'x'], /[ -]/);

/** Letter by letter, without skipping any. */
function holdsWord(text: string, { words, others }: { words: string[]; others: string[] }) {
  const least = Math.min(...words.map(({ length }) => length));
  const pairs = new Set(
    [...words, ...others].flatMap((word) =>
      Array.from(word).map((letter, at) => letter + (word[at + 1] ?? '?')),
    ),
  );
  const letters = text.replaceAll(/[ \-\u{0100}-\u{FFFF}]/gu, '').replaceAll('A', 'a');
  for (let at = 0, run = 1; at < letters.length; at++, run++) {
    if (run >= least) return true;
    if (!pairs.has(letters.slice(at, at + 2))) run = 0;
  }
  return false;
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 2, maxLength: 7 });
const piece = fc.constantFrom('a', 'A', 'b', 'c', 'd', 'x', ' ', '-', '"', 'é', '東', 'ab', 'bca');

test('a run is found wherever it begins, whatever stands between its letters', () => {
  let found = 0;
  const run = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
    others: fc.array(fc.constantFrom('axa', 'dxd'), { maxLength: 1 }),
    text: fc.array(piece, { maxLength: 60 }),
  });
  fc.assert(
    fc.property(run, ({ words, others, text: pieces }) => {
      const text = pieces.join('');
      const holds = hasLetterRun(text, runsOf(kinds, words, others));
      expect({ text, holds }).toEqual({ text, holds: holdsWord(text, { words, others }) });
      if (holds) found++;
    }),
    { numRuns: 5_000 },
  );
  expect(found).toBeGreaterThan(500);
  expect(found).toBeLessThan(4_500);
});
