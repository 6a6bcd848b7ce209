import type { Reply } from '../../../src/domain/messages/reply.js';
import type { Clock } from '../../../src/domain/time/clock.js';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import type { Channels as ChannelsPort } from '../../../src/domain/messages/channels-port.js';

/** A message as it stands. `mark` is its first custom id: schedule and date. */
export interface PostedMessage {
  readonly id: string;
  readonly channelId: string;
  readonly mark: string;
  readonly reply: Reply;
  /** By Discord's clock. */
  readonly at: number;
}

export interface Channels extends Pick<ChannelsPort, 'post' | 'find'> {
  readonly messages: PostedMessage[];
  /** Channels that refuse, and how. */
  readonly refusing: Map<string, 'gone' | 'forbidden'>;
  /** Faults of the next posts: `lost` is posted, but its answer never arrives. */
  readonly faults: ('lost' | 'fails')[];
}

const NONCES_KEPT_MS = 5 * 60_000;

/** Discord as far as daily posts know it, with nonces that it forgets after some minutes. */
export function createChannels(discordClock: Clock): Channels {
  const messages: PostedMessage[] = [];
  const nonces = new Map<string, PostedMessage>();
  const channels: Channels = {
    messages,
    refusing: new Map(),
    faults: [],
    async post(channelId, reply, nonce = '') {
      refuse(channelId);
      const fault = channels.faults.shift();
      if (fault === 'fails') throw new Error('fetch failed');
      const again = nonces.get(`${channelId}:${nonce}`);
      if (again !== undefined && discordClock.now() - again.at <= NONCES_KEPT_MS)
        return { messageId: again.id };
      const message = {
        id: `message-${messages.length + 1}`,
        channelId,
        mark: markIn(reply),
        reply,
        at: discordClock.now(),
      };
      messages.push(message);
      nonces.set(`${channelId}:${nonce}`, message);
      if (fault === 'lost') throw new Error('socket hang up');
      return { messageId: message.id };
    },
    async find(channelId, start) {
      refuse(channelId);
      return (
        messages.findLast((each) => each.channelId === channelId && each.mark.startsWith(start))
          ?.id ?? null
      );
    },
  };

  function refuse(channelId: string): void {
    const reason = channels.refusing.get(channelId);
    if (reason !== undefined) throw new ChannelRefused({ channelId, reason });
  }
  return channels;
}

function markIn({ components = [] }: Reply): string {
  const [first] = components[0]?.components ?? [];
  return first !== undefined && 'custom_id' in first ? first.custom_id : '';
}
