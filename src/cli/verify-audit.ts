import { guildsInStore } from '../changes/trail/stored-trail.js';
import { verifyTrail } from '../changes/trail/verify-trail.js';
import { readStoreConfig } from '../config/config.js';
import { DELETED_SERVERS } from '../domain/guild/deleted-servers.js';
import { utcDateOf } from '../domain/time/local-time.js';
import { runTool, say } from './cli.js';
import { openExistingStore } from '../store/open-store.js';
import {
  entriesWithoutName,
  namedWithoutEntries,
  sameAsSentence,
  trailSentence,
  unreadableName,
} from '../views/changes/trail/trail-replies.js';

/**
 * `npm run verify-audit`: reads every server's audit trail and names the first broken entry. Exit
 * code 1 if a trail is broken, or is only listed or only stored. Compare the last hash with an
 * earlier export or the audit channel: a trail cut off at its end looks complete.
 */
async function main(): Promise<void> {
  const store = await openExistingStore(readStoreConfig());
  try {
    const { named, written } = await guildsInStore(store);
    /** Whose trail ends with that hash. An entry doesn't say whose it is. */
    const owners = new Map<string, string>();
    for (const guildId of written) {
      const verdict = await verifyTrail(store, guildId);
      say(`Server ${guildId}: ${trailSentence(verdict)} Last hash: ${verdict.lastHash}`);
      if (verdict.broken !== null) process.exitCode = 1;
      if (verdict.entries === 0) continue;
      const owner = owners.get(verdict.lastHash);
      if (owner !== undefined) report(guildId, sameAsSentence(owner));
      owners.set(verdict.lastHash, guildId);
    }
    if (named.delete('')) complain(unreadableName);
    const deleted = store.namespace<number>(DELETED_SERVERS);
    for (const guildId of named) {
      if (written.has(guildId)) continue;
      const at = await deleted.get(guildId);
      if (at === undefined) report(guildId, namedWithoutEntries);
      else say(`Server ${guildId}: deleted with \`npm run server-data\` on ${utcDateOf(at)}.`);
    }
    for (const guildId of written) if (!named.has(guildId)) report(guildId, entriesWithoutName);
    if (named.size + written.size === 0) say('No server has an audit trail yet.');
  } finally {
    await store.close();
  }
}

function report(guildId: string, sentence: string): void {
  complain(`Server ${guildId}: ${sentence}`);
}

function complain(sentence: string): void {
  say(sentence);
  process.exitCode = 1;
}

await runTool(main);
