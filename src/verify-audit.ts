import { guildsInStore } from './changes/trail.js';
import { verifyTrail } from './changes/verify-trail.js';
import { readStoreConfig } from './config.js';
import { runTool, say } from './operator.js';
import { openStore } from './store/open-store.js';
import { entriesWithoutName, namedWithoutEntries, trailSentence } from './views/change-list.js';

/**
 * `npm run verify-audit`: reads every server's audit trail and names the first broken entry.
 * Exit code 1 when one is broken, or is not both named and there. The last hash is for comparing with an earlier export or with
 * the audit channel: entries cut off at the end leave a trail that is whole in itself.
 */
async function main(): Promise<void> {
  const store = await openStore(readStoreConfig());
  try {
    const { named, written } = await guildsInStore(store);
    for (const guildId of written) {
      const verdict = await verifyTrail(store, guildId);
      say(`Server ${guildId}: ${trailSentence(verdict)} Last hash: ${verdict.lastHash}`);
      if (verdict.broken !== null) process.exitCode = 1;
    }
    for (const guildId of named) if (!written.has(guildId)) accuse(guildId, namedWithoutEntries);
    for (const guildId of written) if (!named.has(guildId)) accuse(guildId, entriesWithoutName);
    if (named.size + written.size === 0) say('No server has an audit trail yet.');
  } finally {
    await store.close();
  }
}

function accuse(guildId: string, sentence: string): void {
  say(`Server ${guildId}: ${sentence}`);
  process.exitCode = 1;
}

await runTool(main);
