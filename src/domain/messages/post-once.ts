import { ChannelRefused } from '../errors/channel-refused.js';
import type { Clock } from '../time/clock.js';
import type { Channels } from './channels.js';
import { startElapsed } from '../time/elapsed.js';
import { LEAVES_WITHIN_MS } from './nonce.js';
import type { Reply } from './reply.js';

/** A post that must stand once, whichever process makes it and wherever one is killed. */
export interface OncePost {
  readonly channelId: string;
  /** How a custom id of this message, and of no other, begins. */
  readonly mark: string;
  /** The same from whatever process. */
  readonly nonce: string;
  /** Since when it may stand there; undefined = it never left. */
  readonly maybeSince: number | undefined;
  /** Asked only where it doesn't stand yet. Null = it isn't to be posted any more. */
  compose(): Promise<Reply | null>;
  /** Notes durably that it may stand from now on; false = it must not leave. */
  begin(): Promise<boolean>;
  /** Notes that it stands: since `at`, at the latest. */
  stands(messageId: string, at: number): Promise<unknown>;
}

export type PostFailed =
  /** The channel did. */
  | { readonly kind: 'refused'; readonly error: ChannelRefused }
  /** Looked for or sent, and no answer came: nobody knows whether it stands. */
  | { readonly kind: 'unclear'; readonly error: unknown }
  /** It couldn't be composed: nothing was sent. */
  | { readonly kind: 'before'; readonly error: unknown };

export type PostOutcome = { readonly kind: 'stands' | 'dropped' } | PostFailed;

interface OnceParts {
  readonly channels: Pick<Channels, 'post' | 'find'>;
  readonly clock: Clock;
}

/**
 * Looks for the message where it may stand already, notes that it is about to leave, and sends it
 * with its nonce, of which Discord makes one message for some minutes. Throws what `begin` throws:
 * then nothing left.
 */
export async function postOnce(
  { channels, clock }: OnceParts,
  { channelId, mark, nonce, maybeSince, ...post }: OncePost,
): Promise<PostOutcome> {
  try {
    const found =
      maybeSince === undefined ? null : await channels.find(channelId, mark, maybeSince);
    if (found !== null) {
      await post.stands(found, maybeSince ?? clock.now());
      return { kind: 'stands' };
    }
  } catch (error) {
    return failed(error);
  }
  let reply;
  try {
    reply = await post.compose();
  } catch (error) {
    return { kind: 'before', error };
  }
  const elapsed = startElapsed(clock);
  if (reply === null || !(await post.begin())) return { kind: 'dropped' };
  try {
    // The process stood still, and another one may have looked for it in vain and sent it.
    if (elapsed() > LEAVES_WITHIN_MS) throw new Error('too late to be sent');
    const { messageId } = await channels.post(channelId, reply, nonce);
    await post.stands(messageId, clock.now());
    return { kind: 'stands' };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): PostFailed {
  return error instanceof ChannelRefused ? { kind: 'refused', error } : { kind: 'unclear', error };
}
