import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import { isRaw, rawList } from '../validation/raw.js';
import type { Resolver } from './resolved.js';

export type OptionValue = string | number | boolean;
type Option = APIApplicationCommandBasicOption;

/** The value as the client would send it. @throws Error naming the option and the fault */
export function coerce(option: Option, value: OptionValue, resolver: Resolver): OptionValue {
  switch (option.type) {
    case ApplicationCommandOptionType.String:
      return chosen(option, () => inLength(option, String(value)), value);
    case ApplicationCommandOptionType.Integer:
      return chosen(option, () => inRange(option, integer(option, value)), value);
    case ApplicationCommandOptionType.Boolean:
      if (String(value) === 'true') return true;
      if (String(value) === 'false') return false;
      throw refused(option, 'is neither true nor false');
    case ApplicationCommandOptionType.Channel:
      return resolver.channel(String(value), option.channel_types) ?? unknown(option, 'channel');
    case ApplicationCommandOptionType.Role:
      return resolver.role(String(value)) ?? unknown(option, 'role');
    case ApplicationCommandOptionType.Number:
    case ApplicationCommandOptionType.User:
    case ApplicationCommandOptionType.Mentionable:
    case ApplicationCommandOptionType.Attachment:
      break;
  }
  throw refused(option, 'is of a kind that the loopback doesn’t know');
}

/** The contents of a field still being typed: always text. */
export function partial(value: OptionValue | undefined): string {
  return value === undefined ? '' : String(value);
}

/** An option with choices only takes one of them, by name or value. */
function chosen(option: Option, free: () => OptionValue, value: OptionValue): OptionValue {
  const choices = isRaw(option) ? rawList(option['choices']) : [];
  if (choices.length === 0) return free();
  const match = choices.find(
    (each) => String(each['value']) === String(value) || each['name'] === value,
  );
  const picked = match?.['value'];
  if (typeof picked === 'string' || typeof picked === 'number') return picked;
  throw refused(option, `is none of ${choices.map((each) => String(each['value'])).join(', ')}`);
}

function inLength(option: Option, text: string): string {
  const { min, max } = limits(option, 'length');
  if (text === '') throw refused(option, 'is empty');
  if (text.length < (min ?? 0)) throw refused(option, `is shorter than ${min}`);
  if (text.length > (max ?? 6000)) throw refused(option, `is longer than ${max ?? 6000}`);
  return text;
}

function inRange(option: Option, value: number): number {
  const { min, max } = limits(option, 'value');
  if (min !== undefined && value < min) throw refused(option, `is less than ${min}`);
  if (max !== undefined && value > max) throw refused(option, `is more than ${max}`);
  return value;
}

function limits(option: Option, kind: 'length' | 'value'): { min?: number; max?: number } {
  const found: { min?: number; max?: number } = {};
  const raw: Record<string, unknown> = { ...option };
  const min = raw[`min_${kind}`];
  const max = raw[`max_${kind}`];
  if (typeof min === 'number') found.min = min;
  if (typeof max === 'number') found.max = max;
  return found;
}

function integer(option: Option, value: OptionValue): number {
  const parsed = number(option, value);
  if (!Number.isSafeInteger(parsed)) throw refused(option, 'is not a whole number');
  return parsed;
}

function number(option: Option, value: OptionValue): number {
  const parsed = typeof value === 'boolean' || value === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(parsed)) throw refused(option, 'is not a number');
  return parsed;
}

function unknown(option: Option, what: string): never {
  throw refused(option, `names no ${what} that can be picked here`);
}

function refused(option: Option, why: string): Error {
  return new Error(`The option ${option.name} ${why}`);
}
