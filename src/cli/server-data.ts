import { resolve } from 'node:path';
import { readStoreConfig } from '../config/config.js';
import { toText } from '../store/adapter/namespace.js';
import { openWhole } from '../store/whole/open-whole.js';
import { refuseClosed } from '../store/closed.js';
import { closedMark, refuseUsed } from '../store/whole/fill.js';
import { writePrivateFile } from '../store/whole/private-file.js';
import type { StoreRecord } from '../store/adapter/record.js';
import { DELETED, forExport, isKeyOf, isOfServer } from '../store/whole/server-records.js';
import type { WholeStore } from '../store/adapter/whole-store.js';
import { readArguments } from './arguments.js';
import { runTool, say, UsageError } from './cli.js';

const USAGE = `Usage: npm run server-data -- --server ID --export FILE
       npm run server-data -- --server ID --delete
ID: the id of a Discord server. The store is that of the environment (STORE_URL, DATA_DIR).`;

/** `npm run server-data`: everything that is kept about one Discord server, exported or deleted. */
async function main(): Promise<void> {
  const typed = readArguments({ options: ['server', 'export'], flags: ['delete'], usage: USAGE });
  const { server, export: to } = typed;
  if (server === undefined || !/^\d{17,20}$/.test(server)) throw new UsageError(USAGE);
  if ((to === undefined) === (typed.delete === undefined)) throw new UsageError(USAGE);
  const { mayLose = [], ...present } = readStoreConfig();
  const store = await openWhole(
    present,
    to === undefined ? { to: 'fill', mayLose } : { to: 'read' },
  );
  try {
    refuseClosed(await closedMark(store));
    const count =
      to === undefined
        ? await deleteServer(store, server)
        : await exportServer(store, { server, path: resolve(to) });
    say(
      to === undefined
        ? `Deleted ${count} records of the server ${server}. Backups that were made before still hold them.`
        : `Written: ${count} records of the server ${server}, one a line. The API key is not among them.`,
    );
  } finally {
    await store.close();
  }
}

async function exportServer(
  store: WholeStore,
  { server, path }: { readonly server: string; readonly path: string },
): Promise<number> {
  let count = 0;
  async function* lines() {
    for await (const record of store.records()) {
      if (!isOfServer(record, server)) continue;
      count++;
      yield `${JSON.stringify(forExport(record))}\n`;
    }
  }
  await writePrivateFile(path, {
    lines,
    check: async () => refuseNone(count, store, server),
  });
  return count;
}

function refuseNone(count: number, { name }: WholeStore, server: string): void {
  if (count === 0) throw new UsageError(`${name} holds nothing about the server ${server}.`);
}

/** Nothing of it is read again by a running bot, so none may run. */
async function deleteServer(store: WholeStore, server: string): Promise<number> {
  await refuseUsed([store], say);
  const found: StoreRecord[] = [];
  for await (const record of store.records()) {
    if (isKeyOf(record, server))
      throw new UsageError(
        `The server ${server} is connected: remove Pitboss from it first, which deletes its key. Nothing has been deleted.`,
      );
    if (isOfServer(record, server)) found.push(record);
  }
  refuseNone(found.length, store, server);
  const deleted = { kind: 'entry' as const, space: DELETED, key: server, expires: null };
  await store.put([{ ...deleted, text: toText(Date.now()) }]);
  await store.remove(found);
  return found.length;
}

await runTool(main);
