/** Names typed into one option, separated by commas, which names may also contain. */

/**
 * Splits `typed` into names, preferring the longest known name at each place; an unknown one ends
 * at the next comma. The last may be unfinished or empty.
 */
export function nameParts(typed: string, known: readonly string[]): string[] {
  const longestFirst = known
    .filter((name) => typed.includes(name))
    .toSorted((a, b) => b.length - a.length);
  const parts: string[] = [];
  for (let rest: string | null = typed; rest !== null;) {
    const text: string = rest.trimStart();
    const name = longestFirst.find((each) => startsWithName(text, each));
    const comma = text.indexOf(',', name?.length ?? 0);
    parts.push(name ?? (comma === -1 ? text : text.slice(0, comma)).trim());
    rest = comma === -1 ? null : text.slice(comma + 1);
  }
  return parts;
}

/** Unique names; if none are known, every comma separates. */
export function splitNames(typed: string, known: readonly string[] = []): string[] {
  return [...new Set(nameParts(typed, known).filter((name) => name !== ''))];
}

function startsWithName(text: string, name: string): boolean {
  return name !== '' && text.startsWith(name) && /^\s*(,|$)/.test(text.slice(name.length));
}
