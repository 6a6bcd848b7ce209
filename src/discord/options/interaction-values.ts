import {
  ApplicationCommandOptionType,
  type APIApplicationCommandInteractionDataOption,
  type APIModalSubmission,
  type InteractionType,
} from 'discord-api-types/v10';

/** Options of a slash command, whether submitted or still being typed. */
type GivenOption =
  | APIApplicationCommandInteractionDataOption<InteractionType.ApplicationCommand>
  | APIApplicationCommandInteractionDataOption<InteractionType.ApplicationCommandAutocomplete>;

export interface CommandValues {
  /** `summary`, `setup key`. */
  readonly path: string;
  /** By option name; options left out are absent. */
  readonly values: Readonly<Record<string, string | number | boolean>>;
  /** The option being typed, during autocomplete. */
  readonly focused: { readonly name: string; readonly typed: string } | null;
}

/** Flattens a command's data, however deep its options are nested. */
export function commandValues(data: {
  readonly name: string;
  readonly options?: readonly GivenOption[];
}): CommandValues {
  const path = [data.name];
  const values: Record<string, string | number | boolean> = {};
  let focused: CommandValues['focused'] = null;
  let level: readonly GivenOption[] = data.options ?? [];
  while (level.length > 0) {
    let deeper: readonly GivenOption[] = [];
    for (const option of level) {
      if (
        option.type === ApplicationCommandOptionType.Subcommand ||
        option.type === ApplicationCommandOptionType.SubcommandGroup
      ) {
        path.push(option.name);
        deeper = option.options ?? [];
      } else {
        values[option.name] = option.value;
        if ('focused' in option && option.focused) {
          focused = { name: option.name, typed: String(option.value) };
        }
      }
    }
    level = deeper;
  }
  return { path: path.join(' '), values, focused };
}

/** A modal's inputs by custom id: text as typed, selections as lists. */
export function fieldValues(
  components: readonly APIModalSubmission['components'][number][],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const row of components) {
    const inputs: readonly object[] =
      'components' in row ? row.components : 'component' in row ? [row.component] : [];
    for (const input of inputs) {
      if (!('custom_id' in input) || typeof input.custom_id !== 'string') continue;
      if ('values' in input) fields[input.custom_id] = input.values;
      else if ('value' in input) fields[input.custom_id] = input.value;
    }
  }
  return fields;
}
