import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';

/** A child process that claims, says so once that is acknowledged, and waits to be killed. */
const [dataDir = '', key = ''] = process.argv.slice(2);
const store = await openEmbeddedStore(dataDir);
process.stdout.write(`${String(await store.claim(key, 3_600_000))}\n`);
setInterval(() => undefined, 60_000);
