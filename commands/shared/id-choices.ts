import type { Choice } from '../../src/command.js';
import { choiceText } from '../../src/views/pool/name-choices.js';

/** An id that nobody knows by heart, and what it is about. */
export interface WordedId {
  readonly id: string;
  /** Empty where nothing is known. */
  readonly words: string;
}

/** What separates words in a choice; people who complete a choice type it too. */
const SEPARATORS = /[\s·–,]+/;

/**
 * Those of which the words and the id hold all that is typed, in any order. A choice shows its
 * words alone; where others say the same, or nothing is known, its id too.
 */
export function idChoices(known: readonly WordedId[], typed: string): Choice[] {
  const wanted = typed.toLowerCase().split(SEPARATORS).filter(Boolean);
  const found = known.filter(({ id, words }) => {
    const text = `${words} ${id}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return found.map(({ id, words }) => {
    if (words === '') return { name: choiceText(id, ''), value: id };
    const isAlone = known.filter((each) => each.words === words).length === 1;
    return { name: choiceText(words, isAlone ? '' : ` · ${id.slice(-TAIL)}`), value: id };
  });
}

/** Of an id: as much as tells two apart. */
const TAIL = 40;
