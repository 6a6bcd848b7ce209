import { lengthOfLines, MAX_LINES_LENGTH } from '../card/fit-card.js';
import { shareOfLength, type FitText } from '../text/fit-text.js';

/** How much of the texts from outside a page of changes keeps: of each the same. */
export interface ListCut {
  /** What the pool told. */
  readonly told: FitText;
  /** What the change is about, and why changes are frozen. */
  readonly own: FitText;
  /** What the pool answered, where the headline says already that it answered a failure. */
  readonly hasAnswer: boolean;
  readonly hasPeople: boolean;
  readonly isShortened: boolean;
}

/** Tried in turn until the page fits: what the pool told goes first, what names a change last. */
const LIST_CUTS: readonly ListCut[] = (
  [
    [1, 1],
    [0.5, 1],
    [0.25, 1],
    [0.12, 1],
    [0.05, 1],
    [0.05, 0.5],
    [0.05, 0.25],
    [0.05, 0.5, 'no answer'],
    [0.05, 0.25, 'no answer'],
    [0.05, 0.25, 'no answer', 'nobody'],
    [0.05, 0.1, 'no answer', 'nobody'],
  ] as const
).map(([told, own, answer, people], index) => ({
  told: shareOfLength(told),
  own: shareOfLength(own),
  hasAnswer: answer === undefined,
  hasPeople: people === undefined,
  isShortened: index > 0,
}));

/** The lines of a page, all of them, as long as they fit one embed. */
export function fittingLines(
  make: (cut: ListCut) => readonly (string | null)[],
): readonly (string | null)[] {
  let lines: readonly (string | null)[] = [];
  for (const cut of LIST_CUTS) {
    lines = make(cut);
    if (lengthOfLines(lines) <= MAX_LINES_LENGTH) return lines;
  }
  return lines;
}
