/** For each character code: a digit's value, `x`, what may stand between digits, or another. */
const X = 16;
const BETWEEN = 17;
const OTHER = 18;
const KINDS = new Uint8Array(256).fill(OTHER);
for (const between of '\t\n\v\f\r :;,._-\u00A0') KINDS[between.charCodeAt(0)] = BETWEEN;
for (let digit = 0; digit < X; digit++) {
  const written = digit.toString(16);
  KINDS[written.charCodeAt(0)] = KINDS[written.toUpperCase().charCodeAt(0)] = digit;
}
KINDS['x'.charCodeAt(0)] = KINDS['X'.charCodeAt(0)] = X;

/** So many digits fit the 32 bits of a number. */
const DIGITS = 8;
const TOP_DIGIT = 28;

/**
 * Whether the first eight of these hexadecimal digits come one after the other in a text, with
 * nothing between them that may not be. The `0` of a `0x` is no digit.
 */
export function holdsHex(text: string, digits: string): boolean {
  const wanted = parseInt(digits.slice(0, DIGITS), 16) | 0;
  // All stand in a run at least as long, so one of every so many characters is in it.
  for (let at = digits.length - 1; at < text.length; at += digits.length) {
    if (kindAt(text, at) === OTHER) continue;
    let last = 0;
    let top = 0;
    for (at = startOfRun(text, at); at < text.length; at++) {
      const kind = kindAt(text, at);
      if (kind < X) {
        top = last >>> TOP_DIGIT;
        last = (last << 4) | kind;
        if (last === wanted) return true;
      } else if (kind === X) last = (last >>> 4) | (top << TOP_DIGIT);
      else if (kind === OTHER) break;
    }
  }
  return false;
}

function startOfRun(text: string, at: number): number {
  let start = at;
  while (start > 0 && kindAt(text, start - 1) !== OTHER) start--;
  return start;
}

/** Of those beyond 255 some are spaces. */
function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? BETWEEN;
}
