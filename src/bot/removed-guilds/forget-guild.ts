import type { Logger } from 'pino';
import type { Alerts } from '../../alerts/alerts.js';
import type { Changes } from '../../changes/changes.js';
import type { DailyPosts } from '../../daily/daily.js';
import { toResult } from '../../domain/errors/result.js';
import type { Follow } from '../../fleet/follow/follow.js';
import type { RunningExports } from '../../fleet/miner-exports/running-exports.js';

interface ForgetGuildParts {
  readonly alerts: Pick<Alerts, 'forget'>;
  readonly changes: { readonly settings: Pick<Changes['settings'], 'disconnect'> };
  readonly daily: Pick<DailyPosts, 'forget'>;
  readonly exports: Pick<RunningExports, 'forget'>;
  readonly follow: Pick<Follow, 'forget'>;
  readonly log: Logger;
}

/**
 * When a guild removes the bot, its exports end, and its key, daily posts, alerts and followings are
 * deleted. Each is deleted even if another can't be; throws the first failure.
 */
export async function forgetGuild(
  guildId: string,
  { alerts, changes, daily, exports, follow, log }: ForgetGuildParts,
): Promise<void> {
  // They have opened the key, and would go on with it.
  exports.forget(guildId);
  // In parallel: if the store is locked, each waits for it. The alerts after the key, because as
  // long as there is one, rounds go on writing them.
  const disconnecting = toResult(changes.settings.disconnect(guildId, 'bot-removed'));
  // Again: one may have begun meanwhile, with the key that was still there.
  void disconnecting.then(() => exports.forget(guildId));
  const [hadKey, ...rest] = await Promise.all([
    disconnecting,
    toResult(daily.forget(guildId)),
    toResult(follow.forget(guildId)),
    disconnecting.then(() => toResult(alerts.forget(guildId))),
  ]);
  for (const gone of [hadKey, ...rest]) if (!gone.ok) throw gone.error;
  if (hadKey.ok && hadKey.value)
    log.info({ guild: guildId }, 'forgot a guild that the bot has left');
}
