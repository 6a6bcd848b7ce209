import type { LoopbackAttachment, LoopbackMessage } from '../discord/loopback-discord.js';
import type { AttachmentView, MessageView } from './protocol.js';

/** What the page is told of a message: all but the files' bytes, which it fetches. */
export function viewMessage(message: LoopbackMessage): MessageView {
  const { id, channelId, authorId, content, ephemeralFor, thinking, edited, createdAt } = message;
  return {
    id,
    channelId,
    authorId,
    content,
    ephemeralFor,
    thinking,
    edited,
    createdAt,
    embeds: message.embeds,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loopback Discord has checked them against Discord's schema
    components: message.components as readonly object[] as MessageView['components'],
    pinged: message.pinged,
    attachments: message.attachments.map((attachment) => viewAttachment(id, attachment)),
  };
}

/** Served by the page itself, because the page loads nothing from anywhere else. */
function viewAttachment(messageId: string, attachment: LoopbackAttachment): AttachmentView {
  const { id, filename, description, size, url } = attachment;
  const path = `/files/${messageId}/${id}/${encodeURIComponent(filename)}`;
  return { id, filename, description, size, url: path, originalUrl: url };
}
