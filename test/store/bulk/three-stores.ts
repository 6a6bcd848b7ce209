import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'libsql';
import { expect } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { newClient } from '../../../src/store/redis/connect.js';
import type { Store } from '../../../src/store/store.js';
import { CLOSED } from '../../../src/store/closed-store.js';
import { openBulk, type WholeLocation } from '../../../src/store/bulk/open-bulk.js';
import type { StoreRecord } from '../../../src/store/adapter/record.js';
import type { BulkStore } from '../../../src/store/adapter/bulk-store.js';
import { asPostgres, hasPostgres, startPostgres } from '../support/postgres-server.js';
import { hasRedisServer, startRedisServer } from '../support/redis-server.js';

/** One of the three kinds of store, to be had empty as often as needed. */
export interface StoreKindUnderTest {
  readonly kind: 'sqlite' | 'postgres' | 'redis';
  readonly missing: string | null;
  /** A new, empty store. */
  empty(): Promise<WholeLocation>;
  end(): Promise<void>;
}

export function threeStores(): readonly StoreKindUnderTest[] {
  return [sqlite(), postgres(), redis()];
}

function sqlite(): StoreKindUnderTest {
  const folders: string[] = [];
  return {
    kind: 'sqlite',
    missing: null,
    async empty() {
      const dataDir = mkdtempSync(join(tmpdir(), 'pitboss-whole-'));
      folders.push(dataDir);
      return { dataDir, url: undefined };
    },
    end: async () => folders.forEach((folder) => rmSync(folder, { recursive: true })),
  };
}

function postgres(): StoreKindUnderTest {
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
  let databases = 0;
  return {
    kind: 'postgres',
    missing: hasPostgres ? null : 'no postgres',
    async empty() {
      const running = (server ??= await startPostgres());
      const name = `whole_${++databases}`;
      await asPostgres(running, (client) => client.query(`CREATE DATABASE ${name}`));
      const url = new URL(running.url);
      url.pathname = name;
      return { dataDir: '', url: url.href };
    },
    end: async () => server?.stop(),
  };
}

function redis(): StoreKindUnderTest {
  let server: Awaited<ReturnType<typeof startRedisServer>> | undefined;
  let databases = 0;
  return {
    kind: 'redis',
    missing: hasRedisServer ? null : 'no redis-server',
    async empty() {
      server ??= await startRedisServer();
      const url = `${server.url}/${databases++ % 16}`;
      const client = newClient({ url });
      await client.connect();
      await client.flushDb();
      client.destroy();
      return { dataDir: '', url };
    },
    end: async () => server?.stop(),
  };
}

/** The store as a whole; its files are free again afterwards. */
export async function withWhole<Result>(
  location: WholeLocation,
  work: (store: BulkStore) => Promise<Result>,
  to: 'read' | 'empty' | 'change' | 'fill' = 'empty',
): Promise<Result> {
  const opened = () => openBulk(location, { to, mayLose: [] });
  try {
    return await withClosed(opened, work);
  } finally {
    await untilFree(location);
  }
}

/** The same, as the bot opens it. */
export async function withStore(
  location: WholeLocation,
  work: (store: Store) => Promise<unknown>,
): Promise<void> {
  await withClosed(() => openStore(location), work);
  await untilFree(location);
}

/** Writes into a store however it is marked, as if a bot had. */
export async function putAnyhow(store: BulkStore, put: readonly StoreRecord[]): Promise<void> {
  const now = await store.entry(CLOSED);
  if (now !== undefined) return expectWritten(store, { now, next: now }, { put });
  await expectWritten(store, { now, next: 'for a moment' }, { put });
  await expectWritten(store, { now: 'for a moment', next: undefined });
}

async function expectWritten(store: BulkStore, ...asked: Parameters<BulkStore['write']>) {
  expect(await store.write(...asked)).toBe(true);
}

/** A store that fails at the write with this number, and at each one later. */
export function failingAfter(store: BulkStore, writes: number): BulkStore {
  let done = 0;
  return {
    ...store,
    async write(...asked) {
      if (done++ >= writes) throw new Error('the lights went out');
      return store.write(...asked);
    },
  };
}

/** What is waited for afterwards must not be where the store still is in scope. */
async function withClosed<Closable extends { close(): Promise<void> }, Result>(
  open: () => Promise<Closable>,
  work: (opened: Closable) => Promise<Result>,
): Promise<Result> {
  const opened = await open();
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** libsql keeps a closed file open until its statements are collected; a process that ends doesn't. */
export async function untilFree({ dataDir, url }: WholeLocation): Promise<void> {
  if (url !== undefined) return;
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  let looks = 0;
  await expect
    .poll(
      () => {
        // What is young costs little to collect; a worker's whole heap costs a tenth of a second.
        if (typeof gc === 'function') {
          if (isLinux && looks++ < 3) gc({ type: 'minor' });
          else gc();
        }
        return isFree(join(dataDir, 'pitboss.sqlite'));
      },
      { timeout: 15_000, interval: 1 },
    )
    .toBe(true);
}

const isLinux = process.platform === 'linux';

function isFree(file: string): boolean {
  return isLinux ? !isOpenHere(file) : canTakeAll(file);
}

function isOpenHere(file: string): boolean {
  const descriptors = '/proc/self/fd';
  return readdirSync(descriptors).some((each) => {
    try {
      return readlinkSync(join(descriptors, each)).startsWith(file);
    } catch {
      return false; // closed since
    }
  });
}

/** No statement is prepared here, which would have to be collected too. */
function canTakeAll(file: string): boolean {
  const db = new Database(file);
  try {
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL');
    return true;
  } catch {
    return false;
  } finally {
    db.close();
  }
}
