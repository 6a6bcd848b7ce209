import type { Context } from '../src/command.js';
import { ChannelRefused } from '../src/domain/errors.js';
import { settle } from '../src/domain/settle.js';
import type { Postable } from '../src/views/channels.js';

type Asking = Pick<Context, 'deployment'>;

/** Whether the bot may post cards and files there. Never throws. */
export async function postable(channelId: string, { deployment }: Asking): Promise<Postable> {
  const missing = await settle(deployment.missingPermissions(channelId));
  if (missing.ok) return missing.value;
  return missing.error instanceof ChannelRefused ? 'gone' : null;
}

/** For a channel that is to be told things from now on. Throws `ChannelRefused`. */
export async function requirePostable(channelId: string, { deployment }: Asking): Promise<void> {
  const missing = await deployment.missingPermissions(channelId);
  if (missing.length > 0) throw new ChannelRefused({ channelId, reason: 'forbidden', missing });
}
