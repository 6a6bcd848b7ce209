/** The most folded letters of a name that are compared: no table or card shows as many of one. */
export const MOST_COMPARED = 200;
/** Of a styled letter's two halves, or of two letters that look like one, or of both, stays one. */
const SIGNS_A_LETTER = 4;
const MOST_SIGNS = MOST_COMPARED * SIGNS_A_LETTER;
/** How far into a name they are looked for: what stands behind so much is shown nowhere. */
export const MOST_LOOKED_AT = 16_000;
const PART = 2_000;

/** Without a letter: unseen characters and marks, of which a pool may put thousands into a name. */
const NO_LETTER = /[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const SPACES = /[\s\u2800]+/gu;

const PLAIN = /^[ -~]*$/;

/** The first half of a pair, whose second one would be cut off. */
const HALF = /[\uD800-\uDBFF]$/;

/**
 * What of a name is folded to find look-alikes: at most some hundreds of signs, whatever its length
 * and however much that nobody sees stands between them. Folding is dear, and names are untrusted.
 */
export function comparedLetters(name: string): string {
  if (name.length <= MOST_SIGNS && PLAIN.test(name)) return name;
  const end = Math.min(name.length, MOST_LOOKED_AT);
  let letters = '';
  for (let at = 0; at < end && letters.length < MOST_SIGNS;) {
    const part = name.slice(at, Math.min(at + PART, end));
    const whole = part.length > 1 ? part.replace(HALF, '') : part;
    letters += lettersOf(whole);
    at += whole.length;
  }
  // Taken apart, one sign may be 18 signs, or a letter and marks.
  return cut(lettersOf(cut(letters).normalize('NFKD')));
}

function lettersOf(text: string): string {
  // The spaces first, since line ends are among what nobody sees.
  return text.replaceAll(SPACES, ' ').replaceAll(NO_LETTER, '').replaceAll(/ +/g, ' ');
}

function cut(text: string): string {
  return text.slice(0, MOST_SIGNS).replace(HALF, '');
}
