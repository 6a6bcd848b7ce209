import { settlesWithin } from '../domain/in-time.js';

/**
 * Of each server so much is worked on at once; the rest waits in a line of its own, in the order
 * in which it came. A burst of clicks takes its own server's time and no other's.
 */
export interface GuildQueue {
  /** Resolves or rejects as the work does. */
  run<Result>(guildId: string, work: () => Promise<Result>): Promise<Result>;
}

export interface GuildQueueOptions {
  /** Of one server. */
  readonly atOnce: number;
  /** Work that takes longer goes on and makes room; left out, none does. */
  readonly roomForMs?: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createGuildQueue({ atOnce, roomForMs }: GuildQueueOptions): GuildQueue {
  const lines = new Map<string, Line>();

  function enter(guildId: string): Promise<void> {
    const line = lines.get(guildId) ?? { running: 0, waiting: [] };
    lines.set(guildId, line);
    if (line.running === atOnce) return new Promise((resolve) => line.waiting.push(resolve));
    line.running += 1;
    return Promise.resolve();
  }

  function leave(guildId: string): void {
    const line = lines.get(guildId);
    if (line === undefined) return;
    const next = line.waiting.shift();
    // Once around the loop, where the other servers' work is.
    if (next !== undefined) return void setImmediate(next);
    line.running -= 1;
    if (line.running === 0) lines.delete(guildId);
  }

  return {
    async run(guildId, work) {
      await enter(guildId);
      const result = work();
      const over = roomForMs === undefined ? result : settlesWithin(roomForMs, result);
      const makeRoom = (): void => leave(guildId);
      over.then(makeRoom, makeRoom);
      return result;
    },
  };
}
