import {
  InteractionResponseType,
  MessageFlags,
  RESTJSONErrorCodes,
  Routes,
  type APIInteraction,
} from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import { FormData, type Dispatcher, type Pool } from 'undici';
import { placeOf, type PostedMessage } from './channels.js';
import type { Answers } from './command.js';
import { toModal, type Message } from './message.js';
import type { Choice, Form } from './reply.js';

/**
 * What came of the first response. `already`: another delivery of the interaction has been
 * answered. `gone`: it came too late, and Discord has told the person that it failed.
 */
type Taken = 'taken' | 'already' | 'gone';

export type Responses = ReturnType<typeof createResponses>;

interface Wire {
  /** To Discord's host, past discord.js's queue: first responses have no rate limit. */
  readonly host: Pool;
  /** Of the API there, such as `/api/v10`. */
  readonly path: string;
  /** For edits, which Discord's global rate limit does not count. */
  readonly rest: REST;
}

/** Answers one interaction: by its first response or, once there is one, by edits. */
export function createResponses(
  { id, token, application_id: applicationId }: APIInteraction,
  { host, path, rest }: Wire,
) {
  const original = Routes.webhookMessage(applicationId, token);
  const callback = path + Routes.interactionCallback(id, token);
  let first: Promise<Taken> | null = null;

  async function respond(
    type: InteractionResponseType,
    data: object,
    files: Message['files'] = [],
  ): Promise<Taken> {
    const send = () => sendFirst(host, callback, bodyOf({ type, data }, files));
    try {
      return await send();
    } catch {
      const taken = await send();
      // Only the receipt of the first try was lost.
      return taken === 'already' ? 'taken' : taken;
    }
  }

  /** If it fails, another first response may be tried. */
  function begin(sent: Promise<Taken>): Promise<Taken> {
    first = sent;
    sent.catch(() => (first = null));
    return sent;
  }

  const answer = (type: InteractionResponseType, { body, files }: Message, privately: boolean) =>
    begin(respond(type, seen(body, privately), files));
  const edit = ({ body, files }: Message) => rest.patch(original, { body, files, auth: false });

  return {
    /** Acknowledges; only the first call does anything. */
    async defer(answers: Answers): Promise<Taken> {
      const type =
        answers === 'update'
          ? InteractionResponseType.DeferredMessageUpdate
          : InteractionResponseType.DeferredChannelMessageWithSource;
      return first ?? begin(respond(type, seen({}, isPrivate(answers))));
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
      const sent = respond(InteractionResponseType.Modal, toModal(form));
      return (await begin(sent)) !== 'gone';
    },
    offer: (choices: readonly Choice[]): Promise<unknown> =>
      respond(InteractionResponseType.ApplicationCommandAutocompleteResult, {
        choices: choices.map(({ label, value }) => ({ name: label, value })),
      }),
    /** Where the answer stands. */
    place: async (): Promise<PostedMessage> => placeOf(await rest.get(original, { auth: false })),
  };
}

export const isPrivate = (answers: Answers) => answers === 'private' || answers === 'form';

function seen(body: object, privately: boolean): object {
  return privately ? { ...body, flags: MessageFlags.Ephemeral } : body;
}

/** A first response must reach Discord within 3 s, so there is time to send it twice. */
const RESPONSE_WITHIN_MS = 1_500;

const REFUSALS: Readonly<Record<string, Taken>> = {
  [RESTJSONErrorCodes.UnknownInteraction]: 'gone',
  [RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged]: 'already',
};

async function sendFirst(host: Pool, path: string, sent: SentBody): Promise<Taken> {
  const answer = await host.request({
    method: 'POST',
    path,
    headersTimeout: RESPONSE_WITHIN_MS,
    ...sent,
  });
  const text = await answer.body.text();
  if (answer.statusCode < 300) return 'taken';
  const [, code = ''] = /"code": ?(\d+)/.exec(text) ?? [];
  const taken = REFUSALS[code];
  if (taken) return taken;
  throw new Error(`Discord did not take an answer: ${answer.statusCode} ${text}`);
}

type SentBody = Pick<Dispatcher.RequestOptions, 'body' | 'headers'>;

function bodyOf(json: object, files: Message['files']): SentBody {
  const text = JSON.stringify(json);
  if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: text };
  const body = new FormData();
  body.append('payload_json', text);
  for (const [index, { name, data }] of files.entries())
    body.append(`files[${index}]`, new Blob([data]), name);
  return { body };
}
