import type { LoopbackAttachment, LoopbackMessage } from '../discord/loopback-discord.js';
import type { AttachmentView, MessageView } from './protocol.js';

/** A message for the page: everything but the files' bytes, which it fetches. */
export function viewMessage(message: LoopbackMessage): MessageView {
  const { id, channelId, authorId, content, ephemeralFor, thinking, edited, createdAt } = message;
  const { interaction, repliesTo } = message;
  return {
    id,
    channelId,
    authorId,
    content,
    ephemeralFor,
    thinking,
    edited,
    createdAt,
    repliesTo,
    embeds: message.embeds,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loopback Discord has checked them against Discord's schema
    components: message.components as readonly object[] as MessageView['components'],
    pinged: message.pinged,
    attachments: message.attachments.map((attachment) => viewAttachment(id, attachment)),
    origin: interaction && { personId: interaction.userId, command: interaction.command },
  };
}

/** Served by the page's own server, because the page loads nothing from elsewhere. */
function viewAttachment(messageId: string, attachment: LoopbackAttachment): AttachmentView {
  const { id, filename, description, size, url, data } = attachment;
  const path = `/files/${messageId}/${id}/${encodeURIComponent(filename)}`;
  return { id, filename, description, size, url: path, shape: pngShape(data), originalUrl: url };
}

const pngStart = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');

/** The bot only draws PNGs, whose size is in the first chunk. */
function pngShape(data: Uint8Array): AttachmentView['shape'] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngStart)) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
