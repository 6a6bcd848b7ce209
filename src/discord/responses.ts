import {
  InteractionResponseType,
  MessageFlags,
  RESTJSONErrorCodes,
  Routes,
  type APIInteraction,
} from 'discord-api-types/v10';
import { DiscordAPIError, type REST } from 'discord.js';
import { placeOf, type PostedMessage } from './channels.js';
import type { Answers } from './command.js';
import { toModal, type Message } from './render-reply.js';
import type { Choice, Form } from './reply.js';

/**
 * Result of the first response. `already`: another delivery of the interaction has been
 * answered. `gone`: it came too late, and Discord has told the person that it failed.
 */
type Taken = 'taken' | 'already' | 'gone';

export type Responses = ReturnType<typeof createResponses>;

/** Answers one interaction: by its first response or, once there is one, by edits. */
export function createResponses(
  { id, token, application_id: applicationId }: APIInteraction,
  { first: firstRest, rest }: Record<'first' | 'rest', REST>,
) {
  const original = Routes.webhookMessage(applicationId, token);
  const callback = Routes.interactionCallback(id, token);
  let first: Promise<Taken> | null = null;

  /** Tried twice. If both fail, another first response may be tried. */
  function respond(
    type: InteractionResponseType,
    data: object,
    files: Message['files'] = [],
  ): Promise<Taken> {
    const send = () =>
      firstRest
        .post(callback, { body: { type, data }, files, auth: false })
        .then((): Taken => 'taken', refusal);
    const sent = send().catch(async () => {
      const taken = await send();
      // Only the receipt of the first try was lost.
      return taken === 'already' ? 'taken' : taken;
    });
    first = sent;
    sent.catch(() => (first = null));
    return sent;
  }

  const answer = (type: InteractionResponseType, { body, files }: Message, privately: boolean) =>
    respond(type, seen(body, privately), files);
  const edit = ({ body, files }: Message) => rest.patch(original, { body, files, auth: false });

  return {
    /** Acknowledges; only the first call does anything. */
    async defer(answers: Answers): Promise<Taken> {
      const type =
        answers === 'update'
          ? InteractionResponseType.DeferredMessageUpdate
          : InteractionResponseType.DeferredChannelMessageWithSource;
      return first ?? respond(type, seen({}, isPrivate(answers)));
    },
    /** May be called again, to replace what was shown. False if Discord no longer takes it. */
    async show(message: Message, answers: Answers): Promise<boolean> {
      const type =
        answers === 'update'
          ? InteractionResponseType.UpdateMessage
          : InteractionResponseType.ChannelMessageWithSource;
      const isFirst = first === null;
      const taken = await (first ?? answer(type, message, isPrivate(answers)));
      if (taken === 'already' || (taken === 'taken' && !isFirst)) await edit(message);
      return taken !== 'gone';
    },
    /** Privately, and without touching the message that was clicked. */
    async fail(message: Message, answers: Answers): Promise<void> {
      const type = InteractionResponseType.ChannelMessageWithSource;
      if (first === null) await answer(type, message, true);
      else if ((await first) === 'gone') return;
      else if (isPrivate(answers)) await edit(message);
      else {
        // A public "thinking…" cannot become private, but it can go.
        if (answers !== 'update') await rest.delete(original, { auth: false });
        const { body, files } = message;
        const route = Routes.webhook(applicationId, token);
        await rest.post(route, { body: seen(body, true), files, auth: false });
      }
    },
    /** False if Discord no longer takes a form. */
    async open(form: Form): Promise<boolean> {
      return (await respond(InteractionResponseType.Modal, toModal(form))) !== 'gone';
    },
    offer: (choices: readonly Choice[]): Promise<unknown> =>
      respond(InteractionResponseType.ApplicationCommandAutocompleteResult, {
        choices: choices.map(({ label, value }) => ({ name: label, value })),
      }),
    place: async (): Promise<PostedMessage> => placeOf(await rest.get(original, { auth: false })),
  };
}

export const isPrivate = (answers: Answers) => answers === 'private' || answers === 'form';

function seen(body: object, privately: boolean): object {
  return privately ? { ...body, flags: MessageFlags.Ephemeral } : body;
}

function refusal(error: unknown): Taken {
  const code = error instanceof DiscordAPIError ? error.code : null;
  if (code === RESTJSONErrorCodes.UnknownInteraction) return 'gone';
  if (code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) return 'already';
  throw error;
}
