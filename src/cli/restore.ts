import { resolve } from 'node:path';
import { readStoreConfig } from '../config/config.js';
import { readBackup } from '../store/bulk/backup-file.js';
import { digestText } from '../store/bulk/digest.js';
import { openBulk } from '../store/bulk/open-bulk.js';
import { restoreStore } from '../store/bulk/restore.js';
import { readArguments } from './arguments.js';
import { runTool, say, UsageError } from './cli.js';
import { storeLocation } from './store-location.js';

const USAGE = `Usage: npm run restore -- --from FILE [--to STORE]
STORE: a folder, postgres://…, redis://…, or env:NAME for a variable that holds one of these;
the store of the environment (STORE_URL, DATA_DIR) if it is left out. It must be empty.`;

/** `npm run restore`: fills an empty store from a backup, and compares both. */
async function main(): Promise<void> {
  const { from, to } = readArguments({ options: ['from', 'to'], usage: USAGE });
  if (from === undefined) throw new UsageError(USAGE);
  const { mayLose = [], ...present } = readStoreConfig();
  const backup = await readBackup(resolve(from));
  const store = await openBulk(to === undefined ? present : storeLocation('--to', to), {
    to: 'fill',
    mayLose,
  });
  try {
    const digest = await restoreStore(store, backup, say);
    say(`Restored, and both sides compared: ${digestText(digest)}.`);
    say(
      'Before you start the bot: docs/restore.md says what to check, and what Pitboss does about what is missing since.',
    );
  } finally {
    await store.close();
  }
}

await runTool(main);
