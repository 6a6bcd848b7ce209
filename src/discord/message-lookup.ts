import { DiscordAPIError, Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { ChannelRefused } from '../domain/errors.js';
import type { Lookup } from '../messages.js';
import type { ShownMessage } from '../reply.js';
import { telling } from './channel-refusals.js';
import { shownMessage } from './shown-message.js';

/** Unknown channel; unknown message. */
const GONE = new Set<string | number>([10_003, 10_008]);

/** As far back as the last audit post is looked for. */
const NEWEST = 50;

const message = z.object({
  id: z.string(),
  author: z.object({ id: z.string() }),
  edited_timestamp: z.string().nullish(),
  embeds: z.array(z.looseObject({ footer: z.object({ text: z.string() }).optional() })).catch([]),
});
type Message = z.output<typeof message>;

/** `applicationId` is asked for at each call: it is known once the bot is connected. */
export function createLookup(rest: REST, applicationId: () => Promise<string>): Lookup {
  return {
    async look(channelId, messageId) {
      try {
        const found = message.parse(await rest.get(Routes.channelMessage(channelId, messageId)));
        return shownIfOwn(found, await applicationId()) ?? NOT_OURS;
      } catch (error) {
        if (!(error instanceof DiscordAPIError)) throw error;
        if (GONE.has(error.code)) return null;
        if (error.status !== 403) throw error;
        throw new ChannelRefused({ channelId, reason: 'forbidden' }, { cause: error });
      }
    },
    async newest(channelId) {
      const query = new URLSearchParams({ limit: String(NEWEST) });
      const body = await telling(channelId, rest.get(Routes.channelMessages(channelId), { query }));
      const own = await applicationId();
      return z
        .array(message)
        .parse(body)
        .flatMap((each) => shownIfOwn(each, own) ?? []);
    },
  };
}

/** Says nothing of the trail. */
const NOT_OURS: ShownMessage = { footer: null, drawnAt: 0 };

/** A webhook or another bot may write what looks like ours: their author is another. */
function shownIfOwn(found: Message, applicationId: string): ShownMessage | null {
  if (found.author.id !== applicationId) return null;
  return shownMessage(found);
}
