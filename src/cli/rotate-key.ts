import { readRotationConfig } from '../config/config.js';
import { systemClock } from '../domain/time/clock.js';
import { rotateKeys } from '../guilds/keys/rotate-master-key.js';
import { runTool, say } from './cli.js';
import { openExistingStore } from '../store/open-store.js';

/** `npm run rotate-key`: reseals under MASTER_KEY every key that MASTER_KEY_PREVIOUS sealed. */
async function main(): Promise<void> {
  const config = readRotationConfig();
  const store = await openExistingStore(config.store);
  try {
    const report = await rotateKeys({ store, clock: systemClock, ...config.masterKeys });
    const done = report.keys - report.resealed - report.unopenable.length;
    say(`${report.resealed} keys sealed again, ${done} already were.`);
    if (report.unopenable.length === 0) {
      say('MASTER_KEY_PREVIOUS can be removed once every process runs with the new MASTER_KEY.');
      return;
    }
    process.exitCode = 1;
    say(`${report.unopenable.length} keys could not be opened; they are as they were.`);
    say(`Connect them again with /setup key in these servers: ${report.unopenable.join(', ')}`);
  } finally {
    await store.close();
  }
}

await runTool(main);
