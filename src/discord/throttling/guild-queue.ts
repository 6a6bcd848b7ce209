import { settlesWithin } from '../../domain/async/timeout.js';
import { SECOND_MS } from '../../domain/time/units.js';

export interface GuildQueueOptions {
  /** Per server. */
  readonly atOnce: number;
  /** Work that takes longer continues but frees its place; if left out, it never does. */
  readonly makesWayAfterMs?: number;
}

/** As long as Discord waits for an acknowledgement. */
const MAX_WAIT_MS = 3 * SECOND_MS;

interface GuildLine {
  running: number;
  urgent: number;
  /** Set while a crowd of urgent work holds the rest back. */
  timer: NodeJS.Timeout | null;
  /** The current crowd has held the rest back long enough. */
  waitedEnough: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Runs at most `atOnce` jobs per server; the rest wait in that server's own line, first come, first
 * served. A burst of clicks costs its own server time and no other.
 */
export function createGuildQueue({ atOnce, makesWayAfterMs }: GuildQueueOptions) {
  const lines = new Map<string, GuildLine>();

  function lineOf(guildId: string): GuildLine {
    const line = lines.get(guildId) ?? {
      running: 0,
      urgent: 0,
      timer: null,
      waitedEnough: false,
      waiting: [],
    };
    lines.set(guildId, line);
    return line;
  }

  const isCrowded = (line: GuildLine) => line.urgent > atOnce;
  const hasRoom = (line: GuildLine) =>
    line.running < atOnce && (line.waitedEnough || !isCrowded(line));

  /** Counts urgent work (work with a deadline) in or out. */
  function countUrgent(guildId: string, line: GuildLine, by: 1 | -1): void {
    line.urgent += by;
    if (isCrowded(line)) {
      line.timer ??= setTimeout(() => {
        line.waitedEnough = true;
        goOn(guildId, line);
      }, MAX_WAIT_MS);
    } else if (line.timer !== null) {
      clearTimeout(line.timer);
      line.timer = null;
      line.waitedEnough = false;
    }
  }

  /** Starts whatever there is room for. */
  function goOn(guildId: string, line: GuildLine): void {
    while (hasRoom(line)) {
      const next = line.waiting.shift();
      if (next === undefined) break;
      line.running += 1;
      // Yields to the event loop, so that other servers' work gets a turn.
      setImmediate(next);
    }
    if (line.running + line.urgent + line.waiting.length === 0) lines.delete(guildId);
  }

  /** The caller has already taken a place in the line. */
  function begin<Result>(
    guildId: string,
    line: GuildLine,
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
    /** How much work is waiting, across all servers. */
    waiting(): number {
      let count = 0;
      for (const line of lines.values()) count += line.waiting.length;
      return count;
    },
    /** Settles as the work does. */
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
     * Runs work with a deadline at once. While more than `atOnce` of it runs, nothing else of its
     * server starts, for at most `MAX_WAIT_MS`: a slow Discord must not block anything for good.
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
