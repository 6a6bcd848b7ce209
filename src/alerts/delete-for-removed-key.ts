import { reportFailure } from '../domain/async/report-failure.js';
import type { Guilds } from '../guilds/guilds.js';

interface DeleteForRemovedKeyParts {
  readonly guilds: Pick<Guilds, 'keyInfo'>;
  /** In the store alone: ends the alerts, and deletes what the next key's looks take the place of. */
  readonly endWatch: (guildId: string) => Promise<void>;
  /** Waits for Discord, and deletes the rest unless a key is connected by then. */
  readonly deleteOnceTold: (guildId: string) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

/**
 * Deletes what a round wrote about a server whose key is gone by now. No later round would: only
 * servers with a key have rounds.
 */
export function createDeleteForRemovedKey(parts: DeleteForRemovedKeyParts) {
  const { guilds, endWatch, deleteOnceTold } = parts;
  /** Servers of which something may be left. */
  const failed = new Set<string>();
  const underWay = new Set<Promise<void>>();

  async function ifGone(guildId: string): Promise<void> {
    failed.delete(guildId);
    await orAgain(guildId, async () => {
      if ((await guilds.keyInfo(guildId)) !== null) return;
      await endWatch(guildId);
      // The next key's rounds, and those of other servers, don't wait for Discord.
      begin(orAgain(guildId, () => deleteOnceTold(guildId)));
    });
  }

  function orAgain(guildId: string, work: () => Promise<void>): Promise<void> {
    const failure = `what a round wrote about guild ${guildId} could not be deleted`;
    return reportFailure(work(), failure, (what, error) => {
      failed.add(guildId);
      parts.onError(what, error);
    });
  }

  function begin(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  return {
    /** Call after each round. Waits for the store, not for Discord; `again` repeats what failed. */
    ifGone,
    /** Begins again what failed. Waits for nothing. */
    again(): void {
      for (const guildId of failed) begin(ifGone(guildId));
    },
    /** Resolves once nothing is running. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
