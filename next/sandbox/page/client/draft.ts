import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
} from 'discord-api-types/v10';
import type { Choice, OptionValues, PageState, TypedCommand } from '../protocol.js';
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
  /** What stands in its fields to begin with. */
  readonly given: NonNullable<TypedCommand['options']>;
  /** What the bot offered last, by option. */
  readonly choices: Map<string, readonly Choice[]>;
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

/** As Discord's client sends what its form holds: of a choice its value; empty ones are left out. */
export function optionValues({ entry, choices }: Draft, form: HTMLFormElement): OptionValues {
  const typed = new FormData(form);
  const sent: Record<string, OptionValues[string]> = {};
  for (const { name, type } of entry.options) {
    const text = typed.get(name);
    if (typeof text !== 'string' || text === '') continue;
    const isNumber = type === Option.Integer || type === Option.Number;
    const choice = choices.get(name)?.find((each) => each.name === text);
    if (type === Option.Boolean) sent[name] = text === 'true';
    else sent[name] = isNumber ? Number(text) : (choice?.value ?? text);
  }
  return sent;
}
