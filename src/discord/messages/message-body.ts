import type { Reply, ReplyFile } from '../../domain/messages/reply.js';
import { clampReply } from '../limits/clamp-reply.js';
import { withCommandMentions } from '../limits/command-mentions.js';
import type { CommandIds } from '../limits/command-ids.js';

/** A message as Discord accepts it: the JSON part, and its files. */
export interface MessageBody {
  readonly json: Record<string, unknown>;
  readonly files: readonly ReplyFile[];
}

/** Nothing from the pool may ping anyone, even if a role is to be pinged. */
const NO_MENTIONS = { parse: [] };

interface MessageOptions {
  readonly commandIds: CommandIds;
  readonly flags?: number | undefined;
}

function prepare(reply: Reply, { commandIds }: MessageOptions): Reply {
  return withCommandMentions(clampReply(reply), commandIds);
}

/** For a new message: only what the reply has. */
export function firstMessage(reply: Reply, options: MessageOptions): MessageBody {
  const { content, embeds, components, files = [], pings } = prepare(reply, options);
  const { flags } = options;
  return {
    json: {
      ...(content === undefined ? {} : { content }),
      ...(embeds === undefined ? {} : { embeds }),
      ...(components === undefined ? {} : { components }),
      ...(files.length > 0 ? { attachments: attachments(files) } : {}),
      ...(flags === undefined ? {} : { flags }),
      allowed_mentions: pings === undefined ? NO_MENTIONS : { ...NO_MENTIONS, roles: [pings] },
    },
    files,
  };
}

/** For an existing message: states every part, because Discord keeps what is left out. */
export function wholeMessage(reply: Reply, options: MessageOptions): MessageBody {
  const { content = '', embeds = [], components = [], files = [] } = prepare(reply, options);
  return {
    json: {
      content,
      embeds,
      components,
      attachments: attachments(files),
      allowed_mentions: NO_MENTIONS,
    },
    files,
  };
}

/** Ids refer to `files[n]`; sent as text, as discord.js does. */
function attachments(files: readonly ReplyFile[]) {
  return files.map(({ name, description }, index) => ({
    id: String(index),
    filename: name,
    ...(description === undefined ? {} : { description }),
  }));
}
