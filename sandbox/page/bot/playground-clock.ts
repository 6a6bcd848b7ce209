import { setClockOffset, TURN_LEAD_MS } from '../../clock-ahead.js';
import { aheadAt, minutesPassing, steppedUntil, type ClockOffset } from '../../clock-offset.js';
import { DAY_MS } from '../../../src/domain/time/units.js';

/** The clock shared by the playground's Discord, pool and bot. */
export interface PlaygroundClock {
  readonly now: () => number;
  /** How it differs from this machine's. */
  readonly turn: ClockOffset;
  /** Skips to the next morning. The bot's own clock follows when the bot is restarted. */
  readonly passDay: () => Promise<void>;
  /**
   * Lets this many minutes pass, a second each, so that the bot does in each what it does once a
   * minute. Does nothing while others pass. Resolves when they begin to pass.
   */
  readonly passMinutes: (minutes: number) => Promise<void>;
  /** In one step, in which the bot does nothing. */
  readonly skipMinutes: (minutes: number) => Promise<void>;
}

interface PlaygroundClockOptions {
  /** The folder where the bot's process starts. */
  readonly folder: string;
  readonly onTurn?: () => void;
  /** How long each skipped minute takes. */
  readonly minuteMs?: number;
}

/** UTC; a post of 08:00 goes out within five minutes, and isn't called late before ten. */
const morningMs = (8 * 60 + 6) * 60_000;

export function createPlaygroundClock({
  folder,
  onTurn,
  minuteMs = 1_000,
}: PlaygroundClockOptions): PlaygroundClock {
  let turn: ClockOffset = { aheadMs: 0 };
  const aheadMs = () => aheadAt(turn, Date.now());
  const now = () => Date.now() + aheadMs();

  async function set(next: ClockOffset): Promise<void> {
    turn = next;
    onTurn?.();
    await setClockOffset(folder, turn);
  }

  return {
    now,
    get turn() {
      return turn;
    },
    passDay: () => set({ aheadMs: aheadMs() + untilMorning(now()) }),
    skipMinutes: (minutes) => set({ aheadMs: aheadMs() + minutes * 60_000 }),
    async passMinutes(minutes) {
      if (Date.now() < steppedUntil(turn)) return;
      const from = Date.now() + TURN_LEAD_MS;
      await set(minutesPassing(minutes, turn, { from, everyMs: minuteMs }));
    },
  };
}

/** The morning of the next calendar day, in UTC, as the pool counts days. */
export function untilMorning(now: number): number {
  return DAY_MS - (now % DAY_MS) + morningMs;
}
