import { Hono } from 'hono';
import { DiscordError } from './errors.js';
import { answered, answerNamed, editAnswer, followUp, respond } from './interactions.js';
import { createMessage, deleteMessage, editMessage, isThinking } from './messages.js';
import { channelPayload, messagePayload } from './payloads.js';
import { readBody, type Env } from './rest-body.js';
import { botMay, type ChannelRecord, type StoredMessage, type World } from './state.js';
import { checkMessage, refuseIf, type MessageBody } from './validate.js';

/** "The past few minutes" of Discord's reference. */
const NONCE_MS = 5 * 60_000;

/** Messages of channels with the bot's own rights, and answers to interactions with their tokens. */
export function messageRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/interactions/:id/:token/callback', async (call) => {
    const interaction = world.interactions.get(call.req.param('token'));
    if (interaction?.id !== call.req.param('id')) throw new DiscordError('unknownInteraction');
    respond(world, interaction, await readBody(call));
    if (call.req.query('with_response') !== 'true') return call.body(null, 204);
    const { id, type, originalId } = interaction;
    const message = world.messages.get(originalId ?? '');
    return call.json({
      interaction: {
        id,
        type,
        response_message_id: message?.id,
        response_message_loading: message && isThinking(message),
        response_message_ephemeral: message && message.privateTo !== null,
      },
      resource: message ? { type: 4, message: messagePayload(message) } : null,
    });
  });

  app.post('/webhooks/:app/:token', async (call) => {
    const interaction = answered(world, call.req.param('token'));
    return call.json(messagePayload(followUp(world, interaction, await readBody(call))));
  });
  const answerPath = '/webhooks/:app/:token/messages/:message';
  app.get(answerPath, (call) => {
    const interaction = answered(world, call.req.param('token'));
    return call.json(messagePayload(answerNamed(world, interaction, call.req.param('message'))));
  });
  app.patch(answerPath, async (call) => {
    const interaction = answered(world, call.req.param('token'));
    const sent = await readBody(call);
    const message = answerNamed(world, interaction, call.req.param('message'));
    return call.json(messagePayload(editAnswer(world, { interaction, message }, sent)));
  });
  app.delete(answerPath, (call) => {
    const interaction = answered(world, call.req.param('token'));
    deleteMessage(world, answerNamed(world, interaction, call.req.param('message')));
    return call.body(null, 204);
  });

  app.get('/channels/:id', (call) => call.json(channelPayload(open(world, call.req.param('id')))));
  const channelPath = '/channels/:id/messages';
  app.get(channelPath, (call) => {
    const channel = open(world, call.req.param('id'));
    const { limit = '50', before, after } = call.req.query();
    // Without the permission Discord answers an empty list.
    const visible = botMay(channel, 'ReadMessageHistory') ? [...channel.messages()] : [];
    const page = visible
      .map((message) => stored(world, channel, message.id))
      .filter(({ id }) => !before || BigInt(id) < BigInt(before))
      .filter(({ id }) => !after || BigInt(id) > BigInt(after));
    // `after` asks for the oldest of the newer ones.
    const cut = after ? page.slice(0, Number(limit)) : page.slice(-Number(limit));
    return call.json(cut.toReversed().map(messagePayload));
  });
  app.post(channelPath, async (call) => {
    const channel = open(world, call.req.param('id'));
    const { json, uploads } = await readBody(call);
    need(channel, channel.isThread ? 'SendMessagesInThreads' : 'SendMessages');
    if (uploads.length > 0) need(channel, 'AttachFiles');
    const body = checkMessage('post', json);
    checkReference(world, channel, body);
    const repeated = withNonce(world, channel, body);
    if (repeated) return call.json(messagePayload(repeated));
    const message = createMessage(world, { channel }, { body: permitted(channel, body), uploads });
    if (body.nonce) {
      const posted = { messageId: message.id, at: world.now() };
      world.nonces.set(`${channel.id} ${body.nonce}`, posted);
    }
    return call.json(messagePayload(message));
  });
  app.patch(`${channelPath}/:message`, async (call) => {
    const channel = open(world, call.req.param('id'));
    const message = stored(world, channel, call.req.param('message'));
    const { json, uploads } = await readBody(call);
    const body = permitted(channel, checkMessage('edit', json));
    return call.json(messagePayload(editMessage(world, message, { body, uploads })));
  });
  app.delete(`${channelPath}/:message`, (call) => {
    const channel = open(world, call.req.param('id'));
    deleteMessage(world, stored(world, channel, call.req.param('message')));
    return call.body(null, 204);
  });
  return app;
}

function open(world: World, id: string): ChannelRecord {
  const channel = world.channels.get(id);
  if (!channel) throw new DiscordError('unknownChannel');
  const isInside = world.guilds.get(channel.guildId)?.bot === 'inside';
  if (!isInside || !botMay(channel, 'ViewChannel')) throw new DiscordError('missingAccess');
  return channel;
}

function need(channel: ChannelRecord, permission: Parameters<typeof botMay>[1]): void {
  if (!botMay(channel, permission)) throw new DiscordError('missingPermissions');
}

/** Private answers can't be reached through their channel. */
function stored(world: World, channel: ChannelRecord, id: string): StoredMessage {
  const message = world.messages.get(id);
  if (message?.channel_id !== channel.id || message.privateTo !== null) {
    throw new DiscordError('unknownMessage');
  }
  return message;
}

/** Without Embed Links Discord takes the message and drops its embeds. */
function permitted(channel: ChannelRecord, body: MessageBody): MessageBody {
  if (!body.embeds || botMay(channel, 'EmbedLinks')) return body;
  const left = [body.content, body.attachments, body.components];
  if (left.every((part) => !part || part.length === 0)) throw new DiscordError('nothingLeft');
  return { ...body, embeds: [] };
}

function checkReference(world: World, channel: ChannelRecord, body: MessageBody): void {
  const reference = body.message_reference;
  if (!reference) return;
  if (!botMay(channel, 'ReadMessageHistory')) throw new DiscordError('noHistory');
  const isThere = world.messages.get(reference.message_id)?.channel_id === channel.id;
  if (!isThere && reference.fail_if_not_exists !== false) {
    refuseIf(['message_reference: Unknown message']);
  }
}

/** With `enforce_nonce` a repeated post is the first one's message. */
function withNonce(world: World, channel: ChannelRecord, body: MessageBody) {
  const { nonce, enforce_nonce: isEnforced } = body;
  const posted = isEnforced ? world.nonces.get(`${channel.id} ${nonce}`) : undefined;
  if (!posted || world.now() - posted.at > NONCE_MS) return undefined;
  return stored(world, channel, posted.messageId);
}
