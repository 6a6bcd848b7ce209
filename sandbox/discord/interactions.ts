import {
  InteractionResponseType as ResponseType,
  InteractionType,
  MessageFlags,
  RESTJSONErrorCodes as Code,
} from 'discord-api-types/v10';
import { DiscordError } from './errors.js';
import { createMessage, editMessage, isThinking, type Place, type Upload } from './messages.js';
import { changed, type Interaction, type World } from './state.js';
import type { ShownMessage } from './types.js';
import { checkChoices, checkForm, checkMessage, type MessageBody, type Raw } from './validate.js';

export const FIRST_RESPONSE_MS = 3_000;
const TOKEN_MS = 15 * 60_000;

/** The body of a request with the files sent beside it. */
export interface Sent {
  readonly json: Raw;
  readonly uploads: readonly Upload[];
}

export type NewInteraction = Pick<Interaction, 'type' | 'person' | 'channel' | 'sourceId'>;

export function createInteraction(world: World, about: NewInteraction): Interaction {
  const interaction: Interaction = {
    ...about,
    id: world.nextId(),
    token: `loopback-${crypto.randomUUID()}`,
    createdAt: world.now(),
    first: null,
    originalId: null,
    answerId: null,
    form: null,
    choices: null,
  };
  world.interactions.set(interaction.token, interaction);
  return interaction;
}

/** The first response. @throws DiscordError */
export function respond(world: World, interaction: Interaction, sent: Sent): void {
  if (interaction.first === null && world.now() - interaction.createdAt > FIRST_RESPONSE_MS) {
    giveUp(world, interaction);
  }
  if (interaction.first === 'none') throw new DiscordError(Code.UnknownInteraction);
  if (interaction.first !== null)
    throw new DiscordError(Code.InteractionHasAlreadyBeenAcknowledged);
  interaction.first = accept(world, interaction, sent);
  changed(world);
}

/** "The application did not respond." */
export function giveUp(world: World, interaction: Interaction): void {
  interaction.first = 'none';
  changed(world);
}

function accept(world: World, interaction: Interaction, sent: Sent): Interaction['first'] {
  const { json, uploads } = sent;
  const { type, sourceId } = interaction;
  const source = world.messages.get(sourceId ?? '');
  const isTyping = type === InteractionType.ApplicationCommandAutocomplete;
  const response = json['type'];
  if (isTyping && response === ResponseType.ApplicationCommandAutocompleteResult) {
    interaction.choices = checkChoices(json);
    return 'choices';
  }
  if (!isTyping && response === ResponseType.ChannelMessageWithSource) {
    const body = checkMessage('post', json['data']);
    const message = createMessage(world, placeOf(interaction, body), { body, uploads });
    interaction.originalId = interaction.answerId = message.id;
    return 'reply';
  }
  if (!isTyping && response === ResponseType.DeferredChannelMessageWithSource) {
    const body = checkMessage('post', json['data']);
    interaction.originalId = createMessage(world, placeOf(interaction, body), null).id;
    return 'defer';
  }
  if (!isTyping && response === ResponseType.Modal && type !== InteractionType.ModalSubmit) {
    interaction.form = checkForm(json);
    return 'form';
  }
  if (source && response === ResponseType.UpdateMessage) {
    editMessage(world, source, { body: checkMessage('edit', json['data']), uploads });
    interaction.originalId = interaction.answerId = source.id;
    return 'update';
  }
  if (source && response === ResponseType.DeferredMessageUpdate) {
    interaction.originalId = source.id;
    return 'defer-update';
  }
  const fault = `type ${String(response)} is not for this interaction`;
  throw new DiscordError(Code.InvalidFormBodyOrContentType, fault);
}

function placeOf(interaction: Interaction, { flags }: MessageBody): Place {
  const { channel } = interaction;
  return { channel, interaction, ephemeral: ((flags ?? 0) & MessageFlags.Ephemeral) !== 0 };
}

/** The interaction of a webhook's token. @throws DiscordError where it is over or has no response */
export function answered(world: World, token: string): Interaction {
  const interaction = world.interactions.get(token);
  if (!interaction || world.now() - interaction.createdAt > TOKEN_MS) {
    throw new DiscordError(Code.InvalidWebhookToken);
  }
  if (interaction.first === null || interaction.first === 'none') {
    throw new DiscordError(Code.UnknownWebhook);
  }
  return interaction;
}

/** What `@original` names. @throws DiscordError */
export function originalOf(world: World, { originalId }: Interaction): ShownMessage {
  const message = world.messages.get(originalId ?? '');
  if (!message) throw new DiscordError(Code.UnknownMessage);
  return message;
}

/** @throws DiscordError */
export function editOriginal(world: World, interaction: Interaction, sent: Sent): ShownMessage {
  const content = { body: checkMessage('edit', sent.json), uploads: sent.uploads };
  const edited = editMessage(world, originalOf(world, interaction), content);
  interaction.answerId = edited.id;
  changed(world);
  return edited;
}

/** The first one to a deferred reply fills that, whatever its own flags say. @throws DiscordError */
export function followUp(world: World, interaction: Interaction, sent: Sent): ShownMessage {
  const content = { body: checkMessage('post', sent.json), uploads: sent.uploads };
  const original = world.messages.get(interaction.originalId ?? '');
  const message =
    original && isThinking(original)
      ? editMessage(world, original, content)
      : createMessage(world, placeOf(interaction, content.body), content);
  interaction.answerId ??= message.id;
  changed(world);
  return message;
}
