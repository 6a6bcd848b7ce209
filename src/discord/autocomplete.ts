import type { APIApplicationCommandAutocompleteInteraction } from 'discord-api-types/v10';
import { describeError } from './failure-report.js';
import type { InteractionRecord, Recorder } from './interaction-record.js';
import type { RouterParts } from './router-parts.js';
import { suggestionsFor } from './suggestions.js';

type Autocomplete = APIApplicationCommandAutocompleteInteraction;

/** Answers what is being typed; a failure is no choices, and a line in the log. */
export function createAutocomplete(parts: RouterParts, record: Recorder) {
  const { rest, catalogue, contextFor } = parts;
  return async (interaction: Autocomplete, receivedAt: number): Promise<void> => {
    const { id, application_id: applicationId, token } = interaction;
    const failures: unknown[] = [];
    const choices = await suggestionsFor(interaction, {
      find: catalogue.command,
      contextFor,
      onFailure: (error) => failures.push(error),
    });
    const sent = await rest
      .respond({ id, applicationId, token, receivedAt }, { kind: 'choices', choices })
      .then(({ kind }) => kind === 'delivered' || kind === 'arrived-before')
      .catch((error: unknown) => {
        failures.push(error);
        return false;
      });
    const totalMs = Date.now() - receivedAt;
    // Of one that cannot be read there may be none.
    const name = interaction.data?.name ?? 'unknown';
    record(
      interaction,
      { ...told(sent, failures), name, kind: 'autocomplete', totalMs },
      failures.length > 0 ? { err: describeError(failures[0]) } : undefined,
    );

    function told(
      wasSent: boolean,
      errors: readonly unknown[],
    ): Pick<InteractionRecord, 'result' | 'firstResponseMs'> {
      if (!wasSent) return { result: 'unanswered', firstResponseMs: null };
      return { result: errors.length > 0 ? 'refused' : 'ok', firstResponseMs: totalMs };
    }
  };
}
