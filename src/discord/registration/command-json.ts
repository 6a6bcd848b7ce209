import { SlashCommandBuilder, SlashCommandSubcommandBuilder } from '@discordjs/builders';
import {
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Command, CommandGroup } from '../../command.js';
import { addOptions } from '../options/command-options.js';

/**
 * Builds what Discord is told about a command. Options come from its zod schema; builders check
 * names and descriptions. Throws if Discord has no option for something in the schema.
 */
export function toCommandJson(
  entry: Command | CommandGroup,
): RESTPostAPIChatInputApplicationCommandsJSONBody {
  const builder = new SlashCommandBuilder()
    .setName(entry.name)
    .setDescription(entry.description)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
  // Only hides the command from others; the check in code is what protects it.
  if (commandsOf(entry).every(({ access }) => access === 'admin')) {
    builder.setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild);
  }
  if (!('subcommands' in entry)) return addOptions(builder, entry).toJSON();
  // Discord can't hide single subcommands, so in a mixed group they say whom they are for.
  const isMixed = entry.subcommands.some(({ access }) => access === 'viewer');
  for (const command of entry.subcommands) {
    const { access, description } = command;
    const forWhom = isMixed && access !== 'viewer' ? ` (${access}s)` : '';
    const sub = new SlashCommandSubcommandBuilder()
      .setName(command.name)
      .setDescription(`${description}${forWhom}`);
    builder.addSubcommand(addOptions(sub, command));
  }
  return builder.toJSON();
}

export function commandsOf(entry: Command | CommandGroup): readonly Command[] {
  return 'subcommands' in entry ? entry.subcommands : [entry];
}
