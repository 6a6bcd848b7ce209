import {
  SlashCommandBooleanOption,
  SlashCommandChannelOption,
  SlashCommandIntegerOption,
  SlashCommandNumberOption,
  SlashCommandRoleOption,
  SlashCommandStringOption,
  type SlashCommandBuilder,
  type SlashCommandSubcommandBuilder,
} from '@discordjs/builders';
import { ChannelType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Command } from '../../command.js';

/** The option that `audience: 'choose'` adds. */
export const PRIVATE_OPTION = 'private';
const PRIVATE_DESCRIPTION = 'Show the answer only to me';

/** The parts of an option's JSON schema that Discord can express. */
const declared = z.object({
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  description: z.string(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  discord: z.enum(['channel', 'role']).optional(),
});
type OptionDeclaration = z.output<typeof declared>;

type Builder = SlashCommandBuilder | SlashCommandSubcommandBuilder;

/** Required options first, as Discord demands; otherwise in the schema's order. */
export function addOptions<Kind extends Builder>(builder: Kind, command: Command): Kind {
  const schema = z.toJSONSchema(command.options, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties ?? {});
  if (command.audience === 'choose' && names.includes(PRIVATE_OPTION)) {
    throw new Error(`/${command.name}: the option "${PRIVATE_OPTION}" is added by the house`);
  }
  const ordered = [
    ...names.filter((name) => required.has(name)),
    ...names.filter((name) => !required.has(name)),
  ];
  for (const name of ordered) {
    const option = declared.safeParse(schema.properties?.[name]);
    if (!option.success) {
      throw new Error(
        `/${command.name}: Discord has no option for "${name}": ${option.error.message}`,
      );
    }
    addOption(builder, option.data, {
      name,
      required: required.has(name),
      hasAutocomplete: command.autocomplete?.[name] !== undefined,
    });
  }
  if (command.audience === 'choose') {
    builder.addBooleanOption(
      new SlashCommandBooleanOption().setName(PRIVATE_OPTION).setDescription(PRIVATE_DESCRIPTION),
    );
  }
  return builder;
}

interface OptionNaming {
  readonly name: string;
  readonly required: boolean;
  readonly hasAutocomplete: boolean;
}

function addOption(builder: Builder, option: OptionDeclaration, naming: OptionNaming): void {
  if (option.discord === 'channel') {
    builder.addChannelOption(
      named(new SlashCommandChannelOption(), option, naming).addChannelTypes(
        ChannelType.GuildText,
        ChannelType.GuildAnnouncement,
      ),
    );
  } else if (option.discord === 'role') {
    builder.addRoleOption(named(new SlashCommandRoleOption(), option, naming));
  } else if (option.type === 'boolean') {
    builder.addBooleanOption(named(new SlashCommandBooleanOption(), option, naming));
  } else if (option.type === 'integer') {
    builder.addIntegerOption(
      bounded(named(new SlashCommandIntegerOption(), option, naming), option),
    );
  } else if (option.type === 'number') {
    builder.addNumberOption(bounded(named(new SlashCommandNumberOption(), option, naming), option));
  } else {
    builder.addStringOption(
      textual(named(new SlashCommandStringOption(), option, naming), option, naming),
    );
  }
}

interface NamedBuilder {
  setName(name: string): this;
  setDescription(description: string): this;
  setRequired(required: boolean): this;
}

function named<Option extends NamedBuilder>(
  option: Option,
  is: OptionDeclaration,
  naming: OptionNaming,
): Option {
  return option.setName(naming.name).setDescription(is.description).setRequired(naming.required);
}

interface BoundedBuilder {
  setMinValue(value: number): this;
  setMaxValue(value: number): this;
}

/** zod bounds every integer by what a double holds exactly, which is Discord's own bound too. */
function bounded<Option extends BoundedBuilder>(
  option: Option,
  { minimum, maximum }: OptionDeclaration,
): Option {
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) option.setMinValue(minimum);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) option.setMaxValue(maximum);
  return option;
}

function textual(
  option: SlashCommandStringOption,
  is: OptionDeclaration,
  naming: OptionNaming,
): SlashCommandStringOption {
  if (is.enum !== undefined) {
    return option.addChoices(...is.enum.map((value) => ({ name: value, value })));
  }
  if (is.minLength !== undefined) option.setMinLength(is.minLength);
  if (is.maxLength !== undefined) option.setMaxLength(is.maxLength);
  return option.setAutocomplete(naming.hasAutocomplete);
}
