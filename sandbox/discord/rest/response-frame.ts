import type { Frame } from '../messages/messages.js';
import type { DiscordState, Interaction } from '../state/discord-state.js';

/** Where an interaction's message is, and who sees it. */
export function responseFrame(
  world: DiscordState,
  interaction: Interaction,
  ephemeral: boolean,
): Frame {
  return {
    guildId: interaction.guildId,
    channelId: interaction.channelId,
    authorId: world.bot.id,
    ephemeralFor: ephemeral ? interaction.person.id : null,
    interaction: {
      id: interaction.id,
      type: interaction.type,
      userId: interaction.person.id,
      command: interaction.command,
    },
  };
}
