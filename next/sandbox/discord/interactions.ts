import { InteractionResponseType, InteractionType, MessageFlags } from 'discord-api-types/v10';
import { DiscordError } from './errors.js';
import { createMessage, editMessage, isThinking, type Place, type Upload } from './messages.js';
import type { Raw } from './raw.js';
import { changed, type Interaction, type StoredMessage, type World } from './state.js';
import { checkChoices, checkForm, checkMessage, refuseIf, type MessageBody } from './validate.js';

export const FIRST_RESPONSE_MS = 3_000;
const TOKEN_MS = 15 * 60_000;

export interface Sent {
  readonly json: Raw;
  readonly uploads: readonly Upload[];
}

type NewInteraction = Pick<Interaction, 'type' | 'person' | 'channel' | 'sourceId'>;

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

const REPLY = InteractionResponseType.ChannelMessageWithSource;
const DEFER = InteractionResponseType.DeferredChannelMessageWithSource;
const DEFER_UPDATE = InteractionResponseType.DeferredMessageUpdate;
const UPDATE = InteractionResponseType.UpdateMessage;
const CHOICES = InteractionResponseType.ApplicationCommandAutocompleteResult;
const FORM = InteractionResponseType.Modal;

function allowedTypes({ type, sourceId }: Interaction): number[] {
  if (type === InteractionType.ApplicationCommandAutocomplete) return [CHOICES];
  const onMessage = sourceId === null ? [] : [DEFER_UPDATE, UPDATE];
  return [REPLY, DEFER, ...onMessage, ...(type === InteractionType.ModalSubmit ? [] : [FORM])];
}

/** The first response. @throws DiscordError */
export function respond(world: World, interaction: Interaction, sent: Sent): void {
  if (interaction.first === null && world.now() - interaction.createdAt > FIRST_RESPONSE_MS) {
    giveUp(world, interaction);
  }
  if (interaction.first === 'none') throw new DiscordError('unknownInteraction');
  if (interaction.first !== null) throw new DiscordError('acknowledged');
  const type = Number(sent.json['type']);
  const allowed = allowedTypes(interaction);
  if (!allowed.includes(type)) refuseIf([`type is none of ${allowed.join(', ')}`]);
  interaction.first = RESPONSES[type]?.(world, interaction, sent) ?? null;
  changed(world, interaction.person.guildId);
}

/** "The application did not respond." */
export function giveUp(world: World, interaction: Interaction): void {
  interaction.first = 'none';
  changed(world, interaction.person.guildId);
}

type Respond = (world: World, interaction: Interaction, sent: Sent) => Interaction['first'];

const RESPONSES: Readonly<Record<number, Respond>> = {
  [REPLY](world, interaction, { json, uploads }) {
    const body = checkMessage('callback', json);
    const place = placeOf(interaction, body);
    interaction.originalId = createMessage(world, place, { body, uploads }).id;
    interaction.answerId = interaction.originalId;
    return 'reply';
  },
  [DEFER](world, interaction, { json }) {
    const body = checkMessage('callback', json);
    const isOther = ((body.flags ?? 0) & ~MessageFlags.Ephemeral) !== 0;
    if (isOther) refuseIf(['data.flags: only EPHEMERAL is valid on a defer']);
    interaction.originalId = createMessage(world, placeOf(interaction, body), null).id;
    return 'defer';
  },
  [UPDATE](world, interaction, { json, uploads }) {
    const source = world.messages.get(interaction.sourceId ?? '');
    if (!source) throw new DiscordError('unknownMessage');
    editMessage(world, source, { body: checkMessage('callbackUpdate', json), uploads });
    interaction.originalId = source.id;
    interaction.answerId = source.id;
    return 'update';
  },
  [DEFER_UPDATE](_world, interaction, { json }) {
    checkMessage('callbackUpdate', json);
    interaction.originalId = interaction.sourceId;
    return 'defer-update';
  },
  [FORM](_world, interaction, { json }) {
    interaction.form = checkForm(json);
    return 'form';
  },
  [CHOICES](_world, interaction, { json }) {
    interaction.choices = checkChoices(json);
    return 'choices';
  },
};

function placeOf(interaction: Interaction, { flags }: MessageBody): Place {
  const { channel } = interaction;
  return { channel, interaction, ephemeral: ((flags ?? 0) & MessageFlags.Ephemeral) !== 0 };
}

/** The interaction of a webhook's token. @throws DiscordError where it is over or has no response */
export function answered(world: World, token: string): Interaction {
  const interaction = world.interactions.get(token);
  if (!interaction || world.now() - interaction.createdAt > TOKEN_MS) {
    throw new DiscordError('expiredToken');
  }
  if (interaction.first === null || interaction.first === 'none') {
    throw new DiscordError('unknownWebhook');
  }
  return interaction;
}

/** @throws DiscordError where the message is none of this interaction's */
export function answerNamed(world: World, interaction: Interaction, name: string): StoredMessage {
  const id = name === '@original' ? interaction.originalId : name;
  const message = world.messages.get(id ?? '');
  const isOwn =
    id === interaction.originalId || message?.interaction_metadata?.id === interaction.id;
  if (!message || !isOwn) throw new DiscordError('unknownMessage');
  return message;
}

/** @throws DiscordError */
export function editAnswer(
  world: World,
  { interaction, message }: { interaction: Interaction; message: StoredMessage },
  { json, uploads }: Sent,
): StoredMessage {
  const edited = editMessage(world, message, { body: checkMessage('followUpEdit', json), uploads });
  if (message.id === interaction.originalId) interaction.answerId = message.id;
  changed(world, interaction.person.guildId);
  return edited;
}

/** The first one to a deferred reply fills that, whatever its own flags say. @throws DiscordError */
export function followUp(world: World, interaction: Interaction, sent: Sent): StoredMessage {
  const { json, uploads } = sent;
  const original = world.messages.get(interaction.originalId ?? '');
  const body = checkMessage('followUp', json);
  const message =
    original && isThinking(original)
      ? editMessage(world, original, { body, uploads })
      : createMessage(world, placeOf(interaction, body), { body, uploads });
  interaction.answerId ??= message.id;
  changed(world, interaction.person.guildId);
  return message;
}
