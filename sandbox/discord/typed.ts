import {
  ApplicationCommandOptionType as OptionType,
  ComponentType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIModalInteractionResponseCallbackData,
  type APIStringSelectComponent,
  type APITextInputComponent,
} from 'discord-api-types/v10';
import { channelPayload, rolePayloads } from './payloads.js';
import { guildOf, permissionsIn, type World } from './state.js';
import type { LoopbackGuild, Person } from './types.js';

/**
 * What Discord's client sends for a typed command or a form that was filled in. All throw an Error
 * that says what the client would not let a person send.
 */

type Value = string | number | boolean;

interface Typed {
  /** Such as `miners list`. */
  readonly path: string;
  readonly given: Readonly<Record<string, Value>>;
  /** The option being typed, when choices are asked for. */
  readonly focused?: string;
}

/** The `data` of a command's interaction. */
export function commandData(world: World, person: Person, { path, given, focused }: Typed): object {
  const guild = guildOf(world, person);
  const known = [guild.id, 'global'].flatMap((scope) => world.commands.get(scope) ?? []);
  const [commandName, subName] = path.split(' ');
  const command = known.find(({ name }) => name === commandName);
  const leaf = command && typable(command).find(({ name }) => name === path);
  if (!leaf) throw new Error(`There is no command /${path}`);
  const { options } = leaf;
  const stray = Object.keys(given).find((each) => !options.some((option) => option.name === each));
  if (stray !== undefined) throw new Error(`/${path} has no option ${stray}`);
  const sent = options.flatMap((option): object[] => {
    const about = { name: option.name, type: option.type };
    const value = given[option.name];
    if (option.name === focused) return [{ ...about, value, focused: true }];
    if (value !== undefined) return [{ ...about, value: valueOf(option, value, guild) }];
    if (option.required && focused === undefined) throw new Error(`/${path} needs ${option.name}`);
    return [];
  });
  const sub = subName && { name: subName, type: OptionType.Subcommand, options: sent };
  const { id, name, type } = command;
  return { id, name, type, options: sub ? [sub] : sent, resolved: resolvedIn(guild, person) };
}

/** All that ids among the values may stand for; Discord sends those alone. */
function resolvedIn(guild: LoopbackGuild, person: Person): object {
  const channels = guild.channels.map((channel) => {
    const permissions = String(permissionsIn(channel, person));
    return [channel.id, { ...channelPayload(channel), permissions }];
  });
  const roles = rolePayloads(guild).map((role) => [role.id, role]);
  return { channels: Object.fromEntries(channels), roles: Object.fromEntries(roles) };
}

interface Level<Option> {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly Option[];
}

/** What people can type of a command, such as `miners list`. */
export function typable({
  name,
  description,
  options = [],
}: Level<APIApplicationCommandOption>): Required<Level<APIApplicationCommandBasicOption>>[] {
  if (options.every(isBasic)) return [{ name, description, options }];
  return options.flatMap((option) =>
    isBasic(option) ? [] : typable({ ...option, name: `${name} ${option.name}` }),
  );
}

function isBasic(option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption {
  return option.type !== OptionType.Subcommand && option.type !== OptionType.SubcommandGroup;
}

/** As the client sends it; a choice, channel or role by name or value. */
function valueOf(
  option: APIApplicationCommandBasicOption,
  value: Value,
  { channels, roles }: LoopbackGuild,
): Value {
  const isNamed = ({ id, name }: { id: string; name: string }) =>
    [id, name, `#${name}`, `@${name}`].includes(String(value));
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  let sent: Value | undefined = value;
  if (option.type === OptionType.Channel) sent = channels.find(isNamed)?.id;
  else if (option.type === OptionType.Role) sent = roles.find(isNamed)?.id;
  else if (choices.length > 0) {
    sent = choices.find((each) => each.value === value || each.name === value)?.value;
  }
  if (sent === undefined) throw new Error(`The option ${option.name} does not take ${value}`);
  return sent;
}

/** A form's `data`: a field by its custom id or label; what isn't given keeps its value. */
export function formData(
  form: APIModalInteractionResponseCallbackData,
  fields: Readonly<Record<string, string>>,
): object {
  const used = new Set<string>();
  const components = form.components.flatMap((part): object[] => {
    if (part.type !== ComponentType.Label) return [];
    const { component } = part;
    const { type, custom_id } = component;
    const name = [custom_id, part.label].find((each) => each in fields) ?? '';
    const given = fields[name];
    used.add(name);
    if (type === ComponentType.TextInput) {
      return [{ type: part.type, component: { type, custom_id, value: enter(component, given) } }];
    }
    if (type !== ComponentType.StringSelect) return [];
    const values = pick(component, given === undefined ? undefined : [given]);
    return [{ type: part.type, component: { type, custom_id, values } }];
  });
  const stray = Object.keys(fields).find((name) => !used.has(name));
  if (stray !== undefined) throw new Error(`The form has no field ${stray}`);
  return { custom_id: form.custom_id, components };
}

function enter(input: APITextInputComponent, given = input.value ?? ''): string {
  const { custom_id: id, required = true } = input;
  if (given === '' && required) throw new Error(`The field ${id} is required`);
  return given;
}

/** Values picked by value or label; without any the defaults. */
export function pick(select: APIStringSelectComponent, wanted?: readonly string[]): string[] {
  const { custom_id: id, options, required } = select;
  const defaults = options.filter((option) => option.default).map(({ value }) => value);
  const values = (wanted ?? defaults).map((name) => {
    const option = options.find(({ value, label }) => value === name || label === name);
    if (!option) throw new Error(`${id} does not offer ${name}`);
    return option.value;
  });
  if (values.length === 0 && required !== false) throw new Error(`${id} needs a choice`);
  return values;
}
