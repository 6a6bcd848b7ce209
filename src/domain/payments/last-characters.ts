/** Enough for honest addresses; somebody who forges one can make more of them match. */
const LEAST = 6;

/**
 * How many of the last characters tell each address from every other known one, at least six. Case
 * isn't compared, because it isn't when somebody types them.
 */
export function tellingLength(addresses: readonly string[], known: readonly string[]): number {
  const lengths = addresses.flatMap((address) =>
    known.filter((each) => each !== address).map((each) => sharedEnd(address, each) + 1),
  );
  return Math.max(LEAST, ...lengths);
}

function sharedEnd(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let shared = 0;
  while (shared < a.length && shared < b.length && a.at(-1 - shared) === b.at(-1 - shared))
    shared++;
  return shared;
}

/**
 * Whether somebody typed the end of each. Ignores case, spaces and order: phones begin lines with a
 * capital, and the card groups by four.
 */
export function areTyped(wanted: readonly { readonly end: string }[], typed: string): boolean {
  const given = typed.replaceAll(/[\s,;]+/g, '').toLowerCase();
  return isMadeOf(
    given,
    wanted.map(({ end }) => end.toLowerCase()),
  );
}

/** Whether `text` is all of these words in any order, with nothing between them. */
export function isMadeOf(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return text === '';
  return [...new Set(words)].some(
    (word) => text.startsWith(word) && isMadeOf(text.slice(word.length), without(words, word)),
  );
}

function without(words: readonly string[], word: string): readonly string[] {
  return words.toSpliced(words.indexOf(word), 1);
}
