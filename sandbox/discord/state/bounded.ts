/** A list that forgets its oldest entries, so that a long run doesn't use ever more memory. */
export interface BoundedList<T> {
  readonly items: readonly T[];
  push(item: T): void;
}

export function boundedList<T>(limit: number): BoundedList<T> {
  const items: T[] = [];
  return {
    items,
    push(item) {
      items.push(item);
      // In batches: shifting one by one would move the whole array at every push.
      if (items.length > limit * 1.25) items.splice(0, items.length - limit);
    },
  };
}

/** Sets a key as the newest and forgets the oldest keys beyond the limit. */
export function setBounded<K, V>(map: Map<K, V>, entry: readonly [K, V], limit: number): void {
  map.set(entry[0], entry[1]);
  for (const oldest of map.keys()) {
    if (map.size <= limit) return;
    map.delete(oldest);
  }
}
