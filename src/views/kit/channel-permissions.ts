import type { ChannelRefused } from '../../domain/errors/channel-refused.js';
import { joinList } from './text.js';
import { timestamp } from './times.js';

/**
 * The permissions the bot lacks; `gone` if it sees no such channel, null if Discord didn't say, a
 * time (ms) if it refuses what the bot sends, until Pitboss asks again.
 */
export type MissingPermissions =
  | readonly string[]
  | 'gone'
  | null
  | { readonly limitedUntil: number; readonly length?: never };

/** What the doctor says about a channel. */
export function postableDetail(
  channel: MissingPermissions,
  place: 'here' | 'there' = 'there',
): string {
  if (channel === null)
    return `Discord didn’t say what the bot may do ${place}; try again in a minute`;
  if (channel === 'gone') return 'the channel no longer exists, or is hidden from the bot';
  if ('limitedUntil' in channel)
    return `Discord limits what the bot sends (429), so posts wait; Pitboss tries again ${timestamp(channel.limitedUntil, 'R')}`;
  return channel.length === 0
    ? `the bot may post cards and files ${place}`
    : `the bot lacks: ${joinList(channel)}. Grant it in the channel’s settings`;
}

export function refusedShortSentence(reason: ChannelRefused['reason']): string {
  return reason === 'gone' ? 'The channel no longer exists.' : 'The bot can’t post in the channel.';
}

export function refusedChannelSentence({ channelId, reason, missing }: ChannelRefused): string {
  if (reason === 'gone')
    return `The channel <#${channelId}> no longer exists, or is hidden from the bot. Choose another.`;
  const lacks =
    missing.length > 0
      ? `it lacks ${joinList(missing)}. Grant that`
      : 'Discord refused it. Grant View Channel, Send Messages, Embed Links and Attach Files';
  return `The bot can’t post in <#${channelId}>: ${lacks} in the channel’s settings, then try again.`;
}
