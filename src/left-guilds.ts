import type { Logger } from 'pino';
import type { Changes } from './changes/engine.js';
import type { Daily } from './daily/daily.js';
import type { Follow } from './follow/follow.js';

interface Forgetting {
  readonly changes: Pick<Changes, 'settings'>;
  readonly daily: Pick<Daily, 'forget'>;
  readonly follow: Pick<Follow, 'forget'>;
  readonly log: Logger;
}

/** A guild that threw the bot out takes its key, its daily posts and its followings with it. */
export async function forgetGuild(
  guildId: string,
  { changes, daily, follow, log }: Forgetting,
): Promise<void> {
  try {
    const hadKey = await changes.settings.disconnect(guildId, 'bot-removed');
    await daily.forget(guildId);
    await follow.forget(guildId);
    if (hadKey) log.info({ guild: guildId }, 'forgot a guild that the bot has left');
  } catch (error) {
    log.error({ err: error, guild: guildId }, 'could not forget a guild that the bot has left');
  }
}
