import { Routes, type REST } from 'discord.js';
import { z } from 'zod';
import type { History } from '../../domain/messages/ports.js';
import { mapChannelErrors } from './channel-refusals.js';

const component = z.looseObject({ custom_id: z.string().optional() });
const message = z.object({
  id: z.string(),
  timestamp: z.string(),
  components: z.array(z.looseObject({ components: z.array(component).optional() })).optional(),
});
type Message = z.output<typeof message>;

const PAGE = 100;
const MOST_PAGES = 5;
/** Our clock and Discord's differ. */
const MARGIN_MS = 10 * 60_000;

/**
 * Reads the newest messages of a channel, page by page. Without Read Message History Discord
 * answers with an empty list (docs, Get Channel Messages), which is why `/daily set` asks for it.
 */
export function createHistory(rest: REST): History {
  return {
    async find(channelId, customIdStart, sinceMs) {
      let before: string | undefined;
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = new URLSearchParams({ limit: String(PAGE), ...(before && { before }) });
        const body = await mapChannelErrors(
          channelId,
          rest.get(Routes.channelMessages(channelId), { query }),
        );
        const messages = z.array(message).parse(body);
        const found = messages.find((each) => carries(each, customIdStart));
        if (found !== undefined) return found.id;
        const oldest = messages.at(-1);
        if (oldest === undefined || Date.parse(oldest.timestamp) < sinceMs - MARGIN_MS) return null;
        before = oldest.id;
      }
      return null;
    },
  };
}

function carries({ components = [] }: Message, customIdStart: string): boolean {
  return components
    .flatMap((row) => row.components ?? [])
    .some(({ custom_id: id }) => id?.startsWith(customIdStart) === true);
}
