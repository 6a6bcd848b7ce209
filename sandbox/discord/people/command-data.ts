import {
  ApplicationCommandOptionType,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import type { DiscordState, GuildRecord } from '../state/discord-state.js';
import { coerce, partial, type OptionValue } from './option-values.js';
import { createResolver } from './resolved.js';

const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

export interface TypedCommand {
  readonly path: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** The option still being typed, for autocomplete. */
  readonly focused: string | null;
}

export interface CommandData {
  /** An interaction's `data`. */
  readonly data: Record<string, unknown>;
  readonly focusedType: number | null;
}

interface Found {
  readonly command: APIApplicationCommand;
  /** Group and subcommand, outermost first. */
  readonly nesting: readonly APIApplicationCommandOption[];
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** What Discord's client would send. @throws Error with the reason if it wouldn't */
export function commandData(
  world: DiscordState,
  guild: GuildRecord,
  typed: TypedCommand,
): CommandData {
  const found = findCommand(world, guild, typed.path);
  const unknown = Object.keys(typed.options).find((name) => !optionNamed(found, name));
  if (unknown) throw new Error(`/${typed.path} has no option ${unknown}`);
  const resolver = createResolver(world, guild);
  const options = found.options.flatMap((option) => {
    const value = typed.options[option.name];
    if (option.name === typed.focused) {
      return [{ name: option.name, type: option.type, value: partial(value), focused: true }];
    }
    if (value === undefined) {
      if (option.required && typed.focused === null) {
        throw new Error(`/${typed.path} needs the option ${option.name}`);
      }
      return [];
    }
    return [{ name: option.name, type: option.type, value: coerce(option, value, resolver) }];
  });
  const resolved = resolver.resolved();
  return {
    data: {
      id: found.command.id,
      name: found.command.name,
      type: found.command.type,
      ...(found.command.guild_id ? { guild_id: found.command.guild_id } : {}),
      ...nested(found, options),
      ...(resolved && typed.focused === null ? { resolved } : {}),
    },
    focusedType: focusedType(found, typed),
  };
}

function focusedType(found: Found, { focused, path }: TypedCommand): number | null {
  if (focused === null) return null;
  const option = optionNamed(found, focused);
  if (!option) throw new Error(`/${path} has no option ${focused}`);
  if (!('autocomplete' in option) || option.autocomplete !== true) {
    throw new Error(`The option ${focused} of /${path} has no autocomplete`);
  }
  return option.type;
}

function findCommand(world: DiscordState, guild: GuildRecord, path: string): Found {
  const [name, ...rest] = path.trim().replace(/^\//, '').split(/\s+/);
  const command = world.commands.visibleIn(guild.id).find((each) => each.name === name);
  if (!command) throw new Error(`There is no command /${name}`);
  const nesting: APIApplicationCommandOption[] = [];
  let options: readonly APIApplicationCommandOption[] = command.options ?? [];
  for (const part of rest) {
    const inner = options.find((each) => each.name === part && isNesting(each));
    if (!inner) throw new Error(`/${path}: there is no subcommand ${part}`);
    nesting.push(inner);
    options = ('options' in inner ? inner.options : undefined) ?? [];
  }
  const basic = options.filter(
    (each): each is APIApplicationCommandBasicOption => !isNesting(each),
  );
  if (basic.length < options.length) {
    throw new Error(`/${path} needs a subcommand: ${options.map((each) => each.name).join(', ')}`);
  }
  return { command, nesting, options: basic };
}

function nested(found: Found, options: readonly unknown[]): { options?: readonly unknown[] } {
  let inner = options;
  for (const level of found.nesting.toReversed()) {
    inner = [{ name: level.name, type: level.type, options: inner }];
  }
  return inner.length > 0 ? { options: inner } : {};
}

function optionNamed(found: Found, name: string): APIApplicationCommandBasicOption | undefined {
  return found.options.find((option) => option.name === name);
}

function isNesting(option: APIApplicationCommandOption): boolean {
  return option.type === Subcommand || option.type === SubcommandGroup;
}
