/**
 * A CSV cell (RFC 4180) that no program runs and no reader misreads: hidden characters are written
 * out, and an apostrophe precedes whatever would begin a formula, even where a spreadsheet may be
 * set to split: after `;`, a tab or a line end.
 */
export function csvCell(text: string): string {
  if (text.length > LONGEST)
    return csvCell(`${text.slice(0, LONGEST / 2)}… (${text.length} characters)`);
  if (UNCHANGED.test(text)) return text;
  const safe = text
    .replaceAll(HIDDEN, codePointOf)
    .replaceAll(FORMULA_START, "$1'")
    .replace(/^[\t\r\n]/, "'$&");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** More would hold everybody up; a spreadsheet takes 32,767 characters. */
const LONGEST = 200_000;

/** Most cells: a negative number, or visible ASCII that is no formula and needs no quotes. */
const UNCHANGED = /^(?:-\d+(?:\.\d+)?|(?![=+\-@])[ !#-+\--:<-~]*)$/;

/**
 * Control and format characters and lone surrogates, except tab and line ends, which are quoted,
 * and the two joiners, which emoji and several scripts need.
 */
const HIDDEN = /(?![\t\r\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const FORMULA_START = /(^|[;\t\r\n]["']*)(?=[=+\-@＝＋－＠])/g;

function codePointOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
