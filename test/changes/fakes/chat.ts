import { DAY_MS } from '../../../src/domain/time/units.js';
import type { Reply, ShownMessage } from '../../../src/domain/messages/reply.js';
import type { Channels } from '../../../src/domain/messages/channels-port.js';

/** Messages as they stand in their channels. */
export interface Chat extends Channels {
  readonly messages: Map<string, { channelId: string; reply: Reply }>;
  /** While true, Discord accepts nothing. */
  isAway: boolean;
  /** By Discord's clock, which differs from all of ours by minutes; never the same twice. */
  now(): number;
  /** What a click on a message carries about it. */
  shown(messageId: string): ShownMessage;
  /** Everything a person sees of one message. */
  text(messageId: string): string;
  /** The labels of its buttons. */
  buttons(messageId: string): string[];
  inChannel(channelId: string): string[];
}

/** As `find-message.ts` has it. */
const FIND_MARGIN_MS = 10 * 60_000;
const BEGAN_AT = 1_794_999_900_000;

/** `passed`: ms since the world began. */
export function createChat(passed: () => number = () => 0): Chat {
  const messages = new Map<string, { channelId: string; reply: Reply }>();
  const byNonce = new Map<string, string>();
  const postedAt = new Map<string, number>();
  const drawnAt = new Map<string, number>();
  const editedAt = new Map<string, number>();
  let time = 0;
  let posted = 0;
  const chat: Chat = {
    messages,
    isAway: false,
    async post(channelId, reply, nonce) {
      if (chat.isAway) throw new Error('Discord is away');
      const again = nonce === undefined ? undefined : byNonce.get(nonce);
      if (again !== undefined) return { messageId: again };
      posted += 1;
      const messageId = `message-${posted}`;
      messages.set(messageId, { channelId, reply });
      postedAt.set(messageId, chat.now());
      drawnAt.set(messageId, postedAt.get(messageId) ?? 0);
      if (nonce !== undefined) byNonce.set(nonce, messageId);
      return { messageId };
    },
    async edit(channelId, messageId, reply) {
      if (chat.isAway) throw new Error('Discord is away');
      if (!messages.has(messageId)) throw new Error('Unknown Message');
      messages.set(messageId, { channelId, reply });
      const now = chat.now();
      drawnAt.set(messageId, now);
      editedAt.set(messageId, now);
      return now;
    },
    async find(channelId, customIdStart, { sinceMs, after = 'message-0' }) {
      if (chat.isAway) throw new Error('Discord is away');
      const carries = (reply: Reply) => JSON.stringify(reply).includes(`"${customIdStart}`);
      const there = chat.inChannel(channelId).filter((id) => numberIn(id) > numberIn(after));
      const isNewest = new Set(there.slice(-100));
      const isFound = (id: string) => {
        const margin = FIND_MARGIN_MS + DAY_MS;
        const isSince = (postedAt.get(id) ?? 0) >= sinceMs - margin;
        const { reply = {} } = messages.get(id) ?? {};
        return (isNewest.has(id) || isSince) && carries(reply);
      };
      return there.findLast(isFound) ?? null;
    },
    async look(_channelId, messageId) {
      if (chat.isAway) throw new Error('Discord is away');
      return messages.has(messageId) ? chat.shown(messageId) : null;
    },
    hasFormerBots: () => false,
    async newest(channelId) {
      if (chat.isAway) throw new Error('Discord is away');
      return chat
        .inChannel(channelId)
        .slice(-50)
        .toReversed()
        .map((id) => chat.shown(id));
    },
    now: () => (time = Math.max(time + 1, BEGAN_AT + passed())),
    shown: (messageId) => {
      const footer = messages.get(messageId)?.reply.embeds?.[0]?.footer?.text ?? null;
      const isBare = footer === null ? { isBare: true as const } : {};
      const hasNone = chat.buttons(messageId).length === 0;
      const noButtons = hasNone ? { hasNoButtons: true as const } : {};
      const edited = editedAt.get(messageId);
      const isEdited = edited === undefined ? {} : { editedAt: edited };
      return { footer, ...isBare, ...noButtons, drawnAt: drawnAt.get(messageId) ?? 0, ...isEdited };
    },
    text: (messageId) => textOf(messages.get(messageId)?.reply),
    buttons: (messageId) => buttonsOf(messages.get(messageId)?.reply),
    inChannel: (channelId) =>
      [...messages].filter(([, each]) => each.channelId === channelId).map(([id]) => id),
  };
  return chat;
}

function textOf(reply: Reply | undefined): string {
  const embeds = (reply?.embeds ?? []).flatMap(({ title, description, fields }) => [
    title,
    description,
    ...(fields ?? []).map(({ name, value }) => `${name}: ${value}`),
  ]);
  return embeds.filter((line) => line !== undefined).join('\n');
}

function buttonsOf(reply: Reply | undefined): string[] {
  return (reply?.components ?? [])
    .flatMap((row) => row.components)
    .map((each) => ('label' in each ? (each.label ?? '') : ''));
}

function numberIn(messageId: string): number {
  return Number(messageId.replace('message-', ''));
}
