import type { Keyv } from 'keyv';

/**
 * Everything in a namespace; unreadable entries come without a value. Keyv has an iterator only if
 * its adapter has one, as ours do.
 */
export async function* scanNamespace<Value>(
  space: Keyv<Value>,
): AsyncIterable<readonly [key: string, value: Value | undefined]> {
  if (space.iterator === undefined) throw new Error('this store cannot list its keys');
  for await (const [key, value] of space.iterator(undefined)) yield [String(key), value];
}
