import { oneLine } from '../../domain/names/one-line.js';

/** Counted in code units; Discord refuses a form with a longer title. */
const TITLE_LIMIT = 45;

/** A form's title that ends in a name, which is cut if it doesn't fit. */
export function titleWith(words: string, name: string): string {
  const most = TITLE_LIMIT - words.length;
  let shown = oneLine(name, most);
  for (let length = most; shown.length > most; length--) shown = oneLine(name, length);
  return `${words}${shown}`;
}
