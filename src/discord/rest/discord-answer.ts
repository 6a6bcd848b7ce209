import { z } from 'zod';
import { isRecord } from '../../domain/json/is-record.js';

const message = z.object({ id: z.string().optional().catch(undefined) });

/** What is read of Discord's answers; what is missing, or no such thing, is undefined. */
const shape = message.extend({
  /** Of an error: Discord's own number. */
  code: z.number().optional().catch(undefined),
  /** Of a 429: seconds. */
  retry_after: z.unknown().optional(),
  /** Of an answer to an interaction, where its message was wanted: these two. */
  interaction: z.looseObject({}).optional().catch(undefined),
  resource: z
    .object({ message: message.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export type DiscordAnswer = Partial<z.output<typeof shape>>;

/** Nearly every answer is empty. */
const NOTHING: DiscordAnswer = {};

export function discordAnswer(body: unknown): DiscordAnswer {
  return isRecord(body) ? shape.parse(body) : NOTHING;
}
