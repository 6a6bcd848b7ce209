import KeyvRedis, { type RedisClientType } from '@keyv/redis';
import type { RunCommand } from './redis-faults.js';
import type { TextAdapter } from '../namespace.js';

/**
 * @keyv/redis over a client that is already connected. A class, because it mends three habits of
 * its parent: after the store was closed it would connect anew; a `clear` that failed stays
 * silent; and an entry that goes away while the iterator runs, or that SCAN gives twice, reaches
 * the caller (the first ends Keyv's loop with a TypeError).
 */
class SpaceAdapter extends KeyvRedis<string> {
  override async getClient(): ReturnType<KeyvRedis<string>['getClient']> {
    if (!this.client.isOpen) throw new Error('the store is closed');
    return this.client;
  }

  override async clear(): Promise<void> {
    const keys: string[] = [];
    for await (const [key] of this.iterator(this.namespace)) keys.push(key);
    if (keys.length > 0) await this.deleteMany(keys);
  }

  override async *iterator<Value = string>(
    namespace?: string,
  ): AsyncGenerator<[string, Value | undefined], void, unknown> {
    const seen = new Set<string>();
    for await (const [key, value] of super.iterator<Value>(namespace)) {
      if (value === undefined || seen.has(key)) continue;
      seen.add(key);
      yield [key, value];
    }
  }
}

/** The Keyv storage adapter of one space. Every failure is told as a `StoreUnavailable`. */
export function keyvRedis(
  client: RedisClientType,
  ask: RunCommand,
  namespace: string,
): TextAdapter {
  const space = new SpaceAdapter(client, { throwOnErrors: true, namespace });
  // An adapter without a listener of its own throws what it emits in place of what went wrong.
  space.on('error', () => {});
  return {
    opts: { dialect: 'redis' },
    get: (key) => ask(() => space.get(key)),
    getMany: (keys) => ask(() => space.getMany(keys)),
    has: (key) => ask(() => space.has(key)),
    set: (key, text, ttlMs) => ask(() => space.set(key, text, ttlMs)),
    delete: (key) => ask(() => space.delete(key)),
    deleteMany: (keys) => ask(() => space.deleteMany(keys)),
    clear: () => ask(() => space.clear()),
    async *iterator() {
      const entries = space.iterator(namespace);
      for (;;) {
        const next = await ask(() => entries.next());
        if (next.done === true) return;
        yield next.value;
      }
    },
  };
}
