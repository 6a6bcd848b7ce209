import { Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { isChannelGone } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Lookup } from '../../domain/messages/ports.js';
import type { ShownMessage } from '../../domain/messages/reply.js';
import { mapChannelErrors } from './channel-refusals.js';
import { shownMessage } from './shown-message.js';

/** As far back as the last audit post is looked for. */
const NEWEST = 50;

const message = z.object({
  id: z.string(),
  author: z.object({ id: z.string() }),
  edited_timestamp: z.string().nullish(),
  embeds: z.array(z.looseObject({ footer: z.object({ text: z.string() }).optional() })).catch([]),
});

/** `applicationId` is asked for at each call: it is known once the bot is connected. */
export function createLookup(rest: REST, applicationId: () => Promise<string>): Lookup {
  return {
    async look(channelId, messageId) {
      const asked = rest.get(Routes.channelMessage(channelId, messageId));
      const body = await toResult(mapChannelErrors(channelId, asked));
      if (body.ok) return shownIfOwn(body.value, await applicationId()) ?? NOT_OURS;
      if (isChannelGone(body.error)) return null;
      throw body.error;
    },
    async newest(channelId) {
      const query = new URLSearchParams({ limit: String(NEWEST) });
      const body = await mapChannelErrors(
        channelId,
        rest.get(Routes.channelMessages(channelId), { query }),
      );
      const own = await applicationId();
      return z
        .array(z.unknown())
        .parse(body)
        .flatMap((each) => shownIfOwn(each, own) ?? []);
    },
  };
}

/** Says nothing of the trail. */
const NOT_OURS: ShownMessage = { footer: null, drawnAt: 0 };

/** A webhook or another bot may write what looks like ours: their author is another. */
function shownIfOwn(body: unknown, applicationId: string): ShownMessage | null {
  const found = message.safeParse(body);
  // One that cannot be read is none of ours either.
  if (!found.success || found.data.author.id !== applicationId) return null;
  return shownMessage(found.data);
}
