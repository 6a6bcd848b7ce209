import type { RedisClientType } from '@keyv/redis';
import { toResult } from '../../domain/errors/result.js';
import { StoreUnusable } from '../unusable.js';
import type { StoreRecord } from '../adapter/record.js';
import { BOT } from './connect.js';
import { claimKey, streamKey, toSeq } from './keys.js';
import { SECOND_MS } from '../../domain/time/units.js';

const PAGE = 1_000;
/** Shorter than the bot waits for an answer. */
const PAUSE_MS = 2 * SECOND_MS;

/**
 * How many bots are connected to the same database of the server, or perhaps to it; null if this
 * user may not ask, or is told of nobody, itself neither.
 */
export async function othersOf(client: RedisClientType): Promise<number | null> {
  const listed = await toResult(client.clientList());
  if (!listed.ok || listed.value.length === 0) return null;
  const own = client.options.database ?? 0;
  const isHere = (db: number) => db === own || !Number.isInteger(db);
  return listed.value.filter(({ name, db }) => name === BOT && isHere(db)).length;
}

/**
 * A walk over Redis's keys is not one moment's picture. If others write, they wait meanwhile; all is
 * read before anything is done with it.
 */
export async function* recordsOf(
  client: RedisClientType,
): AsyncGenerator<StoreRecord, void, undefined> {
  if ((await othersOf(client)) === 0) {
    for await (const page of pagesOf(client)) yield* page;
    return;
  }
  yield* (await whilePaused(client)).flat();
}

async function whilePaused(client: RedisClientType): Promise<readonly StoreRecord[][]> {
  const startedAt = performance.now();
  const paused = await toResult(client.clientPause(PAUSE_MS, 'WRITE'));
  if (!paused.ok)
    throw new StoreUnusable(
      'This Redis doesn’t let Pitboss hold writes back for a moment (CLIENT PAUSE). Stop every Pitboss process first, or use the server’s own backups.',
    );
  try {
    const pages: StoreRecord[][] = [];
    for await (const page of pagesOf(client)) {
      pages.push(page);
      refuseLate(startedAt);
    }
    return pages;
  } finally {
    await toResult(client.clientUnpause());
  }
}

function refuseLate(startedAt: number): void {
  if (performance.now() - startedAt < PAUSE_MS) return;
  throw new StoreUnusable(
    `This store can’t be read within ${PAUSE_MS / SECOND_MS} seconds, for which writes can be held back. Stop every Pitboss process first, or use the server’s own backups.`,
  );
}

async function* pagesOf(client: RedisClientType): AsyncGenerator<StoreRecord[], void, undefined> {
  // SCAN may give a key twice.
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const page = await client.scan(cursor, { MATCH: 'pitboss:*', COUNT: PAGE });
    const keys = page.keys.filter((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    const isStream = (key: string) => key.startsWith(streamKey(''));
    yield await textsOf(
      client,
      keys.filter((key) => !isStream(key)),
    );
    for (const key of keys.filter(isStream)) yield* streamOf(client, key);
    ({ cursor } = page);
  } while (cursor !== '0');
}

async function textsOf(client: RedisClientType, keys: readonly string[]): Promise<StoreRecord[]> {
  if (keys.length === 0) return [];
  const [texts, expiries] = await Promise.all([
    client.mGet([...keys]),
    Promise.all(keys.map((key) => expiryOf(client, key))),
  ]);
  return keys.flatMap((key, index) => {
    const [found, expires = null] = [texts[index], expiries[index]];
    // It expired since it was listed.
    if (found === null || found === undefined || expires === GONE) return [];
    return [recordOf(key, found, expires)];
  });
}

function recordOf(key: string, found: string, expires: number | null): StoreRecord {
  const claim = claimKey('');
  if (key.startsWith(claim)) return { kind: 'claim', key: key.slice(claim.length), expires };
  const [, space, own] = /^pitboss:([a-z][a-z0-9-]*)::(.*)$/s.exec(key) ?? [];
  if (space === undefined || own === undefined)
    throw new StoreUnusable(
      `The key ${JSON.stringify(key)} in this Redis isn’t one of Pitboss’s, though it is named like one. Remove or rename it.`,
    );
  return { kind: 'entry', space, key: own, text: found, expires };
}

const GONE = -2;

/** In ms since 1970; null = never. */
async function expiryOf(client: RedisClientType, key: string): Promise<number | null> {
  const asked = await toResult(client.pExpireTime(key));
  if (!asked.ok)
    throw new StoreUnusable(
      'This server doesn’t tell when its keys expire (PEXPIRETIME): Redis 7 or Valkey is needed to read a store as a whole.',
    );
  return asked.value === -1 ? null : asked.value;
}

async function* streamOf(
  client: RedisClientType,
  key: string,
): AsyncGenerator<StoreRecord[], void, undefined> {
  const stream = key.slice(streamKey('').length);
  let from = '-';
  for (;;) {
    const page = await client.xRange(key, from, '+', { COUNT: PAGE });
    yield page.map(({ id, message }) => ({
      kind: 'stream',
      stream,
      seq: toSeq(id),
      text: message.entry ?? '',
    }));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    from = `${toSeq(last.id) + 1}-0`;
  }
}
