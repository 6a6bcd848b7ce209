import {
  InteractionResponseType,
  MessageFlags,
  RESTJSONErrorCodes,
  Routes,
  type APIInteraction,
} from 'discord-api-types/v10';
import { DiscordAPIError, type REST } from 'discord.js';
import { z } from 'zod';
import { toModal } from './forms.js';
import type { Message } from './message.js';
import type { Choice, Form } from './reply.js';

/**
 * What came of a first response. `already`: Discord has one, which may be ours, sent twice because
 * the receipt was lost. `gone`: too late, and the person has been told that it failed.
 */
export type Taken = 'taken' | 'already' | 'gone';

/** Where a message stands, from Discord's message. */
export const postedSchema = z
  .object({ id: z.string(), channel_id: z.string() })
  .transform(({ id, channel_id }) => ({ channelId: channel_id, messageId: id }));

/** The token works for 15 minutes. Discord's global rate limit does not apply, nor should `rest`'s. */
export function createResponses(
  { id, token, application_id: applicationId }: APIInteraction,
  rest: REST,
) {
  const original = Routes.webhookMessage(applicationId, token);

  async function respond(
    type: InteractionResponseType,
    data?: unknown,
    files: Message['files'] = [],
  ): Promise<Taken> {
    try {
      const body = data === undefined ? { type } : { type, data };
      await rest.post(Routes.interactionCallback(id, token), { body, files, auth: false });
      return 'taken';
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      if (error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) return 'already';
      if (error.code === RESTJSONErrorCodes.UnknownInteraction) return 'gone';
      throw error;
    }
  }

  return {
    reply: (message: Message, isPrivate: boolean) =>
      respond(
        InteractionResponseType.ChannelMessageWithSource,
        privately(message, isPrivate),
        message.files,
      ),
    update: ({ body, files }: Message) =>
      respond(InteractionResponseType.UpdateMessage, body, files),
    defer: (isPrivate: boolean) =>
      respond(
        InteractionResponseType.DeferredChannelMessageWithSource,
        isPrivate ? { flags: MessageFlags.Ephemeral } : undefined,
      ),
    deferUpdate: () => respond(InteractionResponseType.DeferredMessageUpdate),
    openForm: (form: Form) => respond(InteractionResponseType.Modal, toModal(form)),
    offer: (choices: readonly Choice[]) =>
      respond(InteractionResponseType.ApplicationCommandAutocompleteResult, {
        choices: choices.map(({ label, value }) => ({ name: label, value })),
      }),
    /** The first response, or the message that was clicked if that is an update. */
    async edit({ body, files }: Message) {
      await rest.patch(original, { body, files, auth: false });
    },
    /** Where the first response stands. */
    async find() {
      return postedSchema.parse(await rest.get(original, { auth: false }));
    },
    async withdraw() {
      await rest.delete(original, { auth: false });
    },
    async followUp(message: Message, isPrivate: boolean) {
      const body = privately(message, isPrivate);
      await rest.post(Routes.webhook(applicationId, token), {
        body,
        files: message.files,
        auth: false,
      });
    },
  };
}

export type Responses = ReturnType<typeof createResponses>;

function privately({ body }: Message, isPrivate: boolean) {
  return isPrivate ? { ...body, flags: MessageFlags.Ephemeral } : body;
}
