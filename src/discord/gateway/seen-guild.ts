import { ChannelType } from 'discord.js';
import { z } from 'zod';

/** A guild as GUILD_CREATE tells of it: when it comes, after a start and after an outage. */
export interface SeenGuild {
  readonly id: string;
  /** When the bot joined, in ms; null where that isn't said. */
  readonly joinedAt: number | null;
  /** Where a first message may go: the system channel, then text channels from the top. */
  channelIds(): readonly string[];
}

/** Read openly: what is missing tells of nothing. */
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

/** Discord's documentation, "Guild Create". Of thousands at a start only the new ones are read. */
export function seenGuildOf(id: string, payload: { readonly joined_at?: unknown }): SeenGuild {
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
