/**
 * A map whose copies share what they have in common: a copy costs what was set since the last few,
 * not all there is.
 */
export interface ReadonlyCopyOnWriteMap<Value> {
  get(key: string): Value | undefined;
  /** In the order in which the keys were first set. */
  entries(): Iterable<readonly [string, Value]>;
  /** What is set in a copy doesn't show in the map it was made of. */
  copy(): CopyOnWriteMap<Value>;
}

export interface CopyOnWriteMap<Value> extends ReadonlyCopyOnWriteMap<Value> {
  set(key: string, value: Value): void;
}

/** So much is copied each time; more is shared from the next copy on. */
const MAX_COPIED = 64;

export function createCopyOnWriteMap<Value>(
  shared: ReadonlyMap<string, Value> = new Map(),
  own: Map<string, Value> = new Map(),
): CopyOnWriteMap<Value> {
  return {
    get: (key) => own.get(key) ?? shared.get(key),
    set: (key, value) => void own.set(key, value),
    *entries() {
      for (const [key, value] of shared) yield [key, own.get(key) ?? value];
      for (const [key, value] of own) if (!shared.has(key)) yield [key, value];
    },
    copy: () =>
      own.size <= MAX_COPIED
        ? createCopyOnWriteMap(shared, new Map(own))
        : createCopyOnWriteMap(new Map([...shared, ...own])),
  };
}
