/** Of what may stand between two letters, and of what is no letter; each letter is one of its own. */
const BETWEEN = 0;
const OTHER = 127;

/** What each character is, by its code; letters that stand for each other are the same. */
export type Kinds = Uint8Array;

export interface Runs {
  readonly kinds: Kinds;
  /** A bit for each two letters that may follow each other. */
  readonly pairs: Uint32Array;
  /** Fewer letters are no run; at least two. */
  readonly least: number;
}

export function kindsOf(letters: readonly string[], between: RegExp): Kinds {
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (between.test(character)) return BETWEEN;
    const index = letters.findIndex((alike) => alike.includes(character));
    return index < 0 ? OTHER : index + 1;
  });
}

/** Runs as long as the shortest of these words, whose letters follow each other as in any of all. */
export function runsOf(
  kinds: Kinds,
  words: readonly string[],
  others: readonly string[] = [],
): Runs {
  const pairs = new Uint32Array(2 ** 9);
  for (const word of [...words, ...others]) {
    const letters = Array.from(word, (letter) => kinds[letter.charCodeAt(0)] ?? OTHER);
    for (const [index, letter] of letters.slice(1).entries()) {
      const pair = pairOf(letters[index] ?? OTHER, letter);
      pairs[pair >> 5] = (pairs[pair >> 5] ?? 0) | (1 << (pair & 31));
    }
  }
  return { kinds, pairs, least: Math.min(...words.map(({ length }) => length)) };
}

function pairOf(first: number, second: number): number {
  return (first << 7) | second;
}

/**
 * Whether there is such a run, whatever may stand between its letters. Of a run, one of every so
 * many pairs is enough to see it; where one is seen, all letters since the last look are gone through.
 */
export function holdsRun(text: string, { kinds, pairs, least }: Runs): boolean {
  let letter = BETWEEN;
  let run = 0;
  let passedFrom = 0;
  let closeUntil = 0;
  for (let at = 0; at < text.length; at++) {
    // Of those beyond 255 some are spaces.
    const next = kinds[text.charCodeAt(at)] ?? BETWEEN;
    if (next === BETWEEN) continue;
    const pair = pairOf(letter, next);
    const fits = (((pairs[pair >> 5] ?? 0) >> (pair & 31)) & 1) === 1;
    if (run > 0 && !fits && at > closeUntil) {
      run = 0;
      passedFrom = at;
      at += least - 3;
    } else if (run === 1 && fits && at > closeUntil) {
      run = 0;
      closeUntil = at;
      at = passedFrom - 1;
    } else {
      run = fits && run > 0 ? run + 1 : 1;
      if (run === least) return true;
      letter = next;
    }
  }
  return false;
}
