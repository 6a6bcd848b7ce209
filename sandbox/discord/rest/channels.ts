import { Hono } from 'hono';
import { createMessage, editMessage } from '../messages/messages.js';
import type { StoredMessage } from '../state/message-store.js';
import { messagePayload } from '../payloads/message.js';
import { checkMessage, type MessageBody } from '../validation/message.js';
import type { DiscordState, ChannelRecord } from '../state/discord-state.js';
import { readBody, type SentBody } from './body.js';
import type { Call, Env, RouteParts } from './context.js';
import { errors } from '../errors.js';
import { createNonces } from './nonces.js';

/** A channel's messages, with the bot's own rights. */
export function channelRoutes({ world }: RouteParts): Hono<Env> {
  const app = new Hono<Env>();
  const nonces = createNonces(world);

  app.post('/channels/:id/messages', async (call) => {
    const channel = openChannel(world, call.req.param('id'));
    const sent = await readUnblocked(world, call);
    allow(channel, ['SendMessages', ...(sent.uploads.length > 0 ? ['AttachFiles'] : [])]);
    const body = checkMessage('post', sent.json);
    checkReference(world, channel, body);
    const before = nonces.find(channel.id, body);
    if (before) return call.json(messagePayload(world, before));
    const message = post(world, channel, { ...sent, body });
    nonces.remember(channel.id, body, message);
    return call.json(messagePayload(world, message));
  });

  // Newest first; an empty list without Read Message History (docs, Get Channel Messages).
  app.get('/channels/:id/messages', (call) => {
    const channel = openChannel(world, call.req.param('id'));
    if (channel.missing.has('ReadMessageHistory')) return call.json([]);
    const limit = Math.min(Math.max(Number(call.req.query('limit') ?? 50), 1), 100);
    const after = call.req.query('after');
    const visible = world.messages
      .list(channel.id)
      .filter(({ ephemeralFor, id }) => ephemeralFor === null && BigInt(id) > BigInt(after ?? 0));
    // `after` gives the oldest of the newer ones.
    const page = after === undefined ? visible.slice(-limit) : visible.slice(0, limit);
    return call.json(page.toReversed().map((message) => messagePayload(world, message)));
  });

  app.get('/channels/:id/messages/:messageId', (call) => {
    const channel = openChannel(world, call.req.param('id'));
    allow(channel, ['ReadMessageHistory']);
    return call.json(
      messagePayload(world, publicMessage(world, channel, call.req.param('messageId'))),
    );
  });

  app.patch('/channels/:id/messages/:messageId', async (call) => {
    const channel = openChannel(world, call.req.param('id'));
    const message = publicMessage(world, channel, call.req.param('messageId'));
    if (message.authorId !== world.bot.id) throw errors.notTheAuthor();
    const sent = await readUnblocked(world, call);
    const body = checkMessage('edit', sent.json, message.flags);
    return call.json(
      messagePayload(
        world,
        editMessage(world, message, { body: seen(channel, body), uploads: sent.uploads }),
      ),
    );
  });

  app.delete('/channels/:id/messages/:messageId', (call) => {
    const channel = openChannel(world, call.req.param('id'));
    const message = publicMessage(world, channel, call.req.param('messageId'));
    // Deleting others' messages needs Manage Messages, which the bot never has.
    if (message.authorId !== world.bot.id) throw errors.missingPermissions();
    world.messages.remove(message.id);
    return call.body(null, 204);
  });
  return app;
}

async function readUnblocked(world: DiscordState, call: Call): Promise<SentBody> {
  const sent = await readBody(call);
  const text = JSON.stringify(sent.json);
  if ([...world.faults.blockedTexts].some((blocked) => text.includes(blocked)))
    throw errors.blocked();
  return sent;
}

function openChannel(world: DiscordState, id: string): ChannelRecord {
  const channel = world.channels.get(id);
  if (!channel) throw errors.unknownChannel();
  const inside = world.guilds.get(channel.guildId)?.botInside;
  if (!inside || channel.missing.has('ViewChannel')) throw errors.missingAccess();
  return channel;
}

function allow(channel: ChannelRecord, needed: readonly string[]): void {
  if (needed.some((name) => channel.missing.has(name))) throw errors.missingPermissions();
}

/** Ephemeral messages can't be reached through their channel. */
function publicMessage(world: DiscordState, channel: ChannelRecord, id: string): StoredMessage {
  const message = world.messages.get(id);
  if (!message || message.deleted || message.ephemeralFor || message.channelId !== channel.id) {
    throw errors.unknownMessage();
  }
  return message;
}

function checkReference(
  world: DiscordState,
  channel: ChannelRecord,
  { message_reference: reference }: MessageBody,
): void {
  if (!reference) return;
  if (channel.missing.has('ReadMessageHistory')) throw errors.noHistory();
  const message = world.messages.get(reference.message_id);
  const isThere = message?.deleted === false && message.channelId === channel.id;
  if (!isThere && reference.fail_if_not_exists !== false) throw errors.unknownMessage();
}

function post(
  world: DiscordState,
  channel: ChannelRecord,
  sent: SentBody & { body: MessageBody },
): StoredMessage {
  const frame = {
    guildId: channel.guildId,
    channelId: channel.id,
    authorId: world.bot.id,
    ephemeralFor: null,
    interaction: null,
  };
  return createMessage(world, frame, { body: seen(channel, sent.body), uploads: sent.uploads });
}

/** Without Embed Links, Discord accepts the message but drops its embeds. */
function seen(channel: ChannelRecord, body: MessageBody): MessageBody {
  return channel.missing.has('EmbedLinks') && body.embeds ? { ...body, embeds: [] } : body;
}
