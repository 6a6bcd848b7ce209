import type { Logger } from 'pino';
import type { Alerts } from '../alerts/alerts.js';
import type { Changes } from '../changes/changes.js';
import type { DailyPosts } from '../daily/daily.js';
import { backoff, type GrowingGap } from '../domain/async/backoff.js';
import { toResult } from '../domain/errors/result.js';
import type { Follow } from '../fleet/follow/follow.js';

interface ForgetGuildParts {
  readonly alerts: Pick<Alerts, 'forget'>;
  readonly changes: Pick<Changes, 'settings'>;
  readonly daily: Pick<DailyPosts, 'forget'>;
  readonly follow: Pick<Follow, 'forget'>;
  readonly log: Logger;
}

/**
 * When a guild removes the bot, its key, daily posts, alerts and followings are deleted. Each is
 * deleted even if another can't be; throws the first failure.
 */
export async function forgetGuild(
  guildId: string,
  { alerts, changes, daily, follow, log }: ForgetGuildParts,
): Promise<void> {
  // In parallel: if the store is locked, each waits for it.
  const [hadKey, ...rest] = await Promise.all([
    toResult(changes.settings.disconnect(guildId, 'bot-removed')),
    toResult(daily.forget(guildId)),
    toResult(follow.forget(guildId)),
    toResult(alerts.forget(guildId)),
  ]);
  for (const gone of [hadKey, ...rest]) if (!gone.ok) throw gone.error;
  if (hadKey.ok && hadKey.value)
    log.info({ guild: guildId }, 'forgot a guild that the bot has left');
}

export interface RemovedGuilds {
  /** Forgets the guild, and retries for as long as something keeps any of its data. */
  add(guildId: string): void;
  stop(): void;
}

interface RemovedGuildsParts {
  readonly forget: (guildId: string) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
  readonly gap?: GrowingGap;
}

/** Short, so that nothing is deleted that a server has meanwhile set up again. */
const RETRY_GAP = { firstMs: 1_000, ceilingMs: 5_000 };

/** Discord reports the bot's removal only once, and the store may be locked or away just then. */
export function createRemovedGuilds({
  forget,
  onError,
  gap = RETRY_GAP,
}: RemovedGuildsParts): RemovedGuilds {
  const retries = new Map<string, NodeJS.Timeout>();
  let isStopped = false;

  async function attempt(guildId: string, failures: number): Promise<void> {
    const forgotten = await toResult(forget(guildId));
    if (forgotten.ok || isStopped) return;
    onError(`could not forget guild ${guildId}, which the bot has left`, forgotten.error);
    const again = () => void attempt(guildId, failures + 1);
    clearTimeout(retries.get(guildId));
    retries.set(guildId, setTimeout(again, backoff(failures, gap)).unref());
  }

  return {
    add: (guildId) => void attempt(guildId, 1),
    stop() {
      isStopped = true;
      for (const retry of retries.values()) clearTimeout(retry);
    },
  };
}
