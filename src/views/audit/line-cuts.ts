import { shareOfLength, usualLength, type FitText } from '../changes/text/fit-text.js';

/** How much of the texts from outside a line keeps, and how long a list it may have. */
export interface LineCut {
  /** What names the change: its title and subject. */
  readonly name: FitText;
  readonly status: FitText;
  /** What else the pool told, or somebody typed. */
  readonly told: FitText;
  /** Where the money may go instead. */
  readonly address: FitText;
  readonly mostItems: number;
  /** False: what may be a link, as Discord blocks some, is left out. */
  readonly hasTexts: boolean;
  /** The id leads to the card too. */
  readonly hasLink: boolean;
}

/** Tried in turn until the line fits; what else is told goes first, what names the change and addresses last. */
export const LINE_CUTS: readonly LineCut[] = [
  [1, 1, 1, 1],
  [1, 1, 0.5, 0.5],
  [1, 0.5, 0.25, 0.5],
  [0.75, 0.25, 0.12, 0.5],
  [0.5, 0.12, 0.05, 0.5],
  [0.5, 0.12, 0.05, 0.5, 0],
  [0.5, 0.1, 0.01, 0.25, 0],
  [0.5, 0.1, 0.01, 0.01, 0],
].map(([name = 1, status = 1, told = 1, address = 1, link = 1], index) => ({
  name: shareOfLength(name),
  status: shareOfLength(status),
  told: shareOfLength(told),
  address: shareOfLength(address),
  mostItems: index === 0 ? 2 : 1,
  hasTexts: true,
  hasLink: link === 1,
}));

const leftOut: FitText = () => '…';

const withoutTexts: LineCut = {
  name: leftOut,
  status: leftOut,
  told: leftOut,
  address: usualLength,
  mostItems: 2,
  hasTexts: false,
  hasLink: true,
};

/** For a line that Discord blocks, and for one that it blocks all the same. */
export const BLOCKED_CUTS: readonly LineCut[] = [
  withoutTexts,
  { ...withoutTexts, address: leftOut, hasLink: false },
];
