import { oneLine } from '../../domain/names/one-line.js';

/** Discord counts code units here, and refuses a form whose title is longer than this. */
const TITLE_LIMIT = 45;

/** A form's title that ends in a name, cut where there is no room for all of it. */
export function titleWith(words: string, name: string): string {
  const most = TITLE_LIMIT - words.length;
  let shown = oneLine(name, most);
  for (let length = most; shown.length > most; length--) shown = oneLine(name, length);
  return `${words}${shown}`;
}
