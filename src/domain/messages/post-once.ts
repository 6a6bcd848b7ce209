import { ChannelRefused, nullIfRefused } from '../errors/channel-refused.js';
import type { Clock } from '../time/clock.js';
import type { Channels } from './channels-port.js';
import { startElapsed } from '../time/elapsed.js';
import { LEAVES_WITHIN_MS } from './nonce.js';
import type { Reply } from './reply.js';

/** A post that must be made exactly once, whichever process makes it and wherever one is killed. */
export interface OncePost {
  readonly channelId: string;
  /** How a custom id of this message, and no other, begins. */
  readonly customIdPrefix: string;
  /** The same from any process. */
  readonly nonce: string;
  /** Since when it may have been posted; undefined = it never left. */
  readonly maybeSince: number | undefined;
  /** Called only if it isn't posted yet. Null = it is no longer wanted. */
  compose(): Promise<Reply | null>;
  /** Notes durably that it may be posted from now on; false = it must not leave. */
  begin(): Promise<boolean>;
  /** Notes that it is posted: since `at`, at the latest. `isPlain`: in words, as in `PostedReply`. */
  posted(messageId: string, at: number, isPlain?: true): Promise<unknown>;
}

export type FailedPost =
  /** By the channel. */
  | { readonly kind: 'refused'; readonly error: ChannelRefused }
  /** Searched for or sent, but no answer came: nobody knows whether it is posted. */
  | { readonly kind: 'unclear'; readonly error: unknown }
  /** It couldn't be composed: nothing was sent. */
  | { readonly kind: 'before'; readonly error: unknown };

export type PostOutcome = { readonly kind: 'posted' | 'dropped' } | FailedPost;

interface PostOnceParts {
  readonly channels: Pick<Channels, 'post' | 'find'>;
  readonly clock: Clock;
}

/**
 * Looks for the message if it may be posted already, notes that it is about to leave, and sends it
 * with its nonce, from which Discord makes a single message for some minutes. Throws what `begin`
 * throws: then nothing left.
 */
export async function postOnce(
  { channels, clock }: PostOnceParts,
  { channelId, customIdPrefix, nonce, maybeSince, ...post }: OncePost,
): Promise<PostOutcome> {
  try {
    // Twice is better than never where the bot may not read; where it may not post either, that tells.
    const found =
      maybeSince === undefined
        ? null
        : await nullIfRefused(
            channels.find(channelId, customIdPrefix, { sinceMs: maybeSince }),
            'forbidden',
          );
    if (found !== null) {
      await post.posted(found, maybeSince ?? clock.now());
      return { kind: 'posted' };
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
    const { messageId, isPlain } = await channels.post(channelId, reply, nonce);
    await post.posted(messageId, clock.now(), isPlain);
    return { kind: 'posted' };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): FailedPost {
  return error instanceof ChannelRefused ? { kind: 'refused', error } : { kind: 'unclear', error };
}
