import type { ShownMessage } from '../../domain/messages/reply.js';
import { snowflakeTime } from './snowflake-time.js';

/** As much of Discord's message as is read. */
interface Drawn {
  readonly id: string;
  readonly edited_timestamp?: string | null | undefined;
  readonly embeds?: readonly { readonly footer?: { readonly text: string } | undefined }[];
}

/** Of a message of the bot's own, what it says of the trail and when it last said so. */
export function shownMessage({ id, embeds, edited_timestamp: edited }: Drawn): ShownMessage {
  const footer = embeds?.[0]?.footer?.text ?? null;
  return {
    footer,
    ...(footer === null ? { isBare: true } : {}),
    drawnAt: typeof edited === 'string' ? Date.parse(edited) : snowflakeTime(id),
  };
}
