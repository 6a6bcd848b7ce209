import type { Logger } from 'pino';
import type { Changes } from '../changes/changes.js';
import type { Daily } from '../daily/daily.js';
import { backoff } from '../domain/async/backoff.js';
import { toResult } from '../domain/errors/result.js';
import type { Follow } from '../follow/follow.js';

interface Forgetting {
  readonly changes: Pick<Changes, 'settings'>;
  readonly daily: Pick<Daily, 'forget'>;
  readonly follow: Pick<Follow, 'forget'>;
  readonly log: Logger;
}

/**
 * A guild that threw the bot out takes its key, its daily posts and its followings with it. Each
 * goes also where another cannot; throws what kept the first from it.
 */
export async function forgetGuild(
  guildId: string,
  { changes, daily, follow, log }: Forgetting,
): Promise<void> {
  const hadKey = await toResult(changes.settings.disconnect(guildId, 'bot-removed'));
  for (const gone of [
    hadKey,
    await toResult(daily.forget(guildId)),
    await toResult(follow.forget(guildId)),
  ])
    if (!gone.ok) throw gone.error;
  if (hadKey.ok && hadKey.value)
    log.info({ guild: guildId }, 'forgot a guild that the bot has left');
}

export interface RemovedGuilds {
  /** Forgets it, tried again for as long as something keeps any of its data. */
  add(guildId: string): void;
  stop(): void;
}

/** Of the bot's removal Discord tells once, and the store may be locked or away just then. */
export function createRemovedGuilds(
  forget: (guildId: string) => Promise<void>,
  { log, gap = RETRY_GAP }: { readonly log: Logger; readonly gap?: typeof RETRY_GAP },
): RemovedGuilds {
  const retries = new Map<string, NodeJS.Timeout>();

  async function attempt(guildId: string, failures: number): Promise<void> {
    const forgotten = await toResult(forget(guildId));
    if (forgotten.ok) return;
    log.error({ err: forgotten.error, guild: guildId }, CANNOT_FORGET);
    const next = setTimeout(
      () => {
        retries.delete(guildId);
        void attempt(guildId, failures + 1);
      },
      backoff(failures, gap),
    );
    retries.set(guildId, next.unref());
  }

  return {
    add: (guildId) => void attempt(guildId, 1),
    stop() {
      for (const retry of retries.values()) clearTimeout(retry);
    },
  };
}

const RETRY_GAP = { firstMs: 1_000, ceilingMs: 60_000 };
const CANNOT_FORGET = 'could not forget a guild that the bot has left; it is tried again';
