import { settlesWithin } from '../domain/async/timeout.js';
import type { FollowEnd } from '../views/fleet/follow.js';

/** One message that only one person sees, followed by the process that answered. */
export interface PrivateFollow {
  /** Why it has to end now, with a last state; null while it may go on. */
  readonly cutOff: () => FollowEnd | null;
  /** Resolves after `ms`, or as soon as it has to end. Never rejects. */
  readonly pause: (ms: number) => Promise<void>;
  /** The given part, or null as soon as it has to end. The part's own failure is thrown. */
  readonly unlessCut: <Value>(part: Promise<Value>) => Promise<Value | null>;
  readonly leave: () => void;
}

/**
 * The private follows of this process. They are not in the store, because they die with it; so
 * they are counted here, and told when they have to end.
 */
export function createPrivateFollows() {
  const running = new Set<{ readonly guildId: string; readonly cut: (end: FollowEnd) => void }>();
  let isStopped = false;

  return {
    used: (guildId: string): number =>
      [...running].filter((each) => each.guildId === guildId).length,
    enter(guildId: string): PrivateFollow {
      const { follow, cut } = cuttable(() => running.delete(entry));
      const entry = { guildId, cut };
      running.add(entry);
      if (isStopped) cut({ kind: 'restarting' });
      return follow;
    },
    forget(guildId: string): void {
      for (const each of running) if (each.guildId === guildId) each.cut({ kind: 'disconnected' });
    },
    /** For a process that stops: each shows its last state, which a drain waits for. */
    stop(): void {
      isStopped = true;
      for (const each of running) each.cut({ kind: 'restarting' });
    },
  };
}

function cuttable(leave: () => void): { follow: PrivateFollow; cut: (end: FollowEnd) => void } {
  let end: FollowEnd | null = null;
  let wake: (value: null) => void = () => undefined;
  const over = new Promise<null>((resolve) => (wake = resolve));
  const follow: PrivateFollow = {
    cutOff: () => end,
    async pause(ms) {
      await settlesWithin(ms, over);
    },
    unlessCut: (part) => Promise.race([part, over]),
    leave,
  };
  return {
    follow,
    cut: (why) => {
      end ??= why;
      wake(null);
    },
  };
}
