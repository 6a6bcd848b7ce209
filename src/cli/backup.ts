import { resolve } from 'node:path';
import { readStoreConfig } from '../config/config.js';
import { writeBackup } from '../store/bulk/backup-file.js';
import { digestText } from '../store/bulk/digest.js';
import { refuseIncomplete, withoutMark } from '../store/bulk/fill-store.js';
import { openBulk } from '../store/bulk/open-bulk.js';
import { readArguments } from './arguments.js';
import { runTool, say, UsageError } from './cli.js';
import { storeLocation } from './store-location.js';

const USAGE = `Usage: npm run backup -- --to FILE [--from STORE]
STORE: a folder, postgres://…, redis://…, or env:NAME for a variable that holds one of these;
the store of the environment (STORE_URL, DATA_DIR) if it is left out.`;

/** `npm run backup`: writes everything in the store, as it is at one moment, while the bot runs. */
async function main(): Promise<void> {
  const { from, to } = readArguments({ options: ['from', 'to'], usage: USAGE });
  if (to === undefined) throw new UsageError(USAGE);
  const path = resolve(to);
  const store = await openBulk(
    from === undefined ? readStoreConfig() : storeLocation('--from', from),
    { to: 'read' },
  );
  try {
    await refuseIncomplete(store);
    const digest = await writeBackup(path, {
      name: store.name,
      records: withoutMark(store.records()),
    });
    say(`Written, and read back: ${digestText(digest)}.`);
    say(
      `${path} can be read by its owner alone. Keep MASTER_KEY elsewhere: without it the keys of the pool in the backup can't be opened.`,
    );
  } finally {
    await store.close();
  }
}

await runTool(main);
