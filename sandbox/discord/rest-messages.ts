import type { HttpBindings } from '@hono/node-server';
import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';
import { Hono, type Context } from 'hono';
import { DiscordError } from './errors.js';
import {
  answered,
  editOriginal,
  followUp,
  originalOf,
  respond,
  type Sent,
} from './interactions.js';
import { createMessage, deleteMessage, editMessage, type Upload } from './messages.js';
import { channelPayload, messagePayload } from './payloads.js';
import { botMay, type World } from './state.js';
import type { LoopbackChannel, Permission, ShownMessage } from './types.js';
import { checkMessage, type MessageBody, type Raw } from './validate.js';

export interface Env {
  readonly Bindings: HttpBindings;
}

/** "The past few minutes" of Discord's reference. */
const NONCE_MS = 5 * 60_000;

/** Messages of channels with the bot's own rights, and answers to interactions with their tokens. */
export function messageRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>();
  const asked = ({ req }: Context) => answered(world, req.param('token') ?? '');

  app.post('/interactions/:id/:token/callback', async (call) => {
    const { id, token } = call.req.param();
    const interaction = world.interactions.get(token);
    if (interaction?.id !== id) throw new DiscordError(Code.UnknownInteraction);
    respond(world, interaction, await readBody(call));
    return call.body(null, 204);
  });
  app.post('/webhooks/:app/:token', async (call) =>
    call.json(messagePayload(followUp(world, asked(call), await readBody(call)))),
  );
  const originalPath = '/webhooks/:app/:token/messages/:original{(%40|@)original}';
  app.get(originalPath, (call) => call.json(messagePayload(originalOf(world, asked(call)))));
  app.patch(originalPath, async (call) =>
    call.json(messagePayload(editOriginal(world, asked(call), await readBody(call)))),
  );
  app.delete(originalPath, (call) => {
    deleteMessage(world, originalOf(world, asked(call)));
    return call.body(null, 204);
  });

  app.get('/channels/:id', (call) => call.json(channelPayload(open(world, call.req.param('id')))));
  app.get('/channels/:id/messages', (call) => {
    const channel = open(world, call.req.param('id'));
    // Without the permission Discord answers an empty list.
    const all = botMay(channel, 'ReadMessageHistory') ? channel.messages() : [];
    const newest = all.slice(-Number(call.req.query('limit') ?? 50)).toReversed();
    return call.json(newest.map(messagePayload));
  });
  app.post('/channels/:id/messages', async (call) => {
    const channel = open(world, call.req.param('id'));
    const { json, uploads } = await readBody(call);
    need(channel, channel.isThread ? 'SendMessagesInThreads' : 'SendMessages');
    if (uploads.length > 0) need(channel, 'AttachFiles');
    const body = checkMessage('post', json);
    if (body.message_reference && !botMay(channel, 'ReadMessageHistory')) {
      throw new DiscordError(Code.CannotReplyWithoutPermissionToReadMessageHistory);
    }
    const repeated = withNonce(world, channel, body);
    if (repeated) return call.json(messagePayload(repeated));
    const message = createMessage(world, { channel }, { body: permitted(channel, body), uploads });
    const posted = { messageId: message.id, at: world.now() };
    if (body.nonce) world.nonces.set(`${channel.id} ${body.nonce}`, posted);
    return call.json(messagePayload(message));
  });
  app.patch('/channels/:id/messages/:message', async (call) => {
    const { id, message } = call.req.param();
    const channel = open(world, id);
    const { json, uploads } = await readBody(call);
    const body = permitted(channel, checkMessage('edit', json));
    const edited = editMessage(world, stored(world, channel, message), { body, uploads });
    return call.json(messagePayload(edited));
  });
  return app;
}

function open(world: World, id: string): LoopbackChannel {
  const channel = world.channels.get(id);
  if (!channel) throw new DiscordError(Code.UnknownChannel);
  const isInside = world.guilds.get(channel.guildId)?.bot === 'inside';
  if (!isInside || !botMay(channel, 'ViewChannel')) throw new DiscordError(Code.MissingAccess);
  return channel;
}

function need(channel: LoopbackChannel, permission: Permission): void {
  if (!botMay(channel, permission)) throw new DiscordError(Code.MissingPermissions);
}

/** Private answers can't be reached through their channel. */
function stored(world: World, channel: LoopbackChannel, id: string): ShownMessage {
  const message = channel.messages().find((each) => each.id === id);
  if (!message) throw new DiscordError(Code.UnknownMessage);
  return message;
}

/** Without Embed Links Discord takes the message and drops its embeds. */
function permitted(channel: LoopbackChannel, body: MessageBody): MessageBody {
  if (!body.embeds || botMay(channel, 'EmbedLinks')) return body;
  const left = [body.content, body.attachments, body.components];
  // As Discord does, but the bot couldn't know: no refusal of its payload.
  if (left.every((part) => !part?.length)) throw new DiscordError(Code.CannotSendAnEmptyMessage);
  return { ...body, embeds: [] };
}

/** With `enforce_nonce` a repeated post is the first one's message. */
function withNonce(world: World, channel: LoopbackChannel, body: MessageBody) {
  const posted = body.enforce_nonce ? world.nonces.get(`${channel.id} ${body.nonce}`) : undefined;
  if (!posted || world.now() - posted.at > NONCE_MS) return undefined;
  return stored(world, channel, posted.messageId);
}

/** A JSON body, or a multipart one with `payload_json` and `files[n]`. @throws DiscordError */
async function readBody({ req }: Context<Env>): Promise<Sent> {
  const isForm = req.header('content-type')?.startsWith('multipart/form-data');
  if (!isForm) return { json: readJson(await req.text()), uploads: [] };
  const { payload_json: payload, ...parts } = await req.parseBody();
  const uploads: Upload[] = [];
  for (const [key, file] of Object.entries(parts)) {
    if (!(file instanceof File)) continue;
    const index = key.replace(/^files\[(\d+)\]$/, '$1');
    uploads.push({ index, file, data: Buffer.from(await file.arrayBuffer()) });
  }
  return { json: typeof payload === 'string' ? readJson(payload) : {}, uploads };
}

/** Discord refuses half a surrogate pair, as a cut through an emoji leaves it. @throws DiscordError */
export function readJson(text: string): Raw {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'string' && !value.isWellFormed()) throw new Error('Half a character');
      return value;
    });
  } catch {
    throw new DiscordError(Code.RequestBodyContainsInvalidJSON, 'or half a character');
  }
}
