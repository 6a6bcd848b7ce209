import { MessageFlags, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { PostedMessage, Reply } from '../../domain/messages/reply.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import { DiscordSilent } from '../../domain/errors/discord-errors.js';
import type {
  Delivery,
  FirstResponse,
  InteractionHandle,
  InteractionRest,
} from '../rest/interaction-rest.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/**
 * The fate of a deferral. `delivered`: Discord accepted it; `arrived-before`: it had accepted one.
 */
export type Deferral = Delivery['kind'] | 'refused' | 'unheard';

export interface Conversation {
  readonly handle: InteractionHandle;
  readonly channelId: string;
  /** `update`: the answer replaces the message that was clicked. */
  readonly shows: 'new' | 'update';
  /** Only this person sees it. Fixed before anything runs. */
  readonly ephemeral: boolean;
  /** The message that was clicked, if any. */
  readonly messageId?: string;
}

/** Interaction tokens live 15 minutes; this leaves some for the way. */
const TOKEN_LIFE_MS = 14.5 * MINUTE_MS;
/** A larger upload may miss the 3 s for a first response. */
const DIRECT_UPLOAD = 512 * 1024;

/** `lost`: Discord no longer accepts an answer, or somebody else gave one; we stay silent. */
type AnswerState = 'silent' | 'deferred' | 'answered' | 'lost';

/**
 * Answers one interaction, whatever the state of the conversation: by the first response, by
 * editing it or, once its token has expired, by editing it as a channel message.
 */
export function createResponder(
  talk: Conversation,
  { rest, channels }: { rest: InteractionRest; channels: Pick<Channels, 'edit'> },
) {
  let state: AnswerState = 'silent';
  let firstResponseMs: number | null = null;
  let messageId = talk.shows === 'update' ? talk.messageId : undefined;

  async function respond(first: FirstResponse, lasting = false): Promise<Delivery['kind']> {
    const delivery = await rest.respond(talk.handle, first, lasting);
    messageId ??= delivery.messageId;
    if (delivery.kind === 'gone' || delivery.kind === 'taken') state = 'lost';
    else firstResponseMs = Date.now() - talk.handle.receivedAt;
    return delivery.kind;
  }

  /** Never throws: an unconfirmed defer may have arrived, so a read still tries to answer. */
  async function defer(): Promise<Deferral> {
    const deferral = await respond(
      talk.shows === 'update'
        ? { kind: 'defer-update' }
        : { kind: 'defer', ephemeral: talk.ephemeral },
    ).catch((error: unknown) => (error instanceof DiscordSilent ? 'unheard' : 'refused'));
    // Whether we can still answer shows once there is an answer.
    if (state === 'silent') state = 'deferred';
    return deferral;
  }

  async function showFirst(reply: Reply, lasting: boolean): Promise<void> {
    const first: FirstResponse =
      talk.shows === 'update'
        ? { kind: 'update', reply }
        : { kind: 'reply', reply, ephemeral: talk.ephemeral };
    try {
      const kind = await respond(first, lasting);
      if (state === 'silent') state = 'answered';
      // We can't know which of our attempts arrived; editing completes the answer either way.
      if (kind === 'arrived-before') await editOriginal(reply);
    } catch (error) {
      if (!(error instanceof DiscordSilent)) throw error;
      state = 'deferred';
      await editOriginal(reply);
    }
  }

  async function editOriginal(reply: Reply): Promise<void> {
    if (Date.now() - talk.handle.receivedAt < TOKEN_LIFE_MS) {
      const delivery = await rest.edit(talk.handle, reply);
      messageId ??= delivery.messageId;
      if (delivery.kind !== 'gone') {
        firstResponseMs ??= Date.now() - talk.handle.receivedAt;
        state = 'answered';
        return;
      }
    }
    if (talk.ephemeral || messageId === undefined) state = 'lost';
    else await channels.edit(talk.channelId, messageId, reply);
  }

  /** `lasting`: edits will follow, perhaps after the token has expired, when the id is needed. */
  async function show(reply: Reply, lasting = false): Promise<void> {
    if (state === 'silent' && uploadSize(reply) > DIRECT_UPLOAD) await defer();
    if (state === 'lost') return;
    if (state === 'silent') await showFirst(reply, lasting);
    else await editOriginal(reply);
  }

  /** Shows a failure, privately if that can still be chosen; a card stays as it is. */
  async function fail(reply: Reply): Promise<void> {
    if (state === 'lost') return;
    if (state === 'silent') {
      await respond({ kind: 'reply', reply, ephemeral: true });
      state = 'answered';
    } else if (talk.shows === 'update') await followUp(reply);
    else if (state === 'deferred' && !talk.ephemeral) await failInsteadOfThinking(reply);
    else await editOriginal(reply);
  }

  /**
   * A public "thinking" cannot become private, but it can be withdrawn, and the follow-up can
   * choose. If the withdrawal fails, the follow-up fills it and everyone sees it, but no worse.
   */
  async function failInsteadOfThinking(reply: Reply): Promise<void> {
    await rest.withdraw(talk.handle).catch(() => undefined);
    await followUp(reply);
  }

  async function followUp(reply: Reply): Promise<void> {
    const { kind } = await rest.followUp(talk.handle, reply);
    if (kind === 'gone') state = 'lost';
    else firstResponseMs ??= Date.now() - talk.handle.receivedAt;
  }

  return {
    get state(): AnswerState {
      return state;
    },
    /** Milliseconds from arrival to the first response that Discord accepted. */
    get firstResponseMs(): number | null {
      return firstResponseMs;
    },
    /** The answer's message, if everyone can see it and its id is known. */
    get posted(): PostedMessage | null {
      if (talk.ephemeral || messageId === undefined) return null;
      return { channelId: talk.channelId, messageId };
    },
    defer,
    show,
    fail,
    async open(modal: APIModalInteractionResponseCallbackData): Promise<void> {
      await respond({ kind: 'modal', modal });
      if (state === 'silent') state = 'answered';
    },
  };
}

export type Responder = ReturnType<typeof createResponder>;

function uploadSize({ files = [] }: Reply): number {
  return files.reduce((sum, { data }) => sum + data.byteLength, 0);
}

/** Whether the message that was clicked is visible only to this person. */
export function isEphemeral(flags: number | undefined): boolean {
  return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}
