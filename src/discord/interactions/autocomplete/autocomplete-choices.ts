import type {
  APIApplicationCommandAutocompleteInteraction,
  APIApplicationCommandOptionChoice,
} from 'discord-api-types/v10';
import type { Caller, Choice, Command, Context } from '../../../command.js';
import { mayUse } from '../../../domain/guild/access-levels.js';
import { withFallback } from '../../../domain/async/timeout.js';
import { REFUSAL_WORDS } from '../../../views/errors/refusal-words.js';
import { cutLine } from '../../limits/clamp-text.js';
import { callerOf } from '../caller.js';
import { commandValues } from '../../options/interaction-values.js';
import { SECOND_MS } from '../../../domain/time/units.js';

export interface ChoicesParts {
  readonly find: (path: string) => Command | undefined;
  readonly contextFor: (caller: Caller) => Promise<Context>;
  /** Told about failures; the person sees no choices. */
  readonly onFailure: (error: unknown) => void;
}

/** People keep typing: anything later than this is useless. */
const WITHIN_MS = SECOND_MS;
const CHOICES = 25;
const TEXT = 100;

/**
 * Never throws: no such option, failure or lateness all give no choices. Without access the one
 * choice says so, because people take an empty list for a name that doesn't exist.
 */
export async function choicesFor(
  interaction: APIApplicationCommandAutocompleteInteraction,
  parts: ChoicesParts,
): Promise<APIApplicationCommandOptionChoice<string>[]> {
  const finding = find(interaction, parts).catch((error: unknown) => {
    parts.onFailure(error);
    return [];
  });
  return fit(await withFallback(WITHIN_MS, finding, []));
}

async function find(
  interaction: APIApplicationCommandAutocompleteInteraction,
  { find: findCommand, contextFor }: ChoicesParts,
): Promise<readonly Choice[]> {
  const { path, focused } = commandValues(interaction.data);
  const command = findCommand(path);
  const caller = callerOf(interaction);
  const autocomplete = focused === null ? undefined : command?.autocomplete?.[focused.name];
  if (command === undefined || caller === null || focused === null || autocomplete === undefined) {
    return [];
  }
  const context = await contextFor({ ...caller, isPrivate: true });
  if (context.holdsKey(focused.typed)) return [];
  if (!mayUse(command.access, caller.member, context.settings.roles)) {
    const { title } = REFUSAL_WORDS['not-allowed'];
    return [{ name: title, value: focused.typed || title }];
  }
  return autocomplete(focused.typed, context);
}

/**
 * Never cuts or repairs a value, which would then mean something else. Discord refuses all choices
 * if one text isn't valid Unicode.
 */
function fit(choices: readonly Choice[]): Choice[] {
  return choices
    .filter(({ name, value }) => name.trim() !== '' && value.length >= 1 && value.length <= TEXT)
    .filter(({ value }) => value.isWellFormed())
    .slice(0, CHOICES)
    .map(({ name, value }) => ({ name: cutLine(name, TEXT), value }));
}
