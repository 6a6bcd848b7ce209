import { ChannelType } from 'discord.js';
import { z } from 'zod';

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
 * A guild as GUILD_CREATE describes it (docs, "Guild Create"): on joining, after a start and after
 * an outage.
 */
export function availableGuildOf(id: string, payload: { readonly joined_at?: unknown }) {
  const joinedAt = Date.parse(String(payload.joined_at));
  return {
    id,
    /** When the bot joined, in ms; null if Discord doesn't say. */
    joinedAt: Number.isNaN(joinedAt) ? null : joinedAt,
    /**
     * Where a first message may go: the system channel, then the text channels from the top. Parsed
     * on demand: of thousands of guilds at a start, only new ones need it.
     */
    channelIds(): readonly string[] {
      const { system_channel_id: system, channels } = shape.parse(payload);
      const texts = channels
        .filter(({ type }) => type === ChannelType.GuildText)
        .toSorted((a, b) => a.position - b.position)
        .map((channel) => channel.id);
      return [...new Set(system ? [system, ...texts] : texts)];
    },
  };
}

export type AvailableGuild = ReturnType<typeof availableGuildOf>;
