import { foldName } from './lookalike-names.js';

/** Longer names are skipped: nobody types them. */
const LONGEST = 100;
/** Shorter texts are part of too many names. */
const MIN_PART_LENGTH = 3;

/**
 * Known names somebody may have meant, as listed, nearest first: a few letters different, swapped,
 * missing or extra, or the typed text as a part. Empty for a known name.
 */
export function nearNames(typed: string, known: readonly string[], most = 3): string[] {
  if (typed.length > LONGEST || known.includes(typed)) return [];
  const wanted = foldName(typed.trim());
  const limit = wanted.length <= 4 ? 1 : wanted.length <= 8 ? 2 : 3;
  const near = known.flatMap((name) => {
    if (name.length > LONGEST) return [];
    const folded = foldName(name);
    const distance = distanceWithin(wanted, folded, limit);
    if (distance <= limit) return [{ name, distance }];
    const isPart = wanted.length >= MIN_PART_LENGTH && folded.includes(wanted);
    return isPart ? [{ name, distance: limit + 1 }] : [];
  });
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Edits from one to the other, where swapping neighbours is one; above `limit` it only says so. */
function distanceWithin(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const edits = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwap ? Math.min(edits, (before[j - 2] ?? 0) + 1) : edits);
    }
    if (Math.min(...next) > limit) return limit + 1;
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
