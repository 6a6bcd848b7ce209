import { settlesWithin } from '../domain/in-time.js';

/**
 * What people ask of one server waits in one line: so much is worked on at once, the rest in the
 * order in which it came. A burst of clicks takes its own server's time and no other's.
 */
export interface GuildQueue {
  /** Resolves or rejects as the work does. */
  run<Result>(guildId: string, work: () => Promise<Result>): Promise<Result>;
}

const AT_ONCE = 8;
/**
 * Work that takes longer waits for somebody else, such as the pool, and makes room: a pool that
 * is silent must not keep `/changes freeze` waiting.
 */
const ROOM_FOR_MS = 1_000;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createGuildQueue(): GuildQueue {
  const lines = new Map<string, Line>();

  function enter(guildId: string): Promise<void> {
    const line = lines.get(guildId) ?? { running: 0, waiting: [] };
    lines.set(guildId, line);
    if (line.running === AT_ONCE) return new Promise((resolve) => line.waiting.push(resolve));
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
      void settlesWithin(ROOM_FOR_MS, result).then(() => leave(guildId));
      return result;
    },
  };
}
