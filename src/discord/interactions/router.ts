import { InteractionType, type APIInteraction } from 'discord-api-types/v10';
import { settlesWithin } from '../../domain/async/timeout.js';
import { isRecord } from '../../domain/json/is-record.js';
import { createAutocomplete } from './autocomplete/autocomplete.js';
import { createRecorder } from './interaction-log.js';
import { createJobRunner } from './job-runner.js';
import type { RouterParts } from './router-parts.js';
import { createSeenIds } from '../throttling/seen-ids.js';
import { createInFlight } from '../throttling/in-flight.js';

/** From Discord's JSON to the commands and back. */
export function createRouter(parts: RouterParts) {
  const { log, metrics } = parts;
  const record = createRecorder(log, metrics);
  const seen = createSeenIds();
  const running = createInFlight();
  let stopping = false;
  const jobs = createJobRunner(parts, { record, isStopping: () => stopping });
  const autocomplete = createAutocomplete(parts, record);

  /** Every deadline counts from `receivedAt`. */
  async function dispatch(
    interaction: APIInteraction,
    receivedAt: number,
    onFollowed: () => void,
  ): Promise<void> {
    try {
      if (!isAnswerable(interaction)) {
        log.error('an interaction without id or token cannot be answered');
      } else if (!seen.isFirst(interaction.id)) {
        log.debug({ interaction: interaction.id }, 'second delivery of an interaction');
      } else if (interaction.type === InteractionType.ApplicationCommandAutocomplete) {
        await autocomplete(interaction, receivedAt);
      } else if (interaction.type !== InteractionType.Ping) {
        await jobs.run({ interaction, receivedAt, onFollowed });
      }
    } catch (error) {
      log.error({ err: error, interaction: interaction.id }, 'router failed');
    }
  }

  return {
    /**
     * Never throws. Resolves when the interaction has been fully answered. `receivedAt`:
     * `Date.now()` on arrival, if that wasn't just now.
     */
    async handle(interaction: APIInteraction, receivedAt = Date.now()): Promise<void> {
      if (stopping) return;
      // A read followed for hours must not delay a restart, so it leaves early.
      const leave = running.enter();
      await dispatch(interaction, receivedAt, leave);
      leave();
    },
    /** How many interactions are waiting for their turn. */
    waiting: () => jobs.waiting(),
    /** Takes no more, and lets running interactions finish. True if all did within `ms`. */
    drain(ms: number): Promise<boolean> {
      stopping = true;
      return settlesWithin(ms, running.emptied());
    },
  };
}

/** Discord may send anything: without these there is no one to answer. */
function isAnswerable(interaction: unknown): boolean {
  return isRecord(interaction) && isText(interaction['id']) && isText(interaction['token']);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
