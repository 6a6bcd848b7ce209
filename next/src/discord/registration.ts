import {
  SlashCommandBuilder,
  SlashCommandSubcommandBuilder,
  type ApplicationCommandOptionAllowedChannelTypes,
  type ApplicationCommandOptionBase,
  type SlashCommandStringOption,
} from '@discordjs/builders';
import {
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { Command } from './command.js';

/** The option that `audience: 'choose'` adds. */
export const PRIVATE_OPTION = 'private';

type Declared = Pick<
  Command<never>,
  'name' | 'description' | 'audience' | 'options' | 'autocomplete'
>;

/** `groups`: descriptions of the groups, such as `miners` of `miners list`. */
export function commandsJson(
  commands: readonly Declared[],
  groups: Readonly<Record<string, string>>,
): RESTPostAPIChatInputApplicationCommandsJSONBody[] {
  const builders = new Map<string, SlashCommandBuilder>();
  for (const command of commands) {
    const [top = '', sub] = command.name.split(' ');
    const builder = builders.get(top) ?? forServers(top, groups[top] ?? command.description);
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

/** Ids by what people type after the slash, from Discord's answer to the registration. */
export function commandIds(
  commands: readonly Pick<Declared, 'name'>[],
  registered: readonly { readonly id: string; readonly name: string }[],
): Map<string, string> {
  return new Map(
    commands.flatMap(({ name }) => {
      const top = registered.find((each) => each.name === name.split(' ')[0]);
      return top ? [[name, top.id]] : [];
    }),
  );
}

function forServers(name: string, description: string): SlashCommandBuilder {
  return new SlashCommandBuilder()
    .setName(name)
    .setDescription(description)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
}

/** The parts of an option's JSON schema that Discord can express. */
const optionSchema = z.object({
  type: z.enum(['string', 'boolean']),
  description: z.string(),
  enum: z.array(z.string()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  discord: z.enum(['channel', 'role']).optional(),
});

interface Option extends z.output<typeof optionSchema> {
  readonly name: string;
  readonly isRequired: boolean;
  readonly completes: boolean;
}

type Builder = SlashCommandBuilder | SlashCommandSubcommandBuilder;

/** Required options first, as Discord demands. */
function addOptions<Kind extends Builder>(builder: Kind, command: Declared): Kind {
  const json = z.toJSONSchema(command.options, { io: 'input', unrepresentable: 'any' });
  const options = Object.entries(json.properties ?? {}).map(([name, property]) => ({
    ...optionSchema.parse(property),
    name,
    isRequired: json.required?.includes(name) ?? false,
    completes: command.autocomplete[name] !== undefined,
  }));
  const requiredFirst = options.toSorted((one, other) => +other.isRequired - +one.isRequired);
  for (const option of requiredFirst) addOption(builder, option);
  if (command.audience === 'choose') {
    builder.addBooleanOption((option) =>
      option.setName(PRIVATE_OPTION).setDescription('Show the answer only to me'),
    );
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

function addOption(builder: Builder, option: Option): void {
  const { discord, type } = option;
  if (discord === 'channel') {
    builder.addChannelOption((channel) => named(channel, option).addChannelTypes(POSTABLE));
  } else if (discord === 'role') builder.addRoleOption((role) => named(role, option));
  else if (type === 'boolean') builder.addBooleanOption((flag) => named(flag, option));
  else builder.addStringOption((string) => text(string, option));
}

function named<Kind extends ApplicationCommandOptionBase>(built: Kind, option: Option): Kind {
  built.setName(option.name).setDescription(option.description).setRequired(option.isRequired);
  return built;
}

function text(built: SlashCommandStringOption, option: Option): SlashCommandStringOption {
  if (option.enum) built.addChoices(option.enum.map((value) => ({ name: value, value })));
  else built.setAutocomplete(option.completes);
  if (option.minLength !== undefined) built.setMinLength(option.minLength);
  if (option.maxLength !== undefined) built.setMaxLength(option.maxLength);
  return named(built, option);
}
