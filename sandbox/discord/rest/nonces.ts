import { setBounded } from '../state/bounded.js';
import type { StoredMessage } from '../state/message-store.js';
import type { MessageBody } from '../validation/message.js';
import type { DiscordState } from '../state/discord-state.js';
import { errors } from '../errors.js';

/** "The past few minutes" in Discord's reference. */
const REMEMBERED_MS = 5 * 60_000;
const KEPT = 2_000;

/**
 * With `enforce_nonce`, a repeated post returns the first one's message, and is refused as an unknown
 * message if somebody has deleted that (discord-api-docs, issue 6647).
 */
export interface Nonces {
  /** Throws a DiscordError for a deleted one. */
  find(channelId: string, body: MessageBody): StoredMessage | undefined;
  remember(channelId: string, body: MessageBody, message: StoredMessage): void;
}

export function createNonces(world: DiscordState): Nonces {
  const posted = new Map<string, { messageId: string; at: number }>();
  return {
    find(channelId, { nonce, enforce_nonce: enforced }) {
      const before = enforced ? posted.get(`${channelId}:${nonce}`) : undefined;
      if (!before || world.now() - before.at > REMEMBERED_MS) return undefined;
      const message = world.messages.get(before.messageId);
      if (message?.deleted !== false) throw errors.unknownMessage();
      return message;
    },
    remember(channelId, { nonce }, message) {
      if (nonce === undefined || nonce === null) return;
      setBounded(
        posted,
        [`${channelId}:${nonce}`, { messageId: message.id, at: world.now() }],
        KEPT,
      );
    },
  };
}
