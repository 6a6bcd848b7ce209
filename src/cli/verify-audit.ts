import { createTrail } from '../changes/trail/trail.js';
import { verifyTrail } from '../changes/trail/verify-trail.js';
import { readStoreConfig } from '../config/config.js';
import { systemClock } from '../domain/time/clock.js';
import { runTool, say } from './cli.js';
import { openStore } from '../store/open-store.js';
import { trailSentence } from '../views/changes/change-list.js';

/**
 * `npm run verify-audit`: reads every server's audit trail and names the first broken entry.
 * Exit code 1 when one is broken. The last hash is for comparing with an earlier export or with
 * the audit channel: entries cut off at the end leave a trail that is whole in itself.
 */
async function main(): Promise<void> {
  const store = await openStore(readStoreConfig());
  try {
    const trail = createTrail({ store, clock: systemClock, onEntry: () => undefined });
    let trails = 0;
    for await (const guildId of trail.guilds()) {
      const verdict = await verifyTrail(store, guildId);
      say(`Server ${guildId}: ${trailSentence(verdict)} Last hash: ${verdict.lastHash}`);
      if (verdict.broken !== null) process.exitCode = 1;
      trails++;
    }
    if (trails === 0) say('No server has an audit trail yet.');
  } finally {
    await store.close();
  }
}

await runTool(main);
