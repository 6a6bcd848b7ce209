import { lookalikesOfEach } from '../../domain/names/lookalike-names.js';
import { differenceWords } from './lookalikes.js';
import { oneLine } from '../../domain/names/one-line.js';

/** As many signs as Discord shows of a choice. */
export const CHOICE = 100;

interface Offered {
  readonly name: string;
  /** What is filled in: the name, or several that end in it. */
  readonly value: string;
}

/** What is shown while somebody types; two known names that look alike say where they differ. */
export function nameChoices(
  offered: readonly Offered[],
  known: readonly string[],
): { name: string; value: string }[] {
  const alike = lookalikesOfEach(
    offered.map(({ name }) => name),
    known,
  );
  return offered.map(({ name, value }) => {
    const others = alike.get(name) ?? [];
    const tail = others.length === 0 ? '' : ` · ${differenceWords(name, others)}`;
    return { name: choiceText(value, tail), value };
  });
}

/** In UTF-16 code units, as Discord counts: what is too long loses its end, not its tail. */
export function choiceText(text: string, tail: string): string {
  for (let signs = CHOICE - tail.length; ; signs--) {
    const line = oneLine(text, signs);
    if (line.length + tail.length <= CHOICE) return `${line}${tail}`;
  }
}
