import { oneLine } from '../../domain/names/one-line.js';

/** The letters of the bundled fonts: Latin, Greek, Cyrillic and common signs. */
const COVERED =
  /[^\u0020-\u024F\u0370-\u03FF\u0400-\u045F\u0490\u0491\u1E00-\u1EFF\u2010-\u2026\u20AC\u2122\u2212]/gu;

/** The pool's text for a picture: one line, no hidden characters, a `?` for a missing letter. */
export function chartText(text: string, most = 24): string {
  return oneLine(oneLine(text, most).normalize('NFC').replaceAll(COVERED, '?'), most);
}
