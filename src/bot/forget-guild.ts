import type { Logger } from 'pino';
import type { Changes } from '../changes/changes.js';
import type { Daily } from '../daily/daily.js';
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
