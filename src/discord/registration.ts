import {
  SlashCommandBuilder,
  SlashCommandSubcommandBuilder,
  type ApplicationCommandOptionAllowedChannelTypes,
  type ApplicationCommandOptionBase,
} from '@discordjs/builders';
import {
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { Command } from './command.js';

type Builder = SlashCommandBuilder | SlashCommandSubcommandBuilder;

/** `groups`: descriptions of the groups, such as `miners` of `miners list`. */
export function commandsJson(
  commands: readonly Command<never>[],
  groups: Readonly<Record<string, string>>,
): RESTPostAPIChatInputApplicationCommandsJSONBody[] {
  const builders = new Map<string, SlashCommandBuilder>();
  for (const command of commands) {
    const [top = '', sub] = command.name.split(' ');
    const builder =
      builders.get(top) ??
      new SlashCommandBuilder()
        .setName(top)
        .setDescription(groups[top] ?? command.description)
        .setContexts(InteractionContextType.Guild)
        .setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
    builders.set(top, builder);
    if (sub === undefined) addOptions(builder, command);
    else {
      builder.addSubcommand((subcommand) =>
        addOptions(subcommand.setName(sub).setDescription(command.description), command),
      );
    }
  }
  return [...builders.values()].map((builder) => builder.toJSON());
}

/** Required options first, as Discord demands. */
function addOptions<Kind extends Builder>(builder: Kind, command: Command<never>): Kind {
  const options = optionsOf(command);
  for (const option of options.toSorted((one, other) => +other.isRequired - +one.isRequired)) {
    const { name, description, isRequired, minLength, maxLength } = option;
    const named = <Kind extends ApplicationCommandOptionBase>(built: Kind): Kind => {
      built.setName(name).setDescription(description).setRequired(isRequired);
      return built;
    };
    if (option.discord === 'channel') {
      builder.addChannelOption((built) => named(built).addChannelTypes(POSTABLE));
    } else if (option.discord === 'role') builder.addRoleOption(named);
    else if (option.type === 'boolean') builder.addBooleanOption(named);
    else {
      builder.addStringOption((built) => {
        if (option.enum) built.addChoices(option.enum.map((value) => ({ name: value, value })));
        else built.setAutocomplete(command.autocomplete[name] !== undefined);
        if (minLength !== undefined) built.setMinLength(minLength);
        if (maxLength !== undefined) built.setMaxLength(maxLength);
        return named(built);
      });
    }
  }
  return builder;
}

const POSTABLE: ApplicationCommandOptionAllowedChannelTypes[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

/** The parts of an option's JSON schema that Discord can express. */
const optionSchema = z.object({
  type: z.enum(['string', 'boolean']),
  description: z.string(),
  enum: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  discord: z.enum(['channel', 'role']).optional(),
});

/** A command's options, as Discord, `/help` and the docs show them. */
export function optionsOf({ options }: { readonly options: z.ZodObject }) {
  const { properties = {}, required = [] } = z.toJSONSchema(options, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, property]) => ({
    ...optionSchema.parse(property),
    name,
    isRequired: required.includes(name),
  }));
}
