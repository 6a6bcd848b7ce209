import { createHash } from 'node:crypto';
import { InteractionResponseType, InteractionType, MessageFlags } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { hasFailed } from '../interactions.js';
import { createMessage, editMessage } from '../messages/messages.js';
import type { StoredMessage } from '../state/message-store.js';
import { messagePayload } from '../payloads/message.js';
import { checkAutocomplete } from '../validation/autocomplete.js';
import { checkDefer } from '../validation/callback.js';
import { checkMessage } from '../validation/message.js';
import { checkModal } from '../validation/modal.js';
import type { DiscordState, Interaction } from '../state/discord-state.js';
import { readBody, type SentBody } from './body.js';
import type { Env, RouteParts } from './context.js';
import { errors, invalidField } from '../errors.js';
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
export function callbackRoutes({ world }: RouteParts): Hono<Env> {
  const app = new Hono<Env>();
  app.post('/interactions/:id/:token/callback', async (call) => {
    const interaction = world.interactions.get(call.req.param('token'));
    if (interaction?.id !== call.req.param('id')) throw errors.unknownInteraction();
    takeResponse(world, interaction, await readBody(call));
    if (call.req.query('with_response') !== 'true') return call.body(null, 204);
    return call.json(callbackPayload(world, interaction));
  });
  return app;
}

/** The first response, by whichever way it came. @throws DiscordError */
export function takeResponse(world: DiscordState, interaction: Interaction, sent: SentBody): void {
  const digest = digestOf(sent);
  if (interaction.response?.digest === digest) throw errors.acknowledgedBefore();
  if (interaction.response) throw errors.acknowledged();
  if (hasFailed(world, interaction)) throw errors.unknownInteraction();
  const type = respond(world, interaction, sent);
  interaction.response = { type, at: performance.now(), digest };
  world.changes.emit({ kind: 'interaction', interactionId: interaction.id, failed: false });
}

function digestOf({ json, uploads }: SentBody): string {
  const hash = createHash('sha1').update(JSON.stringify(json));
  for (const { data } of uploads) hash.update(data);
  return hash.digest('base64');
}

type Respond = (world: DiscordState, interaction: Interaction, sent: SentBody) => void;

const RESPONSES: ReadonlyMap<unknown, Respond> = new Map([
  [REPLY, reply],
  [DEFER, defer],
  [DEFER_UPDATE, deferUpdate],
  [UPDATE, update],
  [CHOICES, offer],
  [MODAL, openModal],
]);

/** Carries out the response and returns its type. @throws DiscordError */
function respond(world: DiscordState, interaction: Interaction, sent: SentBody): number {
  const allowed = allowedTypes(interaction);
  const type = allowed.find((each) => each === sent.json['type']);
  if (type === undefined) {
    throw invalidField(['type'], `Value must be one of (${allowed.join(', ')}).`);
  }
  RESPONSES.get(type)?.(world, interaction, sent);
  return type;
}

function allowedTypes(interaction: Interaction): readonly number[] {
  const onMessage = interaction.sourceMessageId === null ? [] : [DEFER_UPDATE, UPDATE];
  const answers: Record<InteractionType, readonly number[]> = {
    // A PING only comes over HTTP, never through the gateway.
    [InteractionType.Ping]: [],
    [InteractionType.ApplicationCommand]: [REPLY, DEFER, MODAL],
    [InteractionType.MessageComponent]: [REPLY, DEFER, ...onMessage, MODAL],
    [InteractionType.ModalSubmit]: [REPLY, DEFER, ...onMessage],
    [InteractionType.ApplicationCommandAutocomplete]: [CHOICES],
  };
  return answers[interaction.type];
}

function defer(world: DiscordState, interaction: Interaction, { json }: SentBody): void {
  const ephemeral = (checkDefer(json) & MessageFlags.Ephemeral) !== 0;
  const frame = responseFrame(world, interaction, ephemeral);
  interaction.originalId = createMessage(world, frame, null).id;
}

function deferUpdate(_world: DiscordState, interaction: Interaction, { json }: SentBody): void {
  checkMessage('callbackUpdate', json);
  interaction.originalId = interaction.sourceMessageId;
}

function offer(_world: DiscordState, interaction: Interaction, { json }: SentBody): void {
  interaction.choices = checkAutocomplete(json, interaction.focusedType);
}

function openModal(world: DiscordState, interaction: Interaction, { json }: SentBody): void {
  interaction.modal = checkModal(json);
  const { id, person } = interaction;
  world.changes.emit({ kind: 'modal', interactionId: id, userId: person.id });
}

function reply(world: DiscordState, interaction: Interaction, { json, uploads }: SentBody): void {
  const body = checkMessage('callback', json);
  const ephemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const frame = responseFrame(world, interaction, ephemeral);
  interaction.originalId = createMessage(world, frame, { body, uploads }).id;
}

function update(world: DiscordState, interaction: Interaction, { json, uploads }: SentBody): void {
  const source = sourceOf(world, interaction);
  const body = checkMessage('callbackUpdate', json, source.flags);
  editMessage(world, source, { body, uploads });
  interaction.originalId = source.id;
  interaction.originalEdited = true;
}

function sourceOf(world: DiscordState, interaction: Interaction): StoredMessage {
  const source = interaction.sourceMessageId && world.messages.get(interaction.sourceMessageId);
  if (!source || source.deleted) throw errors.unknownMessage();
  return source;
}

function callbackPayload(world: DiscordState, interaction: Interaction): Record<string, unknown> {
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
