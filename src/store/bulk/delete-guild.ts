import { DELETED_SERVERS } from '../../domain/guild/deleted-servers.js';
import { refuseClosed } from '../closed-store.js';
import { toText } from '../adapter/namespace.js';
import type { StoreRecord } from '../adapter/record.js';
import type { BulkStore } from '../adapter/bulk-store.js';
import { StoreUnusable } from '../unusable.js';
import { closeUnused, refuseUsed } from './close-unused.js';
import { findMark } from './exclusive-access.js';
import { isKeyOf, isOfServer } from './guild-records.js';

/**
 * Deletes every record of one server, and returns how many there were. Nothing of it is read again
 * by a running bot, so none may run, and none may start meanwhile; run again after an interruption,
 * it goes on. Throws `StoreUnusable`, in words, also if the server is connected or not there.
 */
export async function deleteGuild(
  store: BulkStore,
  server: string,
  warn: (sentence: string) => void,
): Promise<number> {
  const found = await findMark(store);
  const before = found.mark;
  const isInterrupted = before?.state === 'deleting' && before.server === server;
  if (!isInterrupted) refuseClosed(before);
  await refuseUsed([store], warn);
  const access = await closeUnused(store, {
    found,
    mark: { state: 'deleting', at: Date.now(), server },
  });
  let remove: readonly StoreRecord[];
  try {
    remove = await recordsOf(store, server);
    if (!isInterrupted) refuseNone(remove.length, store, server);
  } catch (error) {
    // A server that is refused here has lost nothing, to an interrupted run either.
    await (error instanceof UndeletableServer ? access.open() : access.giveBack());
    throw error;
  }
  const deleted = { kind: 'entry' as const, space: DELETED_SERVERS, key: server, expires: null };
  // A store that fails amid this stays closed.
  await access.open({ remove, put: [{ ...deleted, text: toText(Date.now()) }] });
  return remove.length;
}

export function refuseNone(count: number, { name }: BulkStore, server: string): void {
  if (count === 0) throw new UndeletableServer(`${name} holds nothing about the server ${server}.`);
}

async function recordsOf(store: BulkStore, server: string): Promise<readonly StoreRecord[]> {
  const found: StoreRecord[] = [];
  for await (const record of store.records()) {
    if (isKeyOf(record, server))
      throw new UndeletableServer(
        `The server ${server} is connected: remove Pitboss from it first, which deletes its key. Over HTTP nobody tells Pitboss of that: let an admin there run /setup disconnect first (docs/stores.md). Nothing has been deleted.`,
      );
    if (isOfServer(record, server)) found.push(record);
  }
  return found;
}

class UndeletableServer extends StoreUnusable {}
