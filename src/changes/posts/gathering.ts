import type { Entry } from '../../domain/changes/entry.js';

/**
 * The entries that this process wrote and the audit channel hasn't got. A request, a confirmation
 * and a sending are soon followed by what comes of them, so they wait a moment for it: one post
 * tells all of it, and by then the change has a card to link to.
 */
export interface Gathering {
  add(guildId: string, entry: Entry): void;
  /** Resolves when the moment is over, or what is there waits for nothing. */
  wait(guildId: string): Promise<void>;
  /** Oldest first; empty where another post took them along. */
  take(guildId: string): readonly Entry[];
  /** Nothing waits while `work` is under way. */
  hurryWhile(work: () => Promise<void>): Promise<void>;
}

const MOMENT_MS = 2_000;
const SOON_FOLLOWED: ReadonlySet<Entry['step']> = new Set(['asked', 'confirmed', 'sent']);

export function createGathering(): Gathering {
  const written = new Map<string, Entry[]>();
  /** By guild: ends the moment. */
  const ends = new Map<string, () => void>();
  let hurries = 0;

  function isWaiting(guildId: string): boolean {
    const entries = written.get(guildId) ?? [];
    return entries.length > 0 && entries.every(({ step }) => SOON_FOLLOWED.has(step));
  }

  return {
    add(guildId, entry) {
      written.set(guildId, [...(written.get(guildId) ?? []), entry]);
      if (!isWaiting(guildId)) ends.get(guildId)?.();
    },
    async wait(guildId) {
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
    take(guildId) {
      const entries = written.get(guildId) ?? [];
      written.delete(guildId);
      return entries;
    },
    async hurryWhile(work) {
      hurries += 1;
      for (const end of ends.values()) end();
      await work().finally(() => (hurries -= 1));
    },
  };
}
