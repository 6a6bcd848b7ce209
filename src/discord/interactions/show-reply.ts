import { ReplyNotShown } from '../../domain/messages/reply-not-shown.js';
import type { Reply } from '../../domain/messages/reply.js';
import { showThrottled } from './throttled-edits.js';
import type { Job } from './job.js';
import type { Responder } from './responder.js';

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
  if (rest === null) {
    await showOne(reply, responder);
    await tellWhere(reply, parts);
    return;
  }
  try {
    await responder.show(reply, true);
  } catch (error) {
    // Nobody will ask for more states, so release what it holds, one of few places.
    await rest.return?.();
    throw error;
  }
  onFollowed();
  await showThrottled({
    states: rest,
    show: (state) => responder.show(state),
    isOver: () => responder.state === 'lost' || (isStopping() && !writes),
  });
}

async function showOne({ otherwise, ...reply }: Reply, responder: Responder): Promise<void> {
  try {
    await responder.show(reply, reply.onPosted !== undefined);
  } catch (error) {
    if (otherwise === undefined) throw error;
    throw new ReplyNotShown(otherwise, { cause: error });
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
