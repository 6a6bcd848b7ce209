import { MessageFlags, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { PostedMessage, Reply } from '../../domain/messages/reply.js';
import type { Channels } from '../../domain/messages/channels.js';
import { DiscordSilent } from '../rest/discord-http.js';
import type {
  Delivery,
  FirstResponse,
  InteractionHandle,
  InteractionRest,
} from '../rest/interaction-rest.js';

/**
 * Answers one interaction, whatever the state of the conversation is: first response, edit of
 * it, or, when its token is dead, edit as a channel message.
 */
export interface Responder {
  /** `lost`: Discord no longer takes an answer, or somebody else gave one. Then all is silent. */
  readonly state: 'silent' | 'deferred' | 'answered' | 'lost';
  /** Milliseconds from arrival to the first response that Discord took. */
  readonly firstResponseMs: number | null;
  /** The message of the answer, where everybody can see it and its id was told. */
  readonly standing: PostedMessage | null;
  /** Never throws: an unheard defer may have arrived, so a read's answer is tried all the same. */
  defer(): Promise<Deferral>;
  /** `lasting`: edits will follow, perhaps after the token's death, when the id is needed. */
  show(reply: Reply, lasting?: boolean): Promise<void>;
  /** A failure, privately wherever that can still be chosen; a card stays as it stands. */
  fail(reply: Reply): Promise<void>;
  open(modal: APIModalInteractionResponseCallbackData): Promise<void>;
}

/** What became of a deferral. `delivered` means that Discord took it, `arrived-before` that it took one. */
export type Deferral = Delivery['kind'] | 'refused' | 'unheard';

export interface Conversation {
  readonly handle: InteractionHandle;
  readonly channelId: string;
  /** `update`: the answer replaces the message that the click came from. */
  readonly shows: 'new' | 'update';
  /** Only the person sees it. Fixed before anything runs. */
  readonly ephemeral: boolean;
  /** The message clicked on, where there is one. */
  readonly messageId?: string;
}

/** Interaction tokens live 15 minutes; a little is kept for the way. */
const TOKEN_LIFE_MS = 14.5 * 60_000;
/** An upload beyond this may miss the 3 s of a first response. */
const DIRECT_UPLOAD = 512 * 1024;

export function createResponder(
  talk: Conversation,
  { rest, channels }: { rest: InteractionRest; channels: Pick<Channels, 'edit'> },
): Responder {
  let state: Responder['state'] = 'silent';
  let firstResponseMs: number | null = null;
  let messageId = talk.shows === 'update' ? talk.messageId : undefined;

  async function respond(first: FirstResponse, lasting = false): Promise<Delivery['kind']> {
    const delivery = await rest.respond(talk.handle, first, lasting);
    messageId ??= delivery.messageId;
    if (delivery.kind === 'gone' || delivery.kind === 'taken') state = 'lost';
    else firstResponseMs = Date.now() - talk.handle.receivedAt;
    return delivery.kind;
  }

  async function defer(): Promise<Deferral> {
    const deferral = await respond(
      talk.shows === 'update'
        ? { kind: 'defer-update' }
        : { kind: 'defer', ephemeral: talk.ephemeral },
    ).catch((error: unknown) => (error instanceof DiscordSilent ? 'unheard' : 'refused'));
    // Whether an answer can still be given shows when it is there.
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
      // Which of our tries arrived is unknown; editing makes the answer whole either way.
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

  async function show(reply: Reply, lasting = false): Promise<void> {
    if (state === 'silent' && uploadSize(reply) > DIRECT_UPLOAD) await defer();
    if (state === 'lost') return;
    if (state === 'silent') await showFirst(reply, lasting);
    else await editOriginal(reply);
  }

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
   * A public "thinking" cannot become private, but it can be taken back, and what follows chooses
   * again. Should it still stand, the follow-up fills it: then everybody sees it, and that is all.
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
    get state() {
      return state;
    },
    get firstResponseMs() {
      return firstResponseMs;
    },
    get standing() {
      if (talk.ephemeral || messageId === undefined) return null;
      return { channelId: talk.channelId, messageId };
    },
    defer,
    show,
    fail,
    async open(modal) {
      await respond({ kind: 'modal', modal });
      if (state === 'silent') state = 'answered';
    },
  };
}

function uploadSize({ files = [] }: Reply): number {
  return files.reduce((sum, { data }) => sum + data.byteLength, 0);
}

/** Whether the message that a click came from is one that only this person sees. */
export function isEphemeral(flags: number | undefined): boolean {
  return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}
