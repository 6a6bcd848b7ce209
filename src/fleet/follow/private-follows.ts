import type { FollowEnd } from '../../views/fleet/follow.js';

/** An ephemeral message, followed by the process that answered. */
export interface PrivateFollow {
  /** Resolves if it must end at once, with a last state. */
  readonly cutOff: Promise<FollowEnd>;
  readonly leave: () => void;
}

/** The private follows of this process. They die with it, so they aren't in the store. */
export function createPrivateFollows() {
  const running = new Set<{ readonly guildId: string; readonly cut: (end: FollowEnd) => void }>();
  let isStopped = false;

  return {
    countOf: (guildId: string): number =>
      [...running].filter((each) => each.guildId === guildId).length,
    enter(guildId: string): PrivateFollow {
      let cut: (end: FollowEnd) => void = () => undefined;
      const cutOff = new Promise<FollowEnd>((resolve) => (cut = resolve));
      const entry = { guildId, cut };
      running.add(entry);
      if (isStopped) cut({ kind: 'restarting' });
      return { cutOff, leave: () => void running.delete(entry) };
    },
    forget(guildId: string): void {
      for (const each of running) if (each.guildId === guildId) each.cut({ kind: 'disconnected' });
    },
    /** For a stopping process: each shows its last state, which a drain waits for. */
    stop(): void {
      isStopped = true;
      for (const each of running) each.cut({ kind: 'restarting' });
    },
  };
}
