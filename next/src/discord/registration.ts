import {
  ApplicationCommandOptionType,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type ApplicationCommandOptionAllowedChannelType,
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
  const names = new Set(commands.map(({ name }) => name.replace(/ .*/, '')));
  return [...names].map((name) => {
    const whole = commands.find((command) => command.name === name);
    const subcommands = commands.filter((command) => command.name.startsWith(`${name} `));
    return {
      name,
      description: whole?.description ?? groups[name] ?? '',
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
      options: whole
        ? optionsOf(whole)
        : subcommands.map((command) => ({
            type: ApplicationCommandOptionType.Subcommand,
            name: command.name.slice(name.length + 1),
            description: command.description,
            options: optionsOf(command),
          })),
    };
  });
}

function optionsOf(command: Declared): APIApplicationCommandBasicOption[] {
  const json = z.toJSONSchema(command.options, { io: 'input', unrepresentable: 'any' });
  const options = Object.entries(json.properties ?? {}).map(([name, property]) => {
    const required = json.required?.includes(name) ?? false;
    const autocomplete = command.autocomplete?.[name] !== undefined;
    return toOption({ name, required }, optionSchema.parse(property), autocomplete);
  });
  if (command.audience === 'choose') {
    const description = 'Show the answer only to me';
    const type = ApplicationCommandOptionType.Boolean;
    options.push({ type, name: PRIVATE_OPTION, description, required: false });
  }
  // Required options first, as Discord demands.
  return options.toSorted((one, other) => Number(other.required) - Number(one.required));
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

function toOption(
  named: { readonly name: string; readonly required: boolean },
  option: z.output<typeof optionSchema>,
  autocomplete: boolean,
): APIApplicationCommandBasicOption {
  const base = { ...named, description: option.description };
  if (option.discord === 'channel')
    return { ...base, type: ApplicationCommandOptionType.Channel, channel_types: POSTABLE };
  if (option.discord === 'role') return { ...base, type: ApplicationCommandOptionType.Role };
  if (option.type === 'boolean') return { ...base, type: ApplicationCommandOptionType.Boolean };
  const text = { ...base, type: ApplicationCommandOptionType.String } as const;
  if (option.enum)
    return { ...text, choices: option.enum.map((value) => ({ name: value, value })) };
  return { ...text, autocomplete, min_length: option.minLength, max_length: option.maxLength };
}

const POSTABLE: ApplicationCommandOptionAllowedChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

/**
 * Makes the commands that a text names tappable, as code or plain, but not in other code:
 * `/changes show` → `</changes show:123>`. `ids`: of the commands and groups.
 */
export function mentionsOf(
  commands: readonly { readonly name: string }[],
  ids: ReadonlyMap<string, string>,
): (text: string) => string {
  const names = commands.map(({ name }) => name).join('|');
  const block = '```[^]*?(?:```|$)';
  const coded = `\`/(${names})(?: ([^\`\n]*))?\``;
  const code = '`[^`\\n]*`';
  const plain = `(?<![\\w/<.:-])/(${names})(?![\\w-])`;
  const pattern = new RegExp([block, coded, code, plain].join('|'), 'g');
  return (text) =>
    text.replaceAll(pattern, (whole, ...groups: (string | undefined)[]) => {
      const [codedName, options, plainName] = groups;
      const name = codedName ?? plainName;
      if (name === undefined) return whole;
      const mention = `</${name}:${ids.get(name.replace(/ .*/, ''))}>`;
      return options === undefined ? mention : `${mention} \`${options}\``;
    });
}
