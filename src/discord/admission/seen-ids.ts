/**
 * Remembers the newest ids, so that a second delivery is noticed: between `size` and twice as many,
 * because two generations cost less than ageing each id.
 */
export function createSeenIds(size = 5000) {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    /** True when this id was not among the remembered ones. */
    isFirst(id: string): boolean {
      if (young.has(id) || old.has(id)) return false;
      if (young.size >= size) {
        old = young;
        young = new Set();
      }
      young.add(id);
      return true;
    },
  };
}
