import {
  ApplicationCommandOptionType,
  ChannelType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { Command } from '../../command.js';

/** The option that `audience: 'choose'` adds. */
export const PRIVATE_OPTION = 'private';
const PRIVATE: APIApplicationCommandBasicOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: PRIVATE_OPTION,
  description: 'Show the answer only to me',
  required: false,
};

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

/** Required options first, as Discord demands; otherwise in the schema's order. */
export function optionsOf(command: Command): APIApplicationCommandBasicOption[] {
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
  const options = ordered.map((name) => {
    const option = declared.safeParse(schema.properties?.[name]);
    if (!option.success) {
      throw new Error(
        `/${command.name}: Discord has no option for "${name}": ${option.error.message}`,
      );
    }
    return optionJson(option.data, {
      name,
      required: required.has(name),
      autocomplete: command.autocomplete?.[name] !== undefined,
    });
  });
  return command.audience === 'choose' ? [...options, PRIVATE] : options;
}

interface OptionNaming {
  readonly name: string;
  readonly required: boolean;
  readonly autocomplete: boolean;
}

function optionJson(
  option: OptionDeclaration,
  { name, required, autocomplete }: OptionNaming,
): APIApplicationCommandBasicOption {
  const { description, enum: words } = option;
  const about = { name, description, required };
  const { Boolean: Flag, Channel, Integer, Number: Real, Role } = ApplicationCommandOptionType;
  if (option.discord === 'channel') {
    const types = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;
    return { ...about, type: Channel, channel_types: [...types] };
  }
  if (option.discord === 'role') return { ...about, type: Role };
  if (option.type === 'boolean') return { ...about, type: Flag };
  if (option.type === 'integer') return { ...about, type: Integer, ...boundsOf(option) };
  if (option.type === 'number') return { ...about, type: Real, ...boundsOf(option) };
  const text = { ...about, type: ApplicationCommandOptionType.String } as const;
  if (words !== undefined)
    return { ...text, choices: words.map((value) => ({ name: value, value })) };
  return { ...text, min_length: option.minLength, max_length: option.maxLength, autocomplete };
}

/** zod bounds every integer by what a double holds exactly, which is Discord's own bound too. */
function boundsOf({ minimum = -Infinity, maximum = Infinity }: OptionDeclaration) {
  return {
    ...(minimum > Number.MIN_SAFE_INTEGER && { min_value: minimum }),
    ...(maximum < Number.MAX_SAFE_INTEGER && { max_value: maximum }),
  };
}
