import {
  ApplicationCommandOptionType,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';

/** Something a person can run: a command without subcommands, or one subcommand. */
export interface Entry {
  /** As typed, without the slash: `setup key`. */
  readonly path: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandBasicOption[];
}

export function listEntries(commands: readonly APIApplicationCommand[]): readonly Entry[] {
  return commands
    .flatMap(({ name, description, options }) => entriesOf(name, description, options ?? []))
    .toSorted((a, b) => a.path.localeCompare(b.path));
}

/** Those that begin with the typed text, then those that contain it. */
export function findEntries(entries: readonly Entry[], typed: string): readonly Entry[] {
  const wanted = typed.trim().toLowerCase();
  const begins = entries.filter(({ path }) => path.startsWith(wanted));
  const holds = entries.filter(({ path }) => !path.startsWith(wanted) && path.includes(wanted));
  return [...begins, ...holds];
}

function entriesOf(
  path: string,
  description: string,
  options: readonly APIApplicationCommandOption[],
): Entry[] {
  const inner = options.flatMap((option) =>
    option.type === ApplicationCommandOptionType.Subcommand ||
    option.type === ApplicationCommandOptionType.SubcommandGroup
      ? entriesOf(`${path} ${option.name}`, option.description, option.options ?? [])
      : [],
  );
  if (inner.length > 0) return inner;
  return [{ path, description, options: options.filter(isBasic) }];
}

function isBasic(option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption {
  return (
    option.type !== ApplicationCommandOptionType.Subcommand &&
    option.type !== ApplicationCommandOptionType.SubcommandGroup
  );
}
