/** Kinds: what may stand between two letters, and what is no letter; each letter has its own. */
const BETWEEN = 0;
const OTHER = 127;

/** The kind of each character, by its code; letters that stand for each other share one. */
export type Kinds = Uint8Array;

export interface Runs {
  readonly kinds: Kinds;
  /** One bit for each pair of letters that may follow each other. */
  readonly pairs: Uint32Array;
  /** The fewest letters that make a run; at least two. */
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

/** Runs as long as the shortest of `words`, in which each pair of letters occurs in any word. */
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
 * Whether there is such a run, whatever stands between its letters. To notice a run, it checks one
 * pair in every so many; if that fits, it goes back over all letters since the last check.
 */
export function hasLetterRun(text: string, { kinds, pairs, least }: Runs): boolean {
  let letter = BETWEEN;
  let run = 0;
  let passedFrom = 0;
  let closeUntil = 0;
  for (let at = 0; at < text.length; at++) {
    // Codes beyond 255 count as between, because some are spaces.
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
