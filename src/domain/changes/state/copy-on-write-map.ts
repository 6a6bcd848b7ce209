/**
 * A map whose copies share what they have in common: a copy costs only what was set since the last
 * few, not the whole.
 */
export interface ReadonlyCopyOnWriteMap<Value> {
  get(key: string): Value | undefined;
  readonly size: number;
  /** The nth key to be first set, from 0; found without a walk. */
  keyAt(index: number): string | undefined;
  /** In the order in which keys were first set. */
  entries(): Iterable<readonly [string, Value]>;
  /** What is set in a copy doesn't appear in the original. */
  copy(): CopyOnWriteMap<Value>;
}

export interface CopyOnWriteMap<Value> extends ReadonlyCopyOnWriteMap<Value> {
  set(key: string, value: Value): void;
}

/** At most this much is copied each time; more is shared from the next copy on. */
const MAX_COPIED = 64;

interface SharedValues<Value> {
  readonly values: ReadonlyMap<string, Value>;
  readonly keys: readonly string[];
}

export function createCopyOnWriteMap<Value>(
  values: ReadonlyMap<string, Value> = new Map(),
): CopyOnWriteMap<Value> {
  return mapOver({ values, keys: [...values.keys()] }, { values: new Map(), added: [] });
}

/** What was set since, and which of its keys are new. */
interface OwnValues<Value> {
  readonly values: Map<string, Value>;
  readonly added: string[];
}

function mapOver<Value>(shared: SharedValues<Value>, own: OwnValues<Value>): CopyOnWriteMap<Value> {
  return {
    get: (key) => own.values.get(key) ?? shared.values.get(key),
    get size() {
      return shared.keys.length + own.added.length;
    },
    keyAt: (index) => shared.keys[index] ?? own.added[index - shared.keys.length],
    set(key, value) {
      if (!own.values.has(key) && !shared.values.has(key)) own.added.push(key);
      own.values.set(key, value);
    },
    *entries() {
      for (const [key, value] of shared.values) yield [key, own.values.get(key) ?? value];
      for (const key of own.added) {
        const value = own.values.get(key);
        if (value !== undefined) yield [key, value];
      }
    },
    copy: () =>
      own.values.size <= MAX_COPIED
        ? mapOver(shared, { values: new Map(own.values), added: [...own.added] })
        : createCopyOnWriteMap(new Map([...shared.values, ...own.values])),
  };
}
