import { lookalikesOfEach } from '../../domain/names/lookalike-names.js';
import { differenceText } from './lookalikes.js';
import { oneLine } from '../../domain/names/one-line.js';

/** Most characters of a choice. */
export const CHOICE = 100;

interface OfferedName {
  readonly name: string;
  /** The name, or several names ending in it. */
  readonly value: string;
}

/** Choices while a name is typed; known names that look alike say how they differ. */
export function nameChoices(
  offered: readonly OfferedName[],
  known: readonly string[],
): { name: string; value: string }[] {
  const alike = lookalikesOfEach(
    offered.map(({ name }) => name),
    known,
  );
  return offered.map(({ name, value }) => {
    const others = alike.get(name) ?? [];
    const tail = others.length === 0 ? '' : ` · ${differenceText(name, others)}`;
    return { name: choiceText(value, tail), value };
  });
}

/** Cuts the text before its tail. Counts UTF-16 code units, as Discord does. */
export function choiceText(text: string, tail: string): string {
  for (let most = CHOICE - tail.length; ; most--) {
    const line = oneLine(text, most);
    if (line.length + tail.length <= CHOICE) return `${line}${tail}`;
  }
}
