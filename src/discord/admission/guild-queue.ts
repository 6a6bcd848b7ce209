import { settlesWithin } from '../../domain/async/timeout.js';

export interface GuildQueueOptions {
  /** Of one server. */
  readonly atOnce: number;
  /** Work that takes longer goes on and makes room; left out, none does. */
  readonly makesWayAfterMs?: number;
}

/** As long as Discord waits for an acknowledgement. */
const MAX_HELD_MS = 3_000;

interface Line {
  running: number;
  urgent: number;
  /** While a crowd holds the rest back. */
  held: NodeJS.Timeout | null;
  /** The crowd that is there has held the rest back for long enough. */
  heldEnough: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Of each server so much is worked on at once; the rest waits in a line of its own, in the order
 * in which it came. A burst of clicks takes its own server's time and no other's.
 */
export function createGuildQueue({ atOnce, makesWayAfterMs }: GuildQueueOptions) {
  const lines = new Map<string, Line>();

  function lineOf(guildId: string): Line {
    const line = lines.get(guildId) ?? {
      running: 0,
      urgent: 0,
      held: null,
      heldEnough: false,
      waiting: [],
    };
    lines.set(guildId, line);
    return line;
  }

  const isCrowded = (line: Line) => line.urgent > atOnce;
  const hasRoom = (line: Line) => line.running < atOnce && (line.heldEnough || !isCrowded(line));

  /** Counts one more, or one less, of what has a deadline. */
  function countUrgent(guildId: string, line: Line, by: 1 | -1): void {
    line.urgent += by;
    if (isCrowded(line)) {
      line.held ??= setTimeout(() => {
        line.heldEnough = true;
        goOn(guildId, line);
      }, MAX_HELD_MS);
    } else if (line.held !== null) {
      clearTimeout(line.held);
      line.held = null;
      line.heldEnough = false;
    }
  }

  /** Begins what has room now. */
  function goOn(guildId: string, line: Line): void {
    while (hasRoom(line)) {
      const next = line.waiting.shift();
      if (next === undefined) break;
      line.running += 1;
      // Once around the loop, where the other servers' work is.
      setImmediate(next);
    }
    if (line.running + line.urgent + line.waiting.length === 0) lines.delete(guildId);
  }

  /** Its place is taken already. */
  function begin<Result>(
    guildId: string,
    line: Line,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const result = work();
    const over = makesWayAfterMs === undefined ? result : settlesWithin(makesWayAfterMs, result);
    const leave = (): void => {
      line.running -= 1;
      goOn(guildId, line);
    };
    over.then(leave, leave);
    return result;
  }

  return {
    /** How many wait, of all servers. */
    waiting(): number {
      let count = 0;
      for (const line of lines.values()) count += line.waiting.length;
      return count;
    },
    /** Resolves or rejects as the work does. */
    run<Result>(guildId: string, work: () => Promise<Result>): Promise<Result> {
      const line = lineOf(guildId);
      if (hasRoom(line)) {
        line.running += 1;
        return begin(guildId, line, work);
      }
      return new Promise<void>((resolve) => line.waiting.push(resolve)).then(() =>
        begin(guildId, line, work),
      );
    },
    /**
     * At once, for what has a deadline: while there is a crowd of it, nothing else of its server
     * begins, but for no longer than `MAX_HELD_MS`: a slow Discord must stop nothing for good.
     */
    async runNow<Result>(guildId: string, work: () => Promise<Result>): Promise<Result> {
      const line = lineOf(guildId);
      countUrgent(guildId, line, 1);
      try {
        return await work();
      } finally {
        countUrgent(guildId, line, -1);
        goOn(guildId, line);
      }
    },
  };
}

export type GuildQueue = ReturnType<typeof createGuildQueue>;
