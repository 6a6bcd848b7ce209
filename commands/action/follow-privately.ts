import type { Context } from '../../src/command.js';
import { toResult } from '../../src/domain/errors/result.js';
import { pauseAfter } from '../../src/follow/follow-record.js';
import type { PrivateFollow } from '../../src/follow/private-follows.js';
import { endAfter, figuresAfter, type Figures } from '../../src/follow/figures.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { followReply, type Followed } from '../../src/views/fleet/follow.js';

/** A private answer's token lives 15 minutes; this leaves a margin. */
const PRIVATE_MS = 14 * 60_000;

/**
 * Follows in a private message. Only this process can edit it, while its token lives, so it isn't
 * stored and ends with the process.
 */
export async function* followPrivately(
  asked: Followed,
  place: PrivateFollow,
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
): AsyncGenerator<Reply> {
  try {
    const startedAt = clock.now();
    const limits = { until: Math.min(asked.until, startedAt + PRIVATE_MS) };
    let figures: Figures = { embed: asked.embed };
    const shown = (): Followed => ({ ...asked, ...limits, ...figures });
    yield withoutButtons(followReply(shown(), null));
    for (;;) {
      await place.pause(pauseAfter(clock.now() - startedAt));
      const read = await place.unlessCut(toResult(pool.getFleetAction(asked.actionId)));
      const cutOff = place.cutOff();
      if (read === null || cutOff !== null) return yield followReply(shown(), cutOff);
      figures = figuresAfter(figures, read, clock.now());
      const end = endAfter(limits, read, clock.now());
      if (end !== null) return yield followReply(shown(), end);
      yield withoutButtons(followReply(shown(), null));
    }
  } finally {
    place.leave();
  }
}

/** A private message has no Stop button: its reader dismisses it. */
function withoutButtons(reply: Reply): Reply {
  return { ...reply, components: [] };
}
