import { createClient, type RedisClientType } from '@keyv/redis';
import { toResult } from '../../domain/errors/result.js';
import { StoreUnusable } from '../unusable.js';
import { reasonOf } from './redis-faults.js';
import { SECOND_MS } from '../../domain/time/units.js';

const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** A server silent for this long counts as dead; pings keep an idle one talking. */
const SILENCE_MS = 10 * SECOND_MS;
const PING_MS = 3 * SECOND_MS;

/** The name under which a bot's connection is listed (`CLIENT LIST`). */
export const BOT = 'pitboss';

/**
 * Never connected. For each client with other options than the one before, `createClient` makes a
 * class of hundreds of methods, which takes 60 ms of CPU time; a duplicate has the same class.
 */
let first: RedisClientType | undefined;

export function newClient(options: Partial<RedisClientType['options']>): RedisClientType {
  first ??= createClient();
  return first.duplicate(options);
}

/** Rejects with `StoreUnusable`, which doesn't hold the URL, when there is no first connection. */
export async function connect(url: string): Promise<RedisClientType> {
  let ready = false;
  const client: RedisClientType = newClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      // The first connection decides whether to start at all; later ones recover by themselves.
      reconnectStrategy: (attempt) => (ready ? Math.min(100 * 2 ** attempt, 2 * SECOND_MS) : false),
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

/**
 * By its name the tools see that a bot uses the store. Throws `StoreUnusable` if this user may not
 * give one, while another may ask who is connected. Where no user may, no tool says that it knows.
 */
export async function takeName(client: RedisClientType): Promise<void> {
  const named = await toResult(client.clientSetName(BOT));
  if (named.ok || reasonOf(named.error) !== 'NOPERM') return;
  throw new StoreUnusable(
    'The user in STORE_URL may not name its connection (CLIENT SETNAME), by which the tools see that a bot uses the store. Allow it: "+client|setname".',
  );
}

/** The client's own message can hold the URL and the password; its code cannot. */
export function unreachable(error: unknown): StoreUnusable {
  const reason = reasonOf(error);
  return new StoreUnusable(
    `The store at STORE_URL cannot be used: ${reason}. ${remedyFor(reason)}`,
  );
}

function remedyFor(reason: string): string {
  switch (reason) {
    case 'NOAUTH':
      return 'The server wants a password, and STORE_URL gives none: redis://:password@host:port.';
    case 'WRONGPASS':
      return 'The user or password in STORE_URL is wrong.';
    case 'NOPERM':
      return 'The user in STORE_URL may not run the commands that Pitboss needs.';
    case 'LOADING':
      return 'The server still loads its data. Start again once it has.';
    default:
      return 'Check that the server runs and that host, port, user and password in STORE_URL are right.';
  }
}
