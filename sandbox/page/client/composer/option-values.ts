import {
  ApplicationCommandOptionType as Type,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type { GuildView } from '../../protocol.js';
import { roleLabel } from '../frame/role-label.js';

type Value = string | number | boolean;

export interface Pick {
  readonly name: string;
  readonly value: Value;
}

export type Read = { readonly value: Value } | { readonly problem: string };

/** Values that can be chosen without asking the bot; null = free text. */
export function fixedPicks(
  option: APIApplicationCommandBasicOption,
  guild: GuildView,
): readonly Pick[] | null {
  if ('choices' in option && option.choices?.length) return option.choices;
  if (option.type === Type.Boolean) {
    return [
      { name: 'True', value: true },
      { name: 'False', value: false },
    ];
  }
  if (option.type === Type.Channel)
    return guild.channels.map(({ id, name }) => ({ name: `#${name}`, value: id }));
  if (option.type === Type.Role)
    return guild.roles.map(({ id, name }) => ({ name: roleLabel(name), value: id }));
  return null;
}

export function isCompleted(option: APIApplicationCommandBasicOption): boolean {
  return 'autocomplete' in option && option.autocomplete === true;
}

/** Reads typed text like Discord's client, which sends nothing of the wrong type. */
export function readTyped(option: APIApplicationCommandBasicOption, typed: string): Read {
  if (option.type === Type.Integer) return readInteger(option, typed);
  if (option.type !== Type.String) return { problem: 'Choose one from the list.' };
  const { min_length: min = 0, max_length: max = 6000 } = { ...option };
  if (typed.length < min) return { problem: `At least ${min} characters.` };
  return typed.length > max ? { problem: `At most ${max} characters.` } : { value: typed };
}

function readInteger(option: APIApplicationCommandBasicOption, typed: string): Read {
  const value = Number(typed);
  if (typed.trim() === '' || !Number.isInteger(value)) {
    return { problem: 'A whole number is needed.' };
  }
  const min = 'min_value' in option ? option.min_value : undefined;
  const max = 'max_value' in option ? option.max_value : undefined;
  if (min !== undefined && value < min) return { problem: `${min} or more.` };
  return max !== undefined && value > max ? { problem: `${max} or less.` } : { value };
}
