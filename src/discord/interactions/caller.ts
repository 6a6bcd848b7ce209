import type {
  APIInteraction,
  APIMessageComponentInteraction,
  APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { Caller } from '../../command.js';
import { processUptime } from '../../domain/time/uptime.js';
import { permissionBits } from '../channels/permission-bits.js';
import { isEphemeral } from './responder.js';
import { shownMessage } from '../messages/shown-message.js';
import { snowflakeTime } from '../messages/snowflake-time.js';

/** Everything except whether the answer is private, which the command decides. */
export interface CallerBase extends Omit<Caller, 'isPrivate'> {
  /**
   * False if Discord did not say, or not legibly, what this person may do. They then have no roles
   * and no permissions here, and change nothing.
   */
  readonly areRightsKnown: boolean;
}

/** Tells servers, channels and people apart, and is part of keys and addresses. */
const snowflake = z.string().regex(/^\d{17,20}$/);
/** A missing name is no reason not to answer; without an id there is nobody to answer. */
const name = z.string().nullish().catch(null);
const memberShape = z.object({
  user: z.object({ id: snowflake, global_name: name, username: name }),
  nick: name,
  roles: z.array(z.string()).nullable().catch(null),
  permissions: z.unknown().optional(),
});

/** Null outside a guild. Throws if the payload doesn't say who asks, or where. */
export function callerOf(interaction: APIInteraction): CallerBase | null {
  const { guild_id: inGuild, member: given, attachment_size_limit: limit } = interaction;
  const inChannel = interactionChannelId(interaction);
  if (inGuild === undefined || given === undefined || inChannel === undefined) return null;
  const [guildId, channelId] = [snowflake.parse(inGuild), snowflake.parse(inChannel)];
  const { user, nick, roles, ...member } = memberShape.parse(given);
  const permissions = permissionBits(member.permissions);
  return {
    guildId,
    channelId,
    askedAt: snowflakeTime(interaction.id),
    receivedAt: Date.now(),
    ...clickedOn(interaction, channelId),
    ...(typeof limit === 'number' && limit > 0 ? { attachmentLimit: limit } : {}),
    member: {
      userId: user.id,
      displayName: nick ?? user.global_name ?? user.username ?? user.id,
      roleIds: roles ?? [],
      permissions: permissions ?? 0n,
      actedAt: processUptime(),
      actedAtDiscord: snowflakeTime(interaction.id),
    },
    areRightsKnown: roles !== null && permissions !== null,
  };
}

/** Both are optional in Discord's documentation ("Receiving and Responding"); it sends both. */
export function interactionChannelId({
  channel,
  channel_id: id,
}: APIInteraction): string | undefined {
  return channel?.id ?? id;
}

/** Discord delivers a click to the application that owns the message, so the message is ours. */
function clickedOn(
  { message }: APIInteraction,
  channelId: string,
): Pick<Caller, 'clickedOn' | 'clickedShown'> {
  if (message === undefined) return {};
  const clickedShown = shownMessage(message);
  if (isEphemeral(message.flags)) return { clickedShown };
  return { clickedShown, clickedOn: { channelId, messageId: message.id } };
}

const asked = z.object({ user: z.object({ id: z.string() }) });

/** Whether the person clicking requested the message; also true if Discord doesn't say who did. */
export function isOwn({
  message,
  member,
}: APIMessageComponentInteraction | APIModalSubmitInteraction): boolean {
  const asker = asked.safeParse(message?.interaction_metadata);
  return !asker.success || asker.data.user.id === member?.user.id;
}
