import type { APIInteraction } from 'discord-api-types/v10';
import type { Member } from '../domain/access.js';

/** Who asks, and where. Only inside a guild. */
export interface Caller {
  readonly guildId: string;
  readonly channelId: string;
  readonly member: Member;
}

/** Null outside a guild. */
export function callerOf(interaction: APIInteraction): Caller | null {
  const { guild_id: guildId, member } = interaction;
  const channelId = interaction.channel?.id;
  if (guildId === undefined || member === undefined || channelId === undefined) return null;
  return {
    guildId,
    channelId,
    member: {
      userId: member.user.id,
      displayName: member.nick ?? member.user.global_name ?? member.user.username,
      roleIds: member.roles,
      permissions: BigInt(member.permissions),
    },
  };
}
