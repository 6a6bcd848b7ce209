import { MessageFlags } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { tokenIsDead } from '../interactions.js';
import { createMessage, editMessage } from '../messages/messages.js';
import type { StoredMessage } from '../state/message-store.js';
import { messagePayload } from '../payloads/message.js';
import { checkMessage } from '../validation/message.js';
import type { DiscordState, Interaction } from '../state/discord-state.js';
import { readBody, type SentBody } from './body.js';
import type { Call, Env, RouteParts } from './context.js';
import { errors } from '../errors.js';
import { responseFrame } from './response-frame.js';

const MESSAGE = '/webhooks/:app/:token/messages/:messageId';

/** What an interaction's token permits after the first response. */
export function webhookRoutes({ world }: RouteParts): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/webhooks/:app/:token', async (call) => {
    const interaction = respondedTo(world, call);
    const message = followUp(world, interaction, await readBody(call));
    return call.json(messagePayload(world, message));
  });

  app.get(MESSAGE, (call) => {
    const interaction = respondedTo(world, call);
    return call.json(messagePayload(world, ownMessage(world, interaction, call)));
  });

  app.patch(MESSAGE, async (call) => {
    const interaction = respondedTo(world, call);
    const { json, uploads } = await readBody(call);
    const message = ownMessage(world, interaction, call);
    const body = checkMessage('followUpEdit', json, message.flags);
    const edited = editMessage(world, message, { body, uploads });
    if (message.id === interaction.originalId) markEdited(world, interaction);
    return call.json(messagePayload(world, edited));
  });

  app.delete(MESSAGE, (call) => {
    const interaction = respondedTo(world, call);
    world.messages.remove(ownMessage(world, interaction, call).id);
    return call.body(null, 204);
  });
  return app;
}

function respondedTo(world: DiscordState, call: Call): Interaction {
  const interaction = world.interactions.get(call.req.param('token') ?? '');
  if (call.req.param('app') !== world.applicationId) throw errors.unknownWebhook();
  if (!interaction || tokenIsDead(world, interaction)) throw errors.deadToken();
  if (!interaction.response) throw errors.unknownWebhook();
  return interaction;
}

function ownMessage(world: DiscordState, interaction: Interaction, call: Call): StoredMessage {
  const asked = call.req.param('messageId') ?? '';
  const id = asked === '@original' ? interaction.originalId : asked;
  const own =
    id !== null && (id === interaction.originalId || interaction.followUpIds.includes(id));
  const message = own ? world.messages.get(id) : undefined;
  if (!message || message.deleted) throw errors.unknownMessage();
  return message;
}

/** The first follow-up to a deferred reply fills that reply, whatever its own flags say. */
function followUp(
  world: DiscordState,
  interaction: Interaction,
  { json, uploads }: SentBody,
): StoredMessage {
  const body = checkMessage('followUp', json);
  const original = interaction.originalId ? world.messages.get(interaction.originalId) : undefined;
  if (original?.thinking && !original.deleted) {
    const filled = editMessage(world, original, { body, uploads });
    markEdited(world, interaction);
    return filled;
  }
  const ephemeral = ((body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const message = createMessage(world, responseFrame(world, interaction, ephemeral), {
    body,
    uploads,
  });
  interaction.followUpIds.push(message.id);
  world.changes.emit({ kind: 'interaction', interactionId: interaction.id, failed: false });
  return message;
}

function markEdited(world: DiscordState, interaction: Interaction): void {
  interaction.originalEdited = true;
  world.changes.emit({ kind: 'interaction', interactionId: interaction.id, failed: false });
}
