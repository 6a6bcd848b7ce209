import { lookalikeNames } from '../domain/lookalike-names.js';
import { differenceWords } from './lookalikes.js';
import { oneLine } from './text.js';

/** As many signs as Discord shows of a choice. */
export const CHOICE = 100;

/** What is shown for a name while somebody types; two that look alike say where they differ. */
export function nameChoice(name: string, known: readonly string[], shown = name): string {
  const alike = lookalikeNames(name, known);
  return choiceText(shown, alike.length === 0 ? '' : ` · ${differenceWords(name, alike)}`);
}

/** In UTF-16 code units, as Discord counts: what is too long loses its end, not its tail. */
export function choiceText(text: string, tail: string): string {
  for (let signs = CHOICE - tail.length; ; signs--) {
    const line = oneLine(text, signs);
    if (line.length + tail.length <= CHOICE) return `${line}${tail}`;
  }
}
