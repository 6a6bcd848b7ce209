import {
  ApplicationCommandOptionType,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { channelPayload, rolePayloads } from './payloads.js';
import { permissionsIn, type GuildRecord, type PersonRecord, type World } from './state.js';

/** What Discord's client sends for a typed command, and what it would not let a person send. */

type Value = string | number | boolean;

interface Typed {
  /** Such as `miners list`. */
  readonly path: string;
  readonly options: Readonly<Record<string, Value>>;
  /** The option being typed, when choices are asked for. */
  readonly focused?: string;
}

/** An interaction's `data`. @throws Error that says what the client would not allow */
export function commandData(world: World, person: PersonRecord, typed: Typed): object {
  const guild = world.guilds.get(person.guildId);
  if (!guild) throw new Error(`${person.name} is in no server`);
  const { command, nesting, options } = findCommand(world, guild, typed.path);
  for (const name of [...Object.keys(typed.options), ...(typed.focused ? [typed.focused] : [])]) {
    if (!options.some((option) => option.name === name)) {
      throw new Error(`/${typed.path} has no option ${name}`);
    }
  }
  const resolved: Around['resolved'] = { channels: {}, roles: {} };
  const sent = options.flatMap((option): object[] => {
    const { name, type } = option;
    const value = typed.options[name];
    if (name === typed.focused) {
      if (!('autocomplete' in option) || !option.autocomplete) {
        throw new Error(`${name} of /${typed.path} offers nothing while typing`);
      }
      return [{ name, type, value: String(value ?? ''), focused: true }];
    }
    if (value !== undefined) {
      return [{ name, type, value: valueOf(option, value, { person, guild, resolved }) }];
    }
    if (option.required && !typed.focused) throw new Error(`/${typed.path} needs ${name}`);
    return [];
  });
  return {
    id: command.id,
    name: command.name,
    type: command.type,
    options: nesting.reduceRight<object[]>(
      (inner, { name, type }) => [{ name, type, options: inner }],
      sent,
    ),
    resolved,
  };
}

interface Found {
  readonly command: APIApplicationCommand;
  /** Group and subcommand, outermost first. */
  readonly nesting: readonly APIApplicationCommandOption[];
  readonly options: readonly APIApplicationCommandBasicOption[];
}

function findCommand(world: World, guild: GuildRecord, path: string): Found {
  const [name, ...rest] = path.trim().replace(/^\//, '').split(/\s+/);
  const known = [...(world.commands.get(guild.id) ?? []), ...(world.commands.get('global') ?? [])];
  const command = known.find((each) => each.name === name);
  if (!command) throw new Error(`There is no command /${name}`);
  const nesting: APIApplicationCommandOption[] = [];
  let options: readonly APIApplicationCommandOption[] = command.options ?? [];
  for (const part of rest) {
    const inner = options.find((each) => each.name === part && !isBasic(each));
    if (!inner) throw new Error(`/${path}: there is no subcommand ${part}`);
    nesting.push(inner);
    options = 'options' in inner ? (inner.options ?? []) : [];
  }
  const basic = options.filter(isBasic);
  if (basic.length < options.length) throw new Error(`/${path} needs a subcommand`);
  return { command, nesting, options: basic };
}

function isBasic(option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption {
  return (
    option.type !== ApplicationCommandOptionType.Subcommand &&
    option.type !== ApplicationCommandOptionType.SubcommandGroup
  );
}

interface Around {
  readonly person: PersonRecord;
  readonly guild: GuildRecord;
  /** What the ids among the values stand for; filled in. */
  readonly resolved: { channels: Record<string, object>; roles: Record<string, object> };
}

/** As the client sends it; a choice, channel or role by name or value. @throws Error */
function valueOf(option: APIApplicationCommandBasicOption, value: Value, around: Around): Value {
  const { guild, person, resolved } = around;
  const isNamed = ({ id, name }: { id: string; name: string }) =>
    [id, name, `#${name}`, `@${name}`].includes(String(value));
  if (option.type === ApplicationCommandOptionType.Channel) {
    const channel = guild.channels.find(isNamed);
    const payload = channel && channelPayload(channel);
    if (payload && (option.channel_types?.some((type) => type === payload.type) ?? true)) {
      const permissions = String(permissionsIn(channel, person));
      resolved.channels[channel.id] = { ...payload, permissions };
      return channel.id;
    }
  } else if (option.type === ApplicationCommandOptionType.Role) {
    const role = rolePayloads(guild).find(isNamed);
    if (role) {
      resolved.roles[role.id] = role;
      return role.id;
    }
  } else {
    const choices = 'choices' in option ? (option.choices ?? []) : [];
    const choice = choices.find((each) => each.value === value || each.name === value);
    const isRight = choices.length > 0 ? choice !== undefined : typeof value === TYPES[option.type];
    if (isRight) return choice?.value ?? value;
  }
  throw new Error(`The option ${option.name} does not take ${value}`);
}

/** What a person enters; a type that no command has is not there. */
const TYPES: Partial<Record<ApplicationCommandOptionType, string>> = {
  [ApplicationCommandOptionType.String]: 'string',
  [ApplicationCommandOptionType.Integer]: 'number',
  [ApplicationCommandOptionType.Number]: 'number',
  [ApplicationCommandOptionType.Boolean]: 'boolean',
};
