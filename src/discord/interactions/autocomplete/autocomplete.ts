import type { APIApplicationCommandAutocompleteInteraction } from 'discord-api-types/v10';
import type { InteractionRecord, Recorder } from '../interaction-log.js';
import { createPersonLimit } from '../../throttling/person-limit.js';
import type { RouterParts } from '../router-parts.js';
import { choicesFor } from './autocomplete-choices.js';

type AutocompleteInteraction = APIApplicationCommandAutocompleteInteraction;

/** Choices go stale as the person types, so each request is answered within a second or dropped. */
const MAX_PER_PERSON = 8;

/** Answers what is being typed; on failure, gives no choices and logs it. */
export function createAutocomplete(parts: RouterParts, record: Recorder) {
  const { rest, registry, contextFor } = parts;
  const people = createPersonLimit(MAX_PER_PERSON);

  async function answer(interaction: AutocompleteInteraction, receivedAt: number): Promise<void> {
    const { id, application_id: applicationId, token, guild_id: guildId } = interaction;
    const failures: unknown[] = [];
    const choices = await choicesFor(interaction, {
      find: registry.command,
      contextFor,
      onFailure: (error) => failures.push(error),
    });
    const sent = await rest
      .respond({ id, applicationId, token, guildId, receivedAt }, { kind: 'choices', choices })
      .then(({ kind }) => kind === 'delivered' || kind === 'arrived-before')
      .catch((error: unknown) => {
        failures.push(error);
        return false;
      });
    const totalMs = Date.now() - receivedAt;
    record(
      interaction,
      { ...told(sent, failures), name: nameOf(interaction), kind: 'autocomplete', totalMs },
      failures.length > 0 ? { err: failures[0] } : undefined,
    );

    function told(
      wasSent: boolean,
      errors: readonly unknown[],
    ): Pick<InteractionRecord, 'result' | 'firstResponseMs'> {
      if (!wasSent) return { result: 'unanswered', firstResponseMs: null };
      return { result: errors.length > 0 ? 'refused' : 'ok', firstResponseMs: totalMs };
    }
  }

  return async (interaction: AutocompleteInteraction, receivedAt: number): Promise<void> => {
    const leave = people.enter(interaction.guild_id ?? '', typistOf(interaction));
    if (leave !== null) return answer(interaction, receivedAt).finally(leave);
    const totalMs = Date.now() - receivedAt;
    const unheard = { result: 'unanswered', firstResponseMs: null, totalMs } as const;
    record(interaction, { ...unheard, name: nameOf(interaction), kind: 'autocomplete' });
  };
}

/** An unreadable interaction may have no data. */
function nameOf({ data }: AutocompleteInteraction): string {
  return data?.name ?? 'unknown';
}

function typistOf({ member, user }: AutocompleteInteraction): string {
  return member?.user?.id ?? user?.id ?? '';
}
