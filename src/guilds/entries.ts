import type { Store } from '../store/store.js';

/** Everything in one space. Keyv gives an iterator only where its adapter has one; ours do. */
export async function* entriesOf(
  space: ReturnType<Store['space']>,
): AsyncIterable<readonly [key: string, value: unknown]> {
  if (space.iterator === undefined) throw new Error('this store cannot list its keys');
  for await (const [key, value] of space.iterator(undefined)) yield [String(key), value];
}
