import { readStoreConfig } from '../config/config.js';
import { digestText } from '../store/bulk/digest.js';
import { moveStore, reopenStore } from '../store/bulk/move.js';
import { openBulk } from '../store/bulk/open-bulk.js';
import { readArguments } from './arguments.js';
import { runTool, say, UsageError } from './cli.js';
import { storeLocation } from './store-location.js';

const USAGE = `Usage: npm run move-store -- [--from STORE] --to STORE
       npm run move-store -- --reopen [--from STORE]
STORE: a folder, postgres://…, redis://…, or env:NAME for a variable that holds one of these.
--from: the store of the environment (STORE_URL, DATA_DIR) if it is left out.`;

/**
 * `npm run move-store`: moves everything from one store to an empty one, and compares both. With
 * `--reopen` a store that was moved, or is being moved, is opened again for the bot.
 */
async function main(): Promise<void> {
  const { from, to, reopen } = readArguments({
    options: ['from', 'to'],
    flags: ['reopen'],
    usage: USAGE,
  });
  if ((to === undefined) === (reopen === undefined)) throw new UsageError(USAGE);
  const target = to === undefined ? null : storeLocation('--to', to);
  const { mayLose = [], ...present } = readStoreConfig();
  const source = await openBulk(from === undefined ? present : storeLocation('--from', from), {
    to: 'empty',
  });
  try {
    if (target === null) {
      await reopenStore(source);
      say(`${source.name} is open again: the bot can be started with it.`);
      return;
    }
    const filled = await openBulk(target, { to: 'fill', mayLose });
    try {
      say(`Moving ${source.name} to ${filled.name}. Run this again if it is interrupted.`);
      const digest = await moveStore(source, filled, say);
      say(`Moved, and both sides compared: ${digestText(digest)}.`);
      say(
        `Start the bot with the new store. ${source.name} stays as it is, closed; delete it when nothing is missing.`,
      );
    } finally {
      await filled.close();
    }
  } finally {
    await source.close();
  }
}

await runTool(main);
