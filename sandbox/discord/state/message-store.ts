import type { DiscordChange, LoopbackAttachment, LoopbackMessage } from '../loopback-discord.js';

const MESSAGES_KEPT = 2_000;
const BYTES_KEPT = 128 * 1024 * 1024;

/** A stored message. Never changed in place: an edit makes a new object. */
export interface StoredMessage extends LoopbackMessage {
  readonly guildId: string;
  readonly flags: number;
  readonly nonce: string | number | null;
  readonly editedAt: number | null;
}

export interface MessageStore {
  get(id: string): StoredMessage | undefined;
  /** Stores a new or edited message and tells the viewers. */
  put(message: StoredMessage): StoredMessage;
  remove(id: string): void;
  /** Oldest first, without deleted ones. */
  list(channelId: string): readonly StoredMessage[];
  attachment(id: string): LoopbackAttachment | undefined;
}

/** Keeps the newest messages and 128 MiB of files, and forgets older ones. */
export function createMessageStore(emit: (change: DiscordChange) => void): MessageStore {
  const messages = new Map<string, StoredMessage>();
  const files = new Map<string, LoopbackAttachment>();
  let bytes = 0;

  function dropFiles(message: StoredMessage, kept: ReadonlySet<string>): void {
    for (const file of message.attachments) {
      if (!kept.has(file.id) && files.delete(file.id)) bytes -= file.size;
    }
  }

  function keepFiles(message: StoredMessage): void {
    for (const file of message.attachments) {
      if (files.has(file.id)) continue;
      files.set(file.id, file);
      bytes += file.size;
    }
  }

  function forgetOldest(): void {
    for (const [id, message] of messages) {
      if (messages.size <= MESSAGES_KEPT && bytes <= BYTES_KEPT) return;
      messages.delete(id);
      dropFiles(message, new Set());
    }
  }

  return {
    get: (id) => messages.get(id),
    put(message) {
      const before = messages.get(message.id);
      if (before) dropFiles(before, new Set(message.attachments.map((file) => file.id)));
      messages.set(message.id, message);
      keepFiles(message);
      forgetOldest();
      emit({ kind: 'message', message });
      return message;
    },
    remove(id) {
      const message = messages.get(id);
      if (!message || message.deleted) return;
      dropFiles(message, new Set());
      messages.set(id, { ...message, deleted: true, attachments: [] });
      emit({ kind: 'deleted', messageId: id, channelId: message.channelId });
    },
    list: (channelId) =>
      [...messages.values()].filter((each) => each.channelId === channelId && !each.deleted),
    attachment: (id) => files.get(id),
  };
}
