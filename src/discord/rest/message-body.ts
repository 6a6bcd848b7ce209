import type { Reply, ReplyFile } from '../../domain/messages/reply.js';
import { clampReply } from '../limits/clamp-reply.js';
import { withTappableCommands } from '../limits/tappable-commands.js';
import type { CommandIds } from '../limits/command-ids.js';

/** A message as Discord takes it: the JSON part, and the files beside it. */
export interface MessageBody {
  readonly json: Record<string, unknown>;
  readonly files: readonly ReplyFile[];
}

/** Nothing that came from the pool may ping anybody, whatever a role is to be pinged for. */
const NO_MENTIONS = { parse: [] };

/** How a message is sent. */
interface Sending {
  readonly commandIds: CommandIds;
  readonly flags?: number | undefined;
}

function prepare(reply: Reply, { commandIds }: Sending): Reply {
  return withTappableCommands(clampReply(reply), commandIds);
}

/** For a message that is not there yet: only what the reply has. */
export function firstMessage(reply: Reply, sending: Sending): MessageBody {
  const { content, embeds, components, files = [], pings } = prepare(reply, sending);
  const { flags } = sending;
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

/** For a message that stands: every part is stated, because Discord keeps what is left out. */
export function wholeMessage(reply: Reply, sending: Sending): MessageBody {
  const { content = '', embeds = [], components = [], files = [] } = prepare(reply, sending);
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

/** Ids point at `files[n]`; as text, as discord.js sends them. */
function attachments(files: readonly ReplyFile[]) {
  return files.map(({ name, description }, index) => ({
    id: String(index),
    filename: name,
    ...(description === undefined ? {} : { description }),
  }));
}
