import KeyvRedis, { type RedisClientType } from '@keyv/redis';
import type { RunCommand } from '../adapter/ask-database.js';
import type { TextAdapter } from '../adapter/parsing-adapter.js';

/**
 * A class, because it corrects its parent, which would reconnect after the store was closed, and
 * return entries that vanish during iteration (which Keyv doesn't survive) or that SCAN returns
 * twice.
 */
class SpaceAdapter extends KeyvRedis<string> {
  override async getClient(): ReturnType<KeyvRedis<string>['getClient']> {
    if (!this.client.isOpen) throw new Error('the store is closed');
    return this.client;
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

/** The Keyv adapter of one namespace. */
export function keyvRedis(
  client: RedisClientType,
  ask: RunCommand,
  namespace: string,
): TextAdapter {
  const space = new SpaceAdapter(client, { throwOnErrors: true, namespace });
  // Without a listener, it would throw the emitted error in place of the failure.
  space.on('error', () => {});

  async function* entries(): AsyncGenerator<[string, string | undefined], void> {
    const found = space.iterator(namespace);
    for (;;) {
      const next = await ask(() => found.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  return {
    opts: { dialect: 'redis' },
    get: (key) => ask(() => space.get(key)),
    getMany: (keys) => ask(() => space.getMany(keys)),
    has: (key) => ask(() => space.has(key)),
    set: (key, text, ttlMs) => ask(() => space.set(key, text, ttlMs)),
    delete: (key) => ask(() => space.delete(key)),
    deleteMany: (keys) => ask(() => space.deleteMany(keys)),
    // Each step is asked for by itself: the connection may be another one by then.
    clear: async () => {
      const keys: string[] = [];
      for await (const [key] of entries()) keys.push(key);
      if (keys.length > 0) await ask(() => space.deleteMany(keys));
    },
    iterator: entries,
  };
}
