import { ChannelError } from '../../src/discord/channels.js';
import { UserError } from '../../src/errors.js';
import type { Context } from '../context.js';

/** @throws UserError that names what Pitboss lacks */
export async function mayPost(channelId: string, { channels }: Context): Promise<void> {
  const missing = await channels.missingPermissions(channelId).catch((error: unknown) => {
    if (!(error instanceof ChannelError)) throw error;
    throw new UserError('Pitboss can’t post there', `<#${channelId}>: ${error.sentence}.`);
  });
  if (missing.length === 0) return;
  throw new UserError(
    'Pitboss can’t post there',
    `It lacks ${missing.join(', ')} in <#${channelId}>.`,
  );
}

/** @throws UserError if a mention of the role reaches nobody */
export async function mayMention(roleId: string, context: Context): Promise<void> {
  const { channels, guildId } = context;
  if (await channels.canPing(guildId, roleId)) return;
  throw new UserError(
    'That role can’t be mentioned',
    `A mention of <@&${roleId}> would notify nobody: allow everyone to mention the role.`,
  );
}
