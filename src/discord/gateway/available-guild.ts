import { ChannelType } from 'discord.js';
import { z } from 'zod';

/** A guild as GUILD_CREATE describes it: on joining, after a start and after an outage. */
export interface AvailableGuild {
  readonly id: string;
  /** When the bot joined, in ms; null if Discord doesn't say. */
  readonly joinedAt: number | null;
  /** Where a first message may go: the system channel, then the text channels from the top. */
  channelIds(): readonly string[];
}

/** Parsed leniently: missing parts are ignored. */
const shape = z.object({
  system_channel_id: z.string().nullish().catch(null),
  channels: z
    .array(
      z.object({
        id: z.string().catch(''),
        type: z.enum(ChannelType).nullable().catch(null),
        position: z.number().catch(0),
      }),
    )
    .catch([]),
});

/**
 * Docs, "Guild Create". Channels are parsed on demand: of thousands at a start, only new guilds
 * need it.
 */
export function availableGuildOf(
  id: string,
  payload: { readonly joined_at?: unknown },
): AvailableGuild {
  const joinedAt = Date.parse(String(payload.joined_at));
  return {
    id,
    joinedAt: Number.isNaN(joinedAt) ? null : joinedAt,
    channelIds() {
      const { system_channel_id: system, channels } = shape.parse(payload);
      const texts = channels
        .filter(({ type }) => type === ChannelType.GuildText)
        .toSorted((a, b) => a.position - b.position)
        .map((channel) => channel.id);
      return [...new Set(system ? [system, ...texts] : texts)];
    },
  };
}
