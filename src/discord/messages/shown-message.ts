import type { ShownMessage } from '../../domain/messages/reply.js';
import { footerOfPlainWords } from './without-embeds.js';
import { snowflakeTime } from './snowflake-time.js';

/** The part of Discord's message that we read. */
interface DiscordMessage {
  readonly id: string;
  readonly edited_timestamp?: string | null | undefined;
  readonly content?: string | undefined;
  readonly components?: readonly unknown[] | undefined;
  readonly embeds?: readonly { readonly footer?: { readonly text: string } | undefined }[];
}

/** What one of the bot's own messages says about the trail, and when it was last updated. */
export function shownMessage({
  id,
  content,
  embeds,
  components = [],
  edited_timestamp: edited,
}: DiscordMessage): ShownMessage {
  const ofEmbed = embeds?.[0]?.footer?.text ?? null;
  const footer = ofEmbed ?? footerOfPlainWords(content);
  return {
    footer,
    ...(footer === null ? { isBare: true } : {}),
    ...(components.length === 0 ? { hasNoButtons: true } : {}),
    ...(footer !== null && ofEmbed === null ? { isPlain: true } : {}),
    ...(typeof edited === 'string'
      ? { drawnAt: Date.parse(edited), editedAt: Date.parse(edited) }
      : { drawnAt: snowflakeTime(id) }),
  };
}
