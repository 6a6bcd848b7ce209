/** Outside text in lines that must not grow beyond their room, whatever the text is made of. */

/** Writes `most` characters of a text, or fewer where there is less room. */
export type FitText = (most: number, write: (most: number) => string) => string;

export const usualLength: FitText = (most, write) => write(most);

/** The same, and calls `note` where it leaves something out. */
export function notingCuts(fit: FitText, note: () => void): FitText {
  return (most, write) => {
    const text = fit(most, write);
    if (text !== write(Infinity)) note();
    return text;
  };
}

/**
 * As written, markdown and escapes included, a text then takes no more than its shortest form and
 * that share of its usual length.
 */
export function shareOfLength(share: number): FitText {
  if (share === 1) return usualLength;
  return (most, write) => {
    const room = Math.ceil(most * share);
    const shortest = write(1);
    for (let length = room; length > 1; length = Math.floor(length * 0.8)) {
      const text = write(length);
      if (text.length <= shortest.length + room) return text;
    }
    return shortest;
  };
}

/** Shares of their usual length that the texts of people and the pool keep, tried in turn. */
const SHARES = [1, 0.5, 0.25, 0.12, 0.05] as const;

/** As long as it fits, else as short as it can be. */
export function firstFitting<Text>(
  make: (share: number) => Text,
  fits: (text: Text) => boolean,
): Text {
  return make(SHARES.find((share) => fits(make(share))) ?? 0.05);
}
