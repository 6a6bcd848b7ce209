import { createKeyedQueue } from '../domain/async/keyed-queue.js';
import { reportFailure } from '../domain/async/report-failure.js';
import type { Guilds } from '../guilds/guilds.js';

interface ForgetGoneParts {
  readonly guilds: Pick<Guilds, 'keyInfo'>;
  /** Deletes what rounds write about a server. */
  readonly forget: (guildId: string) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

/**
 * Deletes what a round wrote about a server whose key is gone by now. No later round would: only
 * servers with a key have rounds.
 */
export function createForgetGone({ guilds, forget, onError }: ForgetGoneParts) {
  /** Servers of which it isn't certain yet. */
  const open = new Set<string>();
  const queue = createKeyedQueue();

  async function ifGone(guildId: string): Promise<void> {
    open.add(guildId);
    if ((await guilds.keyInfo(guildId)) === null) await forget(guildId);
    open.delete(guildId);
  }

  return {
    /** Call after each round. Throws what the store throws; `again` goes on with it. */
    ifGone: (guildId: string): Promise<void> => queue.run(guildId, () => ifGone(guildId)),
    /** Begins again what failed. Waits for nothing, because Discord may take its time. */
    again(): void {
      for (const guildId of open) {
        if (queue.has(guildId)) continue;
        const failure = `what a round wrote about guild ${guildId} could not be deleted`;
        void queue.run(guildId, () => reportFailure(ifGone(guildId), failure, onError));
      }
    },
    /** Resolves once nothing is running. */
    idle: () => queue.idle(),
  };
}
