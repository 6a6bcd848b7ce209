import type { Context } from '../../src/command.js';
import { settle, type Settled } from '../../src/domain/settle.js';
import { hasEnded, pauseAfter } from '../../src/follow/following.js';
import type { PrivateFollow } from '../../src/follow/private-follows.js';
import type { Read } from '../../src/pool-api/client.js';
import type { FleetAction } from '../../src/pool-api/resources.js';
import type { Reply } from '../../src/reply.js';
import { failureSentence } from '../../src/views/failures.js';
import { fleetActionEmbed } from '../../src/views/fleet-action.js';
import { followReply, type Followed } from '../../src/views/follow.js';

/** The token of an answer that one person sees lives 15 minutes; a little is kept for the way. */
const PRIVATE_MS = 14 * 60_000;

/**
 * Follows on a message that one person sees. It can be edited only while its interaction's
 * token lives and by this process, so it is not kept in the store and says when it ends. A stop
 * of the process ends it at once: nothing waits for the pool or the next look.
 */
export async function* followPrivately(
  asked: Followed,
  place: PrivateFollow,
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
): AsyncGenerator<Reply> {
  try {
    const startedAt = clock.now();
    let followed: Followed = { ...asked, until: Math.min(asked.until, startedAt + PRIVATE_MS) };
    yield withoutButtons(followReply(followed, null));
    for (;;) {
      await place.pause(pauseAfter(clock.now() - startedAt));
      const read = await place.unlessCut(settle(pool.getFleetAction(asked.actionId)));
      const cutOff = place.cutOff();
      if (read === null || cutOff !== null) return yield followReply(followed, cutOff);
      followed = afterRead(followed, read, clock.now());
      if (read.ok && hasEnded(read.value.value))
        return yield followReply(followed, { kind: 'ended' });
      if (clock.now() >= followed.until) return yield followReply(followed, { kind: 'time-up' });
      yield withoutButtons(followReply(followed, null));
    }
  } finally {
    place.leave();
  }
}

function afterRead(
  { trouble, ...calm }: Followed,
  read: Settled<Read<FleetAction>>,
  now: number,
): Followed {
  if (read.ok) return { ...calm, embed: fleetActionEmbed(read.value) };
  const since = trouble?.since ?? now;
  return { ...calm, trouble: { since, sentence: failureSentence(read.error) } };
}

/** Whoever sees it alone dismisses it to be rid of it. */
function withoutButtons(reply: Reply): Reply {
  return { ...reply, components: [] };
}
