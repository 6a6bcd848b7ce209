import { resolve } from 'node:path';
import { readStoreConfig } from '../config/config.js';
import { readBackup } from '../store/whole/backup-file.js';
import { digestText } from '../store/whole/digest.js';
import { openWhole } from '../store/whole/open-whole.js';
import { restoreStore } from '../store/whole/restore.js';
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
  const store = await openWhole(to === undefined ? present : storeLocation('--to', to), {
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
