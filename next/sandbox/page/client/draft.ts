import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
} from 'discord-api-types/v10';
import type { OptionValues, PageState, TypedCommand } from '../protocol.js';
import { Option } from './discord-numbers.js';

/** A command as people type it, such as `miners list`. */
export interface Entry {
  readonly name: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** A command being written. */
export interface Draft {
  readonly entry: Entry;
  /** What is typed by option; what a choice shows can differ from what it stands for. */
  readonly values: Map<string, { readonly shown: string; readonly value: string }>;
  /** What the bot offers for the option being typed. */
  offer: Offer | null;
}

export interface Offer {
  readonly option: string;
  readonly choices: readonly { readonly name: string; readonly value: string }[];
}

export function entriesOf({ commands }: PageState): Entry[] {
  return commands.flatMap(entriesIn).toSorted((one, other) => one.name.localeCompare(other.name));
}

interface Level {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly APIApplicationCommandOption[];
}

function entriesIn({ name, description, options = [] }: Level): Entry[] {
  const inner = options.filter((option) => !isBasic(option));
  if (inner.length === 0) return [{ name, description, options: options.filter(isBasic) }];
  return inner.flatMap((option) => entriesIn({ ...option, name: `${name} ${option.name}` }));
}

function isBasic(option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption {
  return option.type !== Option.Subcommand && option.type !== Option.SubcommandGroup;
}

/** The entries for `/typed`: those that begin with it, then those that contain it. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = typed.replace(/^\//, '').trim().toLowerCase();
  const begins = ({ name }: Entry) => Number(name.startsWith(wanted));
  return entries
    .filter(({ name }) => name.includes(wanted))
    .toSorted((one, other) => begins(other) - begins(one));
}

export function draftOf(entry: Entry, options: TypedCommand['options'] = {}): Draft {
  const values = Object.entries(options).map(
    ([name, value]) => [name, { shown: value, value }] as const,
  );
  return { entry, values: new Map(values), offer: null };
}

/** As Discord's client sends them; empty ones are left out. */
export function optionValues({ entry, values }: Draft): OptionValues {
  const sent: Record<string, OptionValues[string]> = {};
  for (const { name, type } of entry.options) {
    const value = values.get(name)?.value ?? '';
    const isNumber = type === Option.Integer || type === Option.Number;
    if (value === '') continue;
    if (type === Option.Boolean) sent[name] = value === 'true';
    else sent[name] = isNumber ? Number(value) : value;
  }
  return sent;
}
