import {
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { Hono } from 'hono';
import { hasFailed, type Interaction } from '../interactions.js';
import { createMessage, editMessage } from '../messages.js';
import type { StoredMessage } from '../message-store.js';
import { messagePayload } from '../payloads/message.js';
import { checkAutocomplete } from '../validation/autocomplete.js';
import { checkDefer, checkPong } from '../validation/callback.js';
import { checkMessage } from '../validation/message.js';
import { checkModal } from '../validation/modal.js';
import type { World } from '../world.js';
import { readBody, type SentBody } from './body.js';
import type { Env, Rooms } from './context.js';
import { errors, invalidField } from './errors.js';
import { responseFrame } from './response-frame.js';

const {
  ChannelMessageWithSource: REPLY,
  DeferredChannelMessageWithSource: DEFER,
  DeferredMessageUpdate: DEFER_UPDATE,
  UpdateMessage: UPDATE,
  ApplicationCommandAutocompleteResult: CHOICES,
  Modal: MODAL,
} = InteractionResponseType;

/** The first response to an interaction. */
export function callbackRoutes({ world }: Rooms): Hono<Env> {
  const app = new Hono<Env>();
  app.post('/interactions/:id/:token/callback', async (call) => {
    const interaction = world.interactions.get(call.req.param('token'));
    if (interaction?.id !== call.req.param('id')) throw errors.unknownInteraction();
    const sent = await readBody(call);
    if (interaction.response) throw errors.acknowledged();
    if (hasFailed(world, interaction)) throw errors.unknownInteraction();
    const type = respond(world, interaction, sent);
    interaction.response = { type, at: world.now() };
    world.changes.emit({ kind: 'interaction', interactionId: interaction.id, failed: false });
    if (call.req.query('with_response') !== 'true') return call.body(null, 204);
    return call.json(callbackPayload(world, interaction));
  });
  return app;
}

/** Brings about what the response says; gives its type. @throws DiscordError */
function respond(world: World, interaction: Interaction, sent: SentBody): number {
  const { type } = sent.json;
  if (typeof type !== 'number' || !allowedTypes(interaction).includes(type)) {
    throw invalidField(['type'], `Value must be one of (${allowedTypes(interaction).join(', ')}).`);
  }
  switch (type) {
    case REPLY:
      reply(world, interaction, sent);
      break;
    case DEFER: {
      const flags = checkDefer(sent.json);
      const frame = responseFrame(world, interaction, (flags & MessageFlags.Ephemeral) !== 0);
      interaction.originalId = createMessage(world, frame, null).id;
      break;
    }
    case DEFER_UPDATE:
      checkMessage('callbackUpdate', sent.json);
      interaction.originalId = interaction.sourceMessageId;
      break;
    case UPDATE:
      update(world, interaction, sent);
      break;
    case CHOICES:
      interaction.choices = checkAutocomplete(sent.json, interaction.focusedType);
      break;
    case MODAL:
      // Held against Discord's schema and limits by checkModal.
      interaction.modal = checkModal(
        sent.json,
      ) as unknown as APIModalInteractionResponseCallbackData;
      world.changes.emit({
        kind: 'modal',
        interactionId: interaction.id,
        userId: interaction.person.id,
      });
      break;
    default:
      checkPong(sent.json);
  }
  return type;
}

function allowedTypes(interaction: Interaction): number[] {
  const onMessage = interaction.sourceMessageId === null ? [] : [DEFER_UPDATE, UPDATE];
  switch (interaction.type) {
    case InteractionType.ApplicationCommand:
      return [REPLY, DEFER, MODAL];
    case InteractionType.MessageComponent:
      return [REPLY, DEFER, ...onMessage, MODAL];
    case InteractionType.ModalSubmit:
      return [REPLY, DEFER, ...onMessage];
    case InteractionType.ApplicationCommandAutocomplete:
      return [CHOICES];
    case InteractionType.Ping:
      return [InteractionResponseType.Pong];
  }
}

function reply(world: World, interaction: Interaction, { json, uploads }: SentBody): void {
  const body = checkMessage('callback', json);
  const ephemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const frame = responseFrame(world, interaction, ephemeral);
  interaction.originalId = createMessage(world, frame, { body, uploads }).id;
}

function update(world: World, interaction: Interaction, { json, uploads }: SentBody): void {
  const source = sourceOf(world, interaction);
  const body = checkMessage('callbackUpdate', json, source.flags);
  editMessage(world, source, { body, uploads });
  interaction.originalId = source.id;
  interaction.originalEdited = true;
}

function sourceOf(world: World, interaction: Interaction): StoredMessage {
  const source = interaction.sourceMessageId && world.messages.get(interaction.sourceMessageId);
  if (!source || source.deleted) throw errors.unknownMessage();
  return source;
}

function callbackPayload(world: World, interaction: Interaction): Record<string, unknown> {
  const message = interaction.originalId ? world.messages.get(interaction.originalId) : undefined;
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: message.thinking,
            response_message_ephemeral: message.ephemeralFor !== null,
            channel_id: message.channelId,
            guild_id: message.guildId,
          }
        : {}),
    },
    resource: {
      type: interaction.response?.type,
      ...(message ? { message: messagePayload(world, message) } : {}),
    },
  };
}
