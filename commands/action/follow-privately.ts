import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../src/command.js';
import { settle } from '../../src/domain/settle.js';
import { hasEnded, pauseAfter } from '../../src/follow/following.js';
import type { Reply } from '../../src/reply.js';
import { failureSentence } from '../../src/views/failures.js';
import { fleetActionEmbed } from '../../src/views/fleet-action.js';
import { followReply, type Followed } from '../../src/views/follow.js';

/** The token of an answer that one person sees lives 15 minutes; a little is kept for the way. */
const PRIVATE_MS = 14 * 60_000;

/**
 * Follows on a message that one person sees. It can be edited only while its interaction's
 * token lives and by this process, so it is not kept in the store and says when it ends.
 */
export async function* followPrivately(
  asked: Followed,
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
): AsyncGenerator<Reply> {
  const startedAt = clock.now();
  let followed: Followed = { ...asked, until: Math.min(asked.until, startedAt + PRIVATE_MS) };
  yield withoutButtons(followReply(followed, null));
  for (;;) {
    await pause(pauseAfter(clock.now() - startedAt));
    const read = await settle(pool.getFleetAction(asked.actionId));
    const { trouble, ...calm } = followed;
    followed = read.ok
      ? { ...calm, embed: fleetActionEmbed(read.value) }
      : {
          ...calm,
          trouble: {
            since: trouble?.since ?? clock.now(),
            sentence: failureSentence(read.error),
          },
        };
    if (read.ok && hasEnded(read.value.value))
      return yield followReply(followed, { kind: 'ended' });
    if (clock.now() >= followed.until) return yield followReply(followed, { kind: 'time-up' });
    yield withoutButtons(followReply(followed, null));
  }
}

/** Whoever sees it alone dismisses it to be rid of it. */
function withoutButtons(reply: Reply): Reply {
  return { ...reply, components: [] };
}
