import {
  InteractionResponseType,
  MessageFlags,
  type APICommandAutocompleteInteractionResponseCallbackData,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import type { Reply, ReplyFile } from '../../domain/messages/reply.js';
import type { CommandIds } from '../limits/command-ids.js';
import { discordResponse } from './discord-response.js';
import { isAlreadyAcknowledged, isInteractionGone } from './error-codes.js';
import type { DiscordHttp, HttpResponse, HttpRequest } from './discord-http.js';
import { firstMessage, wholeMessage, type MessageBody } from '../messages/message-body.js';
import { takenMessageId, type SentMessage } from '../messages/shown-as-sent.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

/** The interaction to respond to. The token is a secret for 15 minutes. */
export interface InteractionHandle {
  readonly id: string;
  readonly applicationId: string;
  readonly token: string;
  /** The server whose share of connections is used; if left out, the share of all without one. */
  readonly guildId?: string | undefined;
  /** Where its messages are. */
  readonly channelId?: string | undefined;
  /** `Date.now()` on arrival; deadlines count from here. */
  readonly receivedAt: number;
}

export type FirstResponse =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly ephemeral: boolean }
  | { readonly kind: 'update'; readonly reply: Reply }
  | { readonly kind: 'defer'; readonly ephemeral: boolean }
  | { readonly kind: 'defer-update' }
  | { readonly kind: 'modal'; readonly modal: APIModalInteractionResponseCallbackData }
  | {
      readonly kind: 'choices';
      readonly choices: APICommandAutocompleteInteractionResponseCallbackData['choices'];
    };

/**
 * `delivered`: Discord accepted it; has `messageId` if its answer gave one.
 * `arrived-before`: 40060 on a retry: perhaps an earlier attempt of ours had arrived.
 * `taken`: 40060 at once: somebody else answered. Stay silent.
 * `gone`: the interaction or its token no longer exists.
 */
export interface Delivery {
  readonly kind: 'delivered' | 'arrived-before' | 'taken' | 'gone';
  readonly messageId?: string;
}

/** Discord understood and declined, e.g. because of an invalid body: our mistake. */
export class InteractionRefused extends Error {
  override readonly name = 'InteractionRefused';
  readonly status: number;

  constructor(status: number, body: unknown) {
    super(`Discord refused with ${status}: ${(JSON.stringify(body) ?? '').slice(0, 1000)}`);
    this.status = status;
  }
}

/** Discord wants the first response within 3 s; this leaves 200 ms for the way back. */
const RESPOND_WITHIN_MS = 2.8 * SECOND_MS;
const RESPOND_TRY_MS = SECOND_MS;
const EDIT_WITHIN_MS = MINUTE_MS;
/** Text not accepted in this time is lost; files get longer, depending on size. */
const EDIT_TRY_MS = 5 * SECOND_MS;
const MAX_TRY_MS = 20 * SECOND_MS;
/** A slow upload: 100 kB/s. */
const BYTES_PER_MS = 100;

/**
 * The answers to interactions. Every method throws `InteractionRefused` if Discord says no and
 * `DiscordSilent` if nothing comes back in time.
 */
export function createInteractionRest(http: DiscordHttp, commandIds: CommandIds = new Map()) {
  return {
    /** `lasting`: more will follow, so we ask Discord for the id of the message it creates. */
    async respond(to: InteractionHandle, first: FirstResponse, lasting = false): Promise<Delivery> {
      const wantId = lasting && first.kind === 'reply';
      const { json, files } = callbackBody(first, commandIds);
      const sent = { json: json.data ?? {}, channelId: to.channelId };
      const response = await http.send({
        guildId: to.guildId,
        method: 'POST',
        path: `/interactions/${to.id}/${to.token}/callback?with_response=${wantId}`,
        json,
        files,
        isTaken: wantId ? (body) => createdIn(body, sent) !== null : null,
        until: to.receivedAt + RESPOND_WITHIN_MS,
        // An upload takes time; a small answer that takes a second is lost.
        tryMs: files.length > 0 ? RESPOND_WITHIN_MS : RESPOND_TRY_MS,
      });
      return delivery(response, (body) => createdIn(body, sent)?.messageId);
    },
    /** Replaces the whole first message: whatever the new reply lacks disappears. */
    async edit(of: InteractionHandle, reply: Reply): Promise<Delivery> {
      const message = wholeMessage(reply, { commandIds });
      return sendMessage(of, { message, method: 'PATCH', path: '/messages/%40original' });
    },
    /** Deletes the first message; for a deferred response, the "thinking" that everyone sees. */
    async withdraw(of: InteractionHandle): Promise<Delivery> {
      const response = await http.send({
        guildId: of.guildId,
        method: 'DELETE',
        path: `/webhooks/${of.applicationId}/${of.token}/messages/%40original`,
        ...patience(),
        isTaken: null,
      });
      return delivery(response, () => undefined);
    },
    /**
     * A further message that only this person sees, for failures. Retried if unconfirmed: twice is
     * better than never.
     */
    async followUp(to: InteractionHandle, reply: Reply): Promise<Delivery> {
      const message = firstMessage(reply, { commandIds, flags: MessageFlags.Ephemeral });
      return sendMessage(to, { message, method: 'POST', path: '' });
    },
  };

  async function sendMessage(
    { applicationId, token, guildId, channelId }: InteractionHandle,
    { message, method, path }: { message: MessageBody; method: 'PATCH' | 'POST'; path: string },
  ): Promise<Delivery> {
    const idIn = (body: unknown) => takenMessageId(body, { json: message.json, channelId });
    const response = await http.send({
      guildId,
      method,
      path: `/webhooks/${applicationId}/${token}${path}`,
      ...message,
      ...patience(message),
      isTaken: (body) => idIn(body) !== null,
    });
    return delivery(response, (body) => idIn(body) ?? undefined);
  }
}

export type InteractionRest = ReturnType<typeof createInteractionRest>;

function patience({ files = [] }: Partial<MessageBody> = {}): Pick<HttpRequest, 'until' | 'tryMs'> {
  const bytes = files.reduce((sum, { data }) => sum + data.byteLength, 0);
  const tryMs = Math.min(EDIT_TRY_MS + bytes / BYTES_PER_MS, MAX_TRY_MS);
  return { until: Date.now() + EDIT_WITHIN_MS, tryMs };
}

/** Discord's documentation, "Interaction Response Object". */
export function callbackBody(
  first: FirstResponse,
  commandIds: CommandIds,
): { readonly json: CallbackJson; readonly files: readonly ReplyFile[] } {
  if (first.kind === 'reply') {
    const flags = first.ephemeral ? MessageFlags.Ephemeral : undefined;
    const { json, files } = firstMessage(first.reply, { commandIds, flags });
    return { json: { type: InteractionResponseType.ChannelMessageWithSource, data: json }, files };
  }
  if (first.kind === 'update') {
    const { json, files } = wholeMessage(first.reply, { commandIds });
    return { json: { type: InteractionResponseType.UpdateMessage, data: json }, files };
  }
  return { json: fileless(first), files: [] };
}

interface CallbackJson {
  readonly type: InteractionResponseType;
  readonly data?: object;
}

function fileless(first: Exclude<FirstResponse, { kind: 'reply' | 'update' }>): CallbackJson {
  if (first.kind === 'modal') return { type: InteractionResponseType.Modal, data: first.modal };
  if (first.kind === 'defer-update') return { type: InteractionResponseType.DeferredMessageUpdate };
  if (first.kind === 'choices') {
    const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
    return { type, data: { choices: first.choices } };
  }
  const type = InteractionResponseType.DeferredChannelMessageWithSource;
  return first.ephemeral ? { type, data: { flags: MessageFlags.Ephemeral } } : { type };
}

/** Null if it isn't Discord's answer to a first response, which may leave the message out. */
function createdIn(body: unknown, sent: SentMessage): Pick<Delivery, 'messageId'> | null {
  const { interaction, resource } = discordResponse(body);
  if (interaction === undefined) return null;
  if (resource?.message === undefined) return {};
  const messageId = takenMessageId(resource.message, sent);
  return messageId === null ? null : { messageId };
}

function delivery(response: HttpResponse, idIn: (body: unknown) => string | undefined): Delivery {
  if (response.status >= 200 && response.status < 300) {
    const messageId = idIn(response.body);
    return { kind: 'delivered', ...(messageId === undefined ? {} : { messageId }) };
  }
  const body = discordResponse(response.body);
  if (isAlreadyAcknowledged(body.code))
    return { kind: response.repeated ? 'arrived-before' : 'taken' };
  if (isInteractionGone(body.code)) return { kind: 'gone' };
  throw new InteractionRefused(response.status, response.body);
}
