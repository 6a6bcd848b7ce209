import type { Entry } from '../../../domain/changes/entry.js';
import { SECOND_MS } from '../../../domain/time/units.js';

const MOMENT_MS = 2 * SECOND_MS;
const SOON_FOLLOWED: ReadonlySet<Entry['step']> = new Set(['asked', 'confirmed', 'sent']);

/**
 * Entries that this process wrote and hasn't posted yet. A request, confirmation or sending is soon
 * followed by its result, so it waits a moment: one post then tells everything, and the change has
 * a card to link to.
 */
export function createGathering() {
  const written = new Map<string, Entry[]>();
  /** By guild: ends its wait. */
  const ends = new Map<string, () => void>();
  let hurries = 0;

  function isWaiting(guildId: string): boolean {
    const entries = written.get(guildId) ?? [];
    return entries.length > 0 && entries.every(({ step }) => SOON_FOLLOWED.has(step));
  }

  return {
    add(guildId: string, entry: Entry): void {
      written.set(guildId, [...(written.get(guildId) ?? []), entry]);
      if (!isWaiting(guildId)) ends.get(guildId)?.();
    },
    /** Resolves when the wait is over, or nothing needs it. */
    async wait(guildId: string): Promise<void> {
      if (hurries > 0 || !isWaiting(guildId)) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(end, MOMENT_MS);
        ends.set(guildId, end);
        function end(): void {
          clearTimeout(timer);
          ends.delete(guildId);
          resolve();
        }
      });
    },
    /** Oldest first; empty if another post included them. */
    take(guildId: string): readonly Entry[] {
      const entries = written.get(guildId) ?? [];
      written.delete(guildId);
      return entries;
    },
    /** While `work` runs, nothing waits. */
    async hurryWhile(work: () => Promise<void>): Promise<void> {
      hurries += 1;
      for (const end of ends.values()) end();
      await work().finally(() => (hurries -= 1));
    },
  };
}
