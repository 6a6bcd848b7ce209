import { ReplyNotShown } from '../../domain/messages/reply-not-shown.js';
import type { Reply } from '../../domain/messages/reply.js';
import { showThrottled } from './throttled-edits.js';
import type { Job } from './job.js';
import type { Responder } from './responder.js';
import { answerNotTaken } from '../../views/errors/router-sentences.js';
import { DiscordSilent } from '../../domain/errors/discord-errors.js';

/** `rest`: the later states of a reply that goes on; null = there are none. */
interface FirstReply {
  readonly reply: Reply;
  readonly rest: AsyncIterator<Reply> | null;
}

interface ShowReplyParts {
  readonly responder: Responder;
  readonly isStopping: () => boolean;
  readonly onFollowed: () => void;
  readonly onError: (what: string, error: unknown) => void;
}

/** Shows a reply, and its later states until they end, nobody can see them, or the bot stops. */
export async function showReply(
  { reply, rest }: FirstReply,
  { writes }: Pick<Job, 'writes'>,
  parts: ShowReplyParts,
): Promise<void> {
  const { responder, isStopping, onFollowed } = parts;
  const show = (state: Reply, lasting?: boolean) => showOne(state, { writes, lasting, responder });
  if (rest === null) {
    await show(reply, reply.onPosted !== undefined);
    await tellWhere(reply, parts);
    return;
  }
  try {
    await show(reply, true);
  } catch (error) {
    // Nobody will ask for more states, so release what it holds, one of few places.
    await rest.return?.();
    throw error;
  }
  onFollowed();
  await showThrottled({
    states: rest,
    show,
    isOver: () => responder.state === 'lost' || (isStopping() && !writes),
  });
}

interface ShownState extends Pick<Job, 'writes'>, Pick<ShowReplyParts, 'responder'> {
  readonly lasting: boolean | undefined;
}

/** That Discord doesn't take an answer is no fault of what was done, nor of Pitboss. */
async function showOne(
  { otherwise, ...reply }: Reply,
  { writes, lasting, responder }: ShownState,
): Promise<void> {
  try {
    await responder.show(reply, lasting);
  } catch (error) {
    const isSilent = error instanceof DiscordSilent;
    const told = otherwise ?? (isSilent ? { content: answerNotTaken(writes) } : undefined);
    if (told === undefined) throw error;
    throw new ReplyNotShown(told, { cause: error });
  }
}

/** The reply is already shown, so a failure here must not be reported as the reply's. */
async function tellWhere(
  { onPosted }: Reply,
  { responder, onError }: Pick<ShowReplyParts, 'responder' | 'onError'>,
): Promise<void> {
  if (onPosted === undefined || responder.posted === null) return;
  try {
    await onPosted(responder.posted);
  } catch (error) {
    onError('the place of a message could not be noted', error);
  }
}
