import { resolve } from 'node:path';
import { readStoreConfig } from '../config/config.js';
import { openBulk } from '../store/bulk/open-bulk.js';
import { refuseClosed } from '../store/closed-store.js';
import { deleteGuild, refuseNone } from '../store/bulk/delete-guild.js';
import { findMark } from '../store/bulk/exclusive-access.js';
import { writePrivateFile } from '../store/bulk/private-file.js';
import { forExport, isOfServer } from '../store/bulk/guild-records.js';
import type { BulkStore } from '../store/adapter/bulk-store.js';
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
  const store = await openBulk(
    present,
    to === undefined ? { to: 'change', mayLose } : { to: 'export' },
  );
  try {
    if (to !== undefined) refuseClosed((await findMark(store)).mark);
    const count =
      to === undefined
        ? await deleteGuild(store, server, say)
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
  store: BulkStore,
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

await runTool(main);
