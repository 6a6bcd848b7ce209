import type { ZodType } from 'zod';
import { DamagedEntry, ifDamaged } from '../domain/errors/store-errors.js';
import { toResult } from '../domain/errors/result.js';
import { scanNamespace } from './scan-namespace.js';
import type { Store } from './store.js';
import { updateValue } from './update-value.js';

/**
 * The rows of a namespace, each read through a schema: a row that can't be read and one of another
 * form are both a `DamagedEntry`. Where a lost row does little harm, `find` and `replace` count a
 * damaged one as missing, and the next write takes its place.
 */
export interface Rows<Value> {
  /** Undefined = nothing there. Throws `DamagedEntry`. */
  get(key: string): Promise<Value | undefined>;
  find(key: string): Promise<Value | undefined>;
  set(key: string, value: Value, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Every row; without a value if it is damaged. */
  all(): AsyncIterable<readonly [key: string, value: Value | undefined]>;
}

/** Rows that several processes change at once. */
export interface SharedRows<Value> extends Rows<Value> {
  /** As `updateValue`. Throws `DamagedEntry`, and nothing is written. */
  change<Next extends Value | null>(
    key: string,
    step: (now: Value | undefined) => Next,
  ): Promise<Next>;
  /** The same, but a damaged row counts as missing, and `step` is told of it. */
  replace<Next extends Value | null>(
    key: string,
    step: (now: Value | undefined, isDamaged: boolean) => Next,
  ): Promise<Next>;
}

export interface RowsOptions<Value> {
  readonly space: string;
  readonly schema: ZodType<Value>;
}

export function openRows<Value>(
  store: Pick<Store, 'namespace'>,
  options: RowsOptions<Value>,
): Rows<Value> {
  return rowsOf(store.namespace<unknown>(options.space), options);
}

/** For notes (`Store.notes`). */
export function openNotes<Value>(
  store: Pick<Store, 'notes'>,
  options: RowsOptions<Value>,
): Rows<Value> {
  return rowsOf(store.notes<unknown>(options.space), options);
}

export function openSharedRows<Value>(
  store: Pick<Store, 'namespace' | 'compareAndSet'>,
  options: RowsOptions<Value>,
): SharedRows<Value> {
  const { space, schema } = options;
  const rows = openRows(store, options);

  async function replace<Next extends Value | null>(
    key: string,
    step: (now: Value | undefined, isDamaged: boolean) => Next,
  ): Promise<Next> {
    let wasCut = false;
    const update = () =>
      updateValue(store, { space, key }, (raw) => {
        const read = schema.safeParse(raw);
        return read.success && raw !== undefined
          ? step(read.data, false)
          : step(undefined, wasCut || raw !== undefined);
      });
    const done = await toResult(update());
    if (done.ok) return done.value;
    if (!(done.error instanceof DamagedEntry)) throw done.error;
    // What can't be read can't be compared either.
    await rows.delete(key);
    wasCut = true;
    return update();
  }

  return {
    ...rows,
    change: (key, step) =>
      updateValue(store, { space, key }, (raw) => step(checkRow(options, key, raw))),
    replace,
  };
}

/** A row as it was read, checked. Undefined = nothing there. Throws `DamagedEntry`. */
export function checkRow<Value>(
  { space, schema }: RowsOptions<Value>,
  key: string,
  raw: unknown,
): Value | undefined {
  if (raw === undefined) return undefined;
  const read = schema.safeParse(raw);
  if (!read.success) throw new DamagedEntry(space, key);
  return read.data;
}

type Space = ReturnType<Store['namespace']>;

function rowsOf<Value>(space: Space, options: RowsOptions<Value>): Rows<Value> {
  const get = async (key: string) => checkRow(options, key, await space.get(key));
  return {
    get,
    find: (key) => ifDamaged(get(key), () => undefined),
    set: async (key, value, ttlMs) => void (await space.set(key, value, ttlMs)),
    delete: async (key) => void (await space.delete(key)),
    async *all() {
      for await (const [key, raw] of scanNamespace(space)) {
        const read = options.schema.safeParse(raw);
        yield [key, read.success ? read.data : undefined];
      }
    },
  };
}
