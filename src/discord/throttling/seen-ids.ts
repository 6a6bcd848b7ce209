/**
 * Remembers the newest ids, to notice a second delivery. It holds between `size` and twice as many,
 * because two generations are cheaper than an age for each id.
 */
export function createSeenIds(size = 5000) {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    /** True if this id is not among those remembered. */
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
