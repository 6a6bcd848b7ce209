import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../src/command.js';
import { toResult } from '../../src/domain/errors/result.js';
import { endAfter, figuresAfter, pauseAfter } from '../../src/fleet/follow/follow-record.js';
import type { PrivateFollow } from '../../src/fleet/follow/private-follows.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { failedMinersIfAny } from '../../src/views/fleet/failed-miners.js';
import { followReply, type ShownFollow } from '../../src/views/fleet/follow.js';
import { MINUTE_MS } from '../../src/domain/time/units.js';

/** Below the 15 minutes that an answer's token lives. */
const PRIVATE_MS = 14 * MINUTE_MS;

/**
 * Follows in a message that only one person sees. Only this process can edit it, and only while its
 * interaction's token lives, so it isn't stored and says when it ends. If cut off, it ends at once
 * without waiting.
 */
export async function* followPrivately(
  { connectedAt, ...follow }: ShownFollow & { readonly connectedAt: number },
  { cutOff, leave }: PrivateFollow,
  { pool, clock, guilds, guildId }: Pick<Context, 'pool' | 'clock' | 'guilds' | 'guildId'>,
): AsyncGenerator<Reply> {
  try {
    const startedAt = clock.now();
    let followed: ShownFollow = {
      ...follow,
      until: Math.min(follow.until, startedAt + PRIVATE_MS),
    };
    let failure: unknown;
    for (;;) {
      yield withoutStop(followReply(followed, null, failure), followed);
      const pause = sleep(pauseAfter(clock.now() - startedAt), null);
      const cut = await Promise.race([cutOff, pause]);
      if (cut !== null) return yield followReply(followed, cut, failure);
      // Another process may have deleted or replaced the key, which is told to nobody here.
      const key = await toResult(guilds.keyInfo(guildId));
      if (key.ok && key.value?.connectedAt !== connectedAt)
        return yield followReply(followed, { kind: 'disconnected' }, failure);
      const read = await Promise.race([cutOff, toResult(pool.getFleetAction(follow.actionId))]);
      if ('kind' in read) return yield followReply(followed, read, failure);
      const { silentSince: _, ...before } = followed;
      followed = { ...before, ...figuresAfter(followed, read, clock.now()) };
      failure = read.ok ? undefined : read.error;
      const end = endAfter(followed, read, clock.now());
      if (end !== null) return yield followReply(followed, end, failure);
    }
  } finally {
    leave();
  }
}

/** The person who sees it can dismiss it instead. */
function withoutStop(reply: Reply, { figures, actionId }: ShownFollow): Reply {
  return { ...reply, components: failedMinersIfAny(figures, actionId) };
}
