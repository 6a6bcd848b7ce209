import { createClient, type RedisClientType } from '@keyv/redis';
import type { Keyv } from 'keyv';
import { keyvRedis } from './keyv-redis.js';
import { checkSeq, checkSpaceName, checkTtl, openSpace, toText } from './space.js';
import type { Store } from './store.js';
import { StoreUnusable } from './unusable.js';

const PAGE = 200;
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that says nothing for so long is taken for dead; pings keep an idle one talking. */
const SILENCE_MS = 10_000;
const PING_MS = 3_000;

/** KEYS: entry. ARGV: the text that must be there, the text to write. */
const SWAP = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1`;

/** KEYS: stream. ARGV: sequence number, entry. Nothing is ever removed, so length = last. */
const APPEND = `if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) - 1 then return 0 end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'entry', ARGV[2])
return 1`;

/**
 * The store on Redis or Valkey, shared by processes on many machines. How durable an
 * acknowledged write is, is the server's setting: it needs `appendonly yes` and
 * `maxmemory-policy noeviction`. While the server cannot be reached every call throws at once;
 * nothing waits in a queue to be sent later. Rejects with `StoreUnusable`, which does not hold
 * the URL, when there is no first connection.
 */
export async function openRedisStore(url: string): Promise<Store> {
  const client = await connect(url);
  const spaces = new Map<string, Keyv>();

  return {
    space<Value>(name: string): Keyv<Value> {
      checkSpaceName(name);
      const space = spaces.get(name) ?? openSpace(keyvRedis(client), spacePrefix(name));
      spaces.set(name, space);
      return space;
    },
    claim: async (key, ttlMs) => {
      checkTtl(ttlMs);
      const life = ttlMs === undefined ? {} : { PX: Math.ceil(ttlMs) };
      return (await client.set(claimKey(key), '1', { NX: true, ...life })) === 'OK';
    },
    release: async (key) => void (await client.del(claimKey(key))),
    replace: async (name, key, { now, next }) => {
      checkSpaceName(name);
      const entry = `${spacePrefix(name)}::${key}`;
      if (now === undefined) return (await client.set(entry, toText(next), { NX: true })) === 'OK';
      const swap = { keys: [entry], arguments: [toText(now), toText(next)] };
      return (await client.eval(SWAP, swap)) === 1;
    },
    append: async (stream, seq, entry) => {
      checkSeq(seq);
      const append = { keys: [streamKey(stream)], arguments: [String(seq), entry] };
      return (await client.eval(APPEND, append)) === 1;
    },
    async *read(stream, fromSeq) {
      let from = Math.max(fromSeq, 1);
      for (;;) {
        const page = await client.xRange(streamKey(stream), `${from}-0`, '+', { COUNT: PAGE });
        for (const { id, message } of page) yield { seq: toSeq(id), entry: message.entry ?? '' };
        const last = page.at(-1);
        if (last === undefined) return;
        from = toSeq(last.id) + 1;
      }
    },
    lastSeq: (stream) => client.xLen(streamKey(stream)),
    // The server drops expired entries by itself.
    sweep: async () => {},
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  };
}

const spacePrefix = (name: string) => `pitboss:${name}`;
const claimKey = (key: string) => `pitboss:claim:${key}`;
const streamKey = (stream: string) => `pitboss:stream:${stream}`;
const toSeq = (id: string) => Number.parseInt(id, 10);

async function connect(url: string): Promise<RedisClientType> {
  let ready = false;
  const client: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      // The first connection decides whether to start at all; later ones come back by themselves.
      reconnectStrategy: (attempt) => (ready ? Math.min(100 * 2 ** attempt, 2_000) : false),
    },
  });
  // Without a listener a lost connection would end the process; the next call throws anyway.
  client.on('error', () => {});
  // Each space listens on the one client.
  client.setMaxListeners(100);
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(error);
  }
  ready = true;
  return client;
}

/** The client's own words can hold the URL and the password, its code cannot. */
function unreachable(error: unknown): StoreUnusable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  const denied = error instanceof Error && /WRONGPASS|NOAUTH|NOPERM/.exec(error.message)?.[0];
  return new StoreUnusable(
    `The store at REDIS_URL cannot be used: ${denied || code}. ` +
      'Check that the server runs and that host, port, user and password in REDIS_URL are right.',
  );
}
