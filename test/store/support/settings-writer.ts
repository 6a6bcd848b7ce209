import { systemClock } from '../../../src/domain/time/clock.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';

/**
 * A child process that writes settings until it is killed, and prints a guild's id only once the
 * store has acknowledged what was written for it.
 */
const [dataDir = '', name = ''] = process.argv.slice(2);
const store = await openEmbeddedStore(dataDir);
const guilds = createGuilds({ store, masterKey: Buffer.alloc(32, 1), clock: systemClock });
for (let count = 0; ; count++) {
  const guildId = `${name}-${count}`;
  const now = await guilds.settings(name);
  await guilds.saveSettings(guildId, { ...now, siteName: `site of ${guildId}` });
  await guilds.saveSettings(name, { ...now, subaccounts: [...now.subaccounts, guildId] });
  process.stdout.write(`${guildId}\n`);
}
