import { ApplicationIntegrationType, InteractionContextType, Locale } from 'discord-api-types/v10';
import { botPermissionsIn, personPermissions } from '../guilds.js';
import type { LoopbackPerson } from '../loopback-discord.js';
import type { DiscordState, Interaction, GuildRecord } from '../state/discord-state.js';
import { channelPayload, memberPayload } from './guild.js';
import { messagePayload } from './message.js';

/** INTERACTION_CREATE as Discord sends it for a guild-installed application. */
export function interactionPayload(
  world: DiscordState,
  interaction: Interaction,
  data: unknown,
): Record<string, unknown> {
  const guild = world.guilds.get(interaction.guildId);
  const channel = world.channels.get(interaction.channelId);
  if (!guild || !channel) throw new Error('The interaction is in no known guild or channel');
  const source = interaction.sourceMessageId && world.messages.get(interaction.sourceMessageId);
  return {
    id: interaction.id,
    application_id: world.applicationId,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data,
    guild_id: guild.id,
    guild: { id: guild.id, locale: Locale.EnglishUS, features: [] },
    channel_id: channel.id,
    channel: { ...channelPayload(world, channel), permissions: permissionsOf(interaction.person) },
    member: interactionMember(world, guild, interaction.person),
    app_permissions: String(botPermissionsIn(channel)),
    locale: Locale.EnglishUS,
    guild_locale: Locale.EnglishUS,
    entitlements: [],
    authorizing_integration_owners: { [ApplicationIntegrationType.GuildInstall]: guild.id },
    context: InteractionContextType.Guild,
    attachment_size_limit: guild.fileBytes,
    ...(source ? { message: messagePayload(world, source) } : {}),
  };
}

function interactionMember(
  world: DiscordState,
  guild: GuildRecord,
  person: LoopbackPerson,
): Record<string, unknown> {
  return {
    ...memberPayload(world, guild, person.id),
    premium_since: null,
    pending: false,
    communication_disabled_until: null,
    unusual_dm_activity_until: null,
    permissions: permissionsOf(person),
  };
}

function permissionsOf(person: LoopbackPerson): string {
  return String(personPermissions(person));
}
