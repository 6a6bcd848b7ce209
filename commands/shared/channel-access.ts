import type { Context } from '../../src/command.js';
import { ChannelRefused } from '../../src/domain/errors/channel-refused.js';
import { LongRateLimit } from '../../src/domain/errors/discord-errors.js';
import { toResult } from '../../src/domain/errors/result.js';
import type { MissingPermissions } from '../../src/views/kit/channel-permissions.js';

type ChannelContext = Pick<Context, 'deployment' | 'guildId'>;

/** Whether the bot may post cards and files in the channel. Never throws. */
export async function postable(
  channelId: string,
  context: ChannelContext,
): Promise<MissingPermissions> {
  const { deployment, guildId } = context;
  const missing = await toResult(deployment.missingPermissions(channelId, guildId));
  if (missing.ok) return missing.value;
  if (missing.error instanceof LongRateLimit) return { limitedUntil: missing.error.until };
  return missing.error instanceof ChannelRefused ? 'gone' : null;
}

/** Throws `ChannelRefused` unless the bot may post in the channel. */
export async function requirePostable(channelId: string, context: ChannelContext): Promise<void> {
  const { deployment, guildId } = context;
  const missing = await deployment.missingPermissions(channelId, guildId);
  if (missing.length > 0) throw new ChannelRefused({ channelId, reason: 'forbidden', missing });
}
