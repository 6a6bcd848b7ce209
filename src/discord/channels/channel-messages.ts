import { randomBytes } from 'node:crypto';
import { Routes, type REST } from 'discord.js';
import { z } from 'zod';
import type { Reply } from '../../domain/messages/reply.js';
import type { Messages } from '../../domain/messages/ports.js';
import { mapChannelErrors } from './channel-refusals.js';
import { firstMessage, wholeMessage, type MessageBody } from '../rest/message-body.js';

/** Over discord.js's own queue, which holds Discord's limits for posts. */
export function createMessages(rest: REST): Messages {
  return {
    async post(channelId, reply, nonce = randomNonce()) {
      const { json, files } = firstMessage(reply);
      // The queue repeats a post whose answer was lost; the nonce makes it the same post.
      const body = { ...json, nonce, enforce_nonce: true };
      const sent = await mapChannelErrors(
        channelId,
        rest.post(Routes.channelMessages(channelId), upload({ json: body, files })),
      );
      return { messageId: z.object({ id: z.string() }).parse(sent).id };
    },
    async edit(channelId, messageId, reply: Reply) {
      await mapChannelErrors(
        channelId,
        rest.patch(Routes.channelMessage(channelId, messageId), upload(wholeMessage(reply))),
      );
    },
  };
}

/** 24 characters of 25. */
function randomNonce(): string {
  return randomBytes(12).toString('hex');
}

function upload({ json, files }: MessageBody) {
  const parts = files.map(({ name, data }) => ({ name, data: Buffer.from(data) }));
  return { body: json, ...(parts.length > 0 ? { files: parts } : {}) };
}
