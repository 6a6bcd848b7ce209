/**
 * What the pool sent, as a cell that no program runs and no reader mistakes. Two changes, and
 * only to text that needs them:
 * - characters that hide or reorder others are written out (`\u202E`), so the cell shows what
 *   it holds;
 * - an apostrophe stands before a sign that would begin a formula. The CSV library does so at
 *   the start of a cell. Here it is done inside a cell as well, after a semicolon, tab or line
 *   end: a spreadsheet that is set to split there would find a formula at the start.
 */
export function harmlessCell(text: string): string {
  // What can be seen, without the semicolon: nothing in it is to be changed.
  if (/^[ -:<-~]*$/.test(text)) return text;
  return text
    .replaceAll(HIDDEN, writtenOut)
    .replaceAll(/([;\t\r\n]["']*)(?=[=+\-@＝＋－＠])/g, "$1'")
    .replace(/^\n/, "'\n");
}

/**
 * Control and format characters and lone surrogates. Kept are tab and line ends, which files
 * quote, and the two joiners, which emoji and several scripts are written with.
 */
const HIDDEN = /(?![\t\r\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function writtenOut(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
