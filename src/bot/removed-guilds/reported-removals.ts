import { backoff, type GrowingGap } from '../../domain/async/backoff.js';
import { toResult } from '../../domain/errors/result.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

interface ReportedRemovalsParts {
  readonly forget: (guildId: string) => Promise<void>;
  /** Whether the bot is in the guild now, by Discord. Throws if Discord can't tell. */
  readonly isInside: (guildId: string) => Promise<boolean>;
  /** Returns once the store has taken a write; throws if it doesn't. */
  readonly write: () => Promise<void>;
  readonly onBack: (guildId: string) => void;
  readonly onError: (what: string, error: unknown) => void;
  readonly gap?: GrowingGap;
}

const RETRY_GAP = { firstMs: SECOND_MS, ceilingMs: MINUTE_MS };

/**
 * Discord reports the bot's removal only once, and the store may be locked or away just then, or
 * this process stand still. Discord is asked again before each attempt, because the server may have
 * been set up again meanwhile.
 */
export function createReportedRemovals(parts: ReportedRemovalsParts) {
  const { write, isInside, onBack, onError, gap = RETRY_GAP } = parts;
  const counts = new Map<string, number>();
  const retries = new Map<string, NodeJS.Timeout>();
  let isStopped = false;

  /** The store first: a deletion that waits for it would rest on an old answer. */
  async function forgetIfOutside(guildId: string): Promise<void> {
    await write();
    const isBack = await isInside(guildId);
    if (isStopped) return;
    if (isBack) onBack(guildId);
    else await parts.forget(guildId);
  }

  async function attempt(guildId: string, failures: number): Promise<void> {
    clearTimeout(retries.get(guildId));
    retries.delete(guildId);
    const done = await toResult(forgetIfOutside(guildId));
    if (done.ok || isStopped) return;
    onError(`could not forget guild ${guildId}, which the bot has left`, done.error);
    const again = () => void attempt(guildId, failures + 1);
    clearTimeout(retries.get(guildId));
    retries.set(guildId, setTimeout(again, backoff(failures, gap)).unref());
  }

  return {
    /**
     * Forgets the guild unless the bot is back in it, and retries for as long as something keeps any
     * of its data.
     */
    add(guildId: string): void {
      counts.set(guildId, (counts.get(guildId) ?? 0) + 1);
      void attempt(guildId, 1);
    },
    /** How often this process was told that the guild removed the bot. */
    countOf: (guildId: string): number => counts.get(guildId) ?? 0,
    stop(): void {
      isStopped = true;
      for (const retry of retries.values()) clearTimeout(retry);
    },
  };
}
