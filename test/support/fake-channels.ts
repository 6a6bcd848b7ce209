import type { Clock } from '../../src/clock.js';
import { ChannelError, type Channels, type PostedMessage } from '../../src/discord/channels.js';
import type { Reply } from '../../src/discord/reply.js';

interface FakeMessage extends PostedMessage {
  reply: Reply;
  readonly nonce: string | null;
  readonly replyTo: string | null;
  readonly at: number;
}

const NONCE_MS = 5 * 60_000;

export interface FakeChannels extends Channels {
  /** Awaited before anything happens; what it throws is Discord's answer. Stays until set to null. */
  fault: ((channelId: string) => Promise<void>) | null;
  /** Called once, while a request is under way. */
  before: (() => Promise<void>) | null;
  /** Called once a message is posted, before the bot hears of it. */
  after: (() => Promise<void>) | null;
  mayRead: boolean;
  readonly edits: number;
  all(channelId: string): readonly FakeMessage[];
  texts(channelId: string): readonly (string | undefined)[];
}

/** Channels in memory, which keep nonces for as long as Discord does. */
export function createFakeChannels(clock: Clock): FakeChannels {
  const messages: FakeMessage[] = [];
  let edits = 0;

  async function request(channelId: string): Promise<void> {
    const { before } = fake;
    fake.before = null;
    await before?.();
    await fake.fault?.(channelId);
  }

  const fake: FakeChannels = {
    fault: null,
    before: null,
    after: null,
    mayRead: true,
    get edits() {
      return edits;
    },
    all: (channelId) => messages.filter((message) => message.channelId === channelId),
    texts: (channelId) => fake.all(channelId).map(({ reply }) => reply.content),
    async post(channelId, reply, { nonce = null, replyTo = null } = {}) {
      await request(channelId);
      const now = clock.now();
      const same = fake
        .all(channelId)
        .find(
          (message) => nonce !== null && message.nonce === nonce && now - message.at < NONCE_MS,
        );
      if (same !== undefined) return same;
      const messageId = String(1_000 + messages.length);
      const posted = { channelId, messageId, reply, nonce, replyTo, at: now };
      messages.push(posted);
      await fake.after?.();
      return posted;
    },
    async edit({ channelId, messageId }, reply) {
      await request(channelId);
      const found = messages.find((message) => message.messageId === messageId);
      if (found === undefined) throw new ChannelError('gone', 'The message was deleted');
      found.reply = reply;
      edits += 1;
    },
    async recent(channelId) {
      if (!fake.mayRead) throw new ChannelError('forbidden', 'Pitboss lacks Read Message History');
      return fake.all(channelId).toReversed().slice(0, 50);
    },
    whyCannotPost: async () => null,
    canPing: async () => true,
  };
  return fake;
}
