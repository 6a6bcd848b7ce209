import { z } from 'zod';
import { isRecord } from '../../domain/json/is-record.js';

/** The parts of Discord's responses that we read; missing or mistyped ones are undefined. */
const shape = z.object({
  /** In errors: Discord's own number. */
  code: z.number().optional().catch(undefined),
  /** In a 429: seconds. */
  retry_after: z.unknown().optional(),
  /** In responses to interactions for which we requested the message: these two. */
  interaction: z.looseObject({}).optional().catch(undefined),
  resource: z.object({ message: z.unknown().optional() }).optional().catch(undefined),
});

export type DiscordResponse = Partial<z.output<typeof shape>>;

/** Nearly every response is empty. */
const NOTHING: DiscordResponse = {};

export function discordResponse(body: unknown): DiscordResponse {
  return isRecord(body) ? shape.parse(body) : NOTHING;
}
