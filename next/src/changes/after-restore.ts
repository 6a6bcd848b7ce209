import { withoutAnswer, type Change } from './change.js';
import { listChanges, updateChange } from './rows.js';
import { inGuild, recordChangeStep, type Engine } from './steps.js';

const REASON = 'an older copy of the data was restored';

/**
 * Ends what a backup left open in a server: since then it may have been confirmed, and sent. Its card
 * stays as it is, because it may tell what the pool answered. Returns how many.
 */
export function endAfterRestore(engine: Pick<Engine, 'store' | 'clock'>, guildId: string) {
  return inGuild(engine, guildId, async ({ tx, row, now }) => {
    const changes = await listChanges(tx, guildId);
    const open = changes.filter(({ state }) => state === 'pending' || state === 'sending');
    for (const change of open) {
      const ended = change.state === 'pending' ? expired(change, now) : unknown(change, now);
      await updateChange(tx, ended);
      await recordChangeStep({ tx, row, now }, ended, {
        name: ended.state,
        actor: 'pitboss',
        line: `❓ **#${change.number}**: ${REASON}. Look at the pool: it may have been sent since`,
        details: { before: change.state, reason: REASON },
      });
    }
    return open.length;
  });
}

function expired(change: Change, now: number): Change {
  const ending = { by: null, reason: REASON };
  return { ...change, state: 'expired', ending, endedAt: now, dueAt: null };
}

function unknown(change: Change, now: number): Change {
  const outcome = withoutAnswer('unknown', REASON);
  return { ...change, state: 'unknown', outcome, endedAt: now, dueAt: now };
}
