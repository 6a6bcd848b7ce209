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
 * What Discord is told about a command. Options follow from its zod schema; builders check
 * names and descriptions. Throws when the schema holds what Discord has no option for.
 */
export function toCommandJson(
  entry: Command | CommandGroup,
): RESTPostAPIChatInputApplicationCommandsJSONBody {
  const builder = new SlashCommandBuilder()
    .setName(entry.name)
    .setDescription(entry.description)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
  // Only hides the command from others; what gates it is the check in code.
  if (commandsOf(entry).every(({ access }) => access === 'admin')) {
    builder.setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild);
  }
  if (!('subcommands' in entry)) return addOptions(builder, entry).toJSON();
  // Discord hides no subcommand from anybody, so those of a mixed group say whose they are.
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
