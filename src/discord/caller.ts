import type { APIInteraction } from 'discord-api-types/v10';
import type { Caller } from '../command.js';
import { isEphemeral } from './responder.js';
import { shownMessage } from './shown-message.js';
import { snowflakeTime } from './snowflake-time.js';

/** All but whether the answer is private, which the command decides. */
export type Asker = Omit<Caller, 'isPrivate'>;

/** Null outside a guild. */
export function callerOf(interaction: APIInteraction): Asker | null {
  const { guild_id: guildId, member, attachment_size_limit: limit } = interaction;
  const channelId = channelOf(interaction);
  if (guildId === undefined || member === undefined || channelId === undefined) return null;
  return {
    guildId,
    channelId,
    askedAt: snowflakeTime(interaction.id),
    receivedAt: Date.now(),
    ...clickedOn(interaction, channelId),
    ...(typeof limit === 'number' && limit > 0 ? { attachmentLimit: limit } : {}),
    member: {
      userId: member.user.id,
      displayName: member.nick ?? member.user.global_name ?? member.user.username,
      roleIds: member.roles,
      permissions: BigInt(member.permissions),
    },
  };
}

/** Both are optional in Discord's documentation ("Receiving and Responding"); it sends both. */
export function channelOf({ channel, channel_id: id }: APIInteraction): string | undefined {
  return channel?.id ?? id;
}

/** Discord hands a click to the application whose message it is on, so the message is our own. */
function clickedOn(
  { message }: APIInteraction,
  channelId: string,
): Pick<Caller, 'clickedOn' | 'clickedShown'> {
  if (message === undefined) return {};
  const clickedShown = shownMessage(message);
  if (isEphemeral(message.flags)) return { clickedShown };
  return { clickedShown, clickedOn: { channelId, messageId: message.id } };
}
