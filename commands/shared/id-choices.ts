import type { Choice } from '../../src/command.js';
import { choiceText } from '../../src/views/pool/name-choices.js';

/** An id that nobody remembers, with words for it. */
export interface WordedId {
  readonly id: string;
  /** Empty if nothing is known. */
  readonly words: string;
}

/** Separates words in a choice; people who complete a choice type it too. */
const SEPARATORS = /[\s·–,]+/;

/**
 * The ids whose words and id contain everything typed, in any order. A choice shows only its words,
 * plus its id if others have the same words or it has none.
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

/** Enough of an id to tell two apart. */
const TAIL = 40;
