import type { Entry } from '../../domain/changes/entry.js';

const MOMENT_MS = 2_000;
const SOON_FOLLOWED: ReadonlySet<Entry['step']> = new Set(['asked', 'confirmed', 'sent']);

/**
 * The entries that this process wrote and the audit channel hasn't got. A request, a confirmation
 * and a sending are soon followed by what comes of them, so they wait a moment for it: one post
 * tells all of it, and by then the change has a card to link to.
 */
export function createGathering() {
  const written = new Map<string, Entry[]>();
  /** By guild: ends the moment. */
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
    /** Resolves when the moment is over, or what is there waits for nothing. */
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
    /** Oldest first; empty where another post took them along. */
    take(guildId: string): readonly Entry[] {
      const entries = written.get(guildId) ?? [];
      written.delete(guildId);
      return entries;
    },
    /** Nothing waits while `work` is under way. */
    async hurryWhile(work: () => Promise<void>): Promise<void> {
      hurries += 1;
      for (const end of ends.values()) end();
      await work().finally(() => (hurries -= 1));
    },
  };
}
