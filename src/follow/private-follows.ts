import type { FollowEnd } from '../views/follow.js';

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
  const running = new Map<AbortController, string>();
  let isStopped = false;

  return {
    used: (guildId: string): number => [...running.values()].filter((id) => id === guildId).length,
    enter(guildId: string): PrivateFollow {
      const control = new AbortController();
      running.set(control, guildId);
      if (isStopped) control.abort({ kind: 'restarting' } satisfies FollowEnd);
      return followUntil(control.signal, () => running.delete(control));
    },
    /** For a process that stops: each shows its last state, which a drain waits for. */
    stop(): void {
      isStopped = true;
      for (const control of running.keys())
        control.abort({ kind: 'restarting' } satisfies FollowEnd);
    },
  };
}

function followUntil(signal: AbortSignal, leave: () => void): PrivateFollow {
  const cut = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  return {
    // Only `stop` above aborts, and with nothing else.
    cutOff: () => (signal.aborted ? (signal.reason as FollowEnd) : null),
    async pause(ms) {
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
      await Promise.race([over, cut]);
      clearTimeout(timer);
    },
    unlessCut: (part) => Promise.race([part, cut]),
    leave,
  };
}
