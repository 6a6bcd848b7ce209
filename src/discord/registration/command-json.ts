import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandSubcommandOption,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Command, CommandGroup } from '../../command.js';
import { optionsOf } from '../options/command-options.js';

/**
 * What Discord is told about a command. Options come from its zod schema. Throws if Discord has no
 * option for something in the schema.
 */
export function toCommandJson(
  entry: Command | CommandGroup,
): RESTPostAPIChatInputApplicationCommandsJSONBody {
  const { name, description } = entry;
  // Only hides the command from others; the check in code is what protects it.
  const isForAdmins = commandsOf(entry).every(({ access }) => access === 'admin');
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    description,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    ...(isForAdmins && { default_member_permissions: String(PermissionFlagsBits.ManageGuild) }),
    options: 'subcommands' in entry ? subcommandsOf(entry) : optionsOf(entry),
  };
}

function subcommandsOf({ subcommands }: CommandGroup): APIApplicationCommandSubcommandOption[] {
  // Discord can't hide single subcommands, so in a mixed group they say whom they are for.
  const isMixed = subcommands.some(({ access }) => access === 'viewer');
  return subcommands.map((command) => {
    const { name, access, description } = command;
    const forWhom = isMixed && access !== 'viewer' ? ` (${access}s)` : '';
    return {
      type: ApplicationCommandOptionType.Subcommand,
      name,
      description: `${description}${forWhom}`,
      options: optionsOf(command),
    };
  });
}

export function commandsOf(entry: Command | CommandGroup): readonly Command[] {
  return 'subcommands' in entry ? entry.subcommands : [entry];
}
