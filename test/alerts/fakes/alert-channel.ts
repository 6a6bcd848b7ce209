import type { Reply } from '../../../src/domain/messages/reply.js';
import type { Channels } from '../../../src/domain/messages/channels-port.js';
import { ChannelRefused, embedLinksLacking } from '../../../src/domain/errors/channel-refused.js';
import type { Clock } from '../../../src/domain/time/clock.js';

export interface PostedMessage {
  readonly id: string;
  readonly channelId: string;
  reply: Reply;
  /** As posted, with what it mentioned. */
  readonly posted: Reply;
  readonly at: number;
  edits: number;
}

export interface AlertChannel extends Pick<Channels, 'post' | 'find' | 'edit'> {
  readonly messages: PostedMessage[];
  /** Channels that refuse, and how. */
  readonly refusing: Map<string, 'gone' | 'forbidden'>;
  /** Channels without Embed Links. */
  readonly plain: Set<string>;
  /** Faults of the next posts and edits: `lost` takes effect, but its answer never arrives. */
  readonly faults: ('lost' | 'fails')[];
}

const NONCES_KEPT_MS = 5 * 60_000;

/** Discord as far as alerts know it, with nonces that it forgets after some minutes. */
export function createAlertChannel(discordClock: Clock): AlertChannel {
  const messages: PostedMessage[] = [];
  const nonces = new Map<string, PostedMessage>();
  let last = 0;
  const channel: AlertChannel = {
    messages,
    refusing: new Map(),
    plain: new Set(),
    faults: [],
    async post(channelId, reply, nonce = '') {
      refuse(channelId);
      const fault = channel.faults.shift();
      if (fault === 'fails') throw new Error('fetch failed');
      const again = nonces.get(`${channelId}:${nonce}`);
      if (again !== undefined && discordClock.now() - again.at <= NONCES_KEPT_MS)
        return { messageId: again.id };
      const id = `message-${++last}`;
      const message = { id, channelId, reply, posted: reply, at: discordClock.now(), edits: 0 };
      messages.push(message);
      nonces.set(`${channelId}:${nonce}`, message);
      if (fault === 'lost') throw new Error('socket hang up');
      return channel.plain.has(channelId) ? { messageId: id, isPlain: true } : { messageId: id };
    },
    async edit(channelId, messageId, reply) {
      refuse(channelId);
      const fault = channel.faults.shift();
      if (fault === 'fails') throw new Error('fetch failed');
      const message = messages.find(({ id }) => id === messageId);
      if (message === undefined) throw new ChannelRefused({ channelId, reason: 'gone' });
      message.reply = reply;
      message.edits++;
      if (channel.plain.has(channelId)) throw embedLinksLacking(channelId);
      if (fault === 'lost') throw new Error('socket hang up');
    },
    async find(channelId, start) {
      refuse(channelId);
      return (
        messages.findLast(
          (each) =>
            each.channelId === channelId &&
            customIds(each.reply).some((id) => id.startsWith(start)),
        )?.id ?? null
      );
    },
  };

  function refuse(channelId: string): void {
    const reason = channel.refusing.get(channelId);
    if (reason !== undefined) throw new ChannelRefused({ channelId, reason });
  }
  return channel;
}

export function customIds({ components = [] }: Reply): string[] {
  return components.flatMap((row) =>
    row.components.flatMap((each) => ('custom_id' in each ? [each.custom_id] : [])),
  );
}
