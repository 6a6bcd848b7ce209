import { setClockAhead } from '../../clock-ahead.js';
import type { Workspace } from '../../pool/workspace.js';

/** The one clock of the playground's Discord, pool and bot; a day passes for all three at once. */
export interface Days {
  readonly now: () => number;
  /** How far it is ahead of this machine's. */
  readonly aheadMs: number;
  /** To the next morning. The bot's own clock follows when it is started again. */
  readonly passOne: () => Promise<void>;
}

interface DaysOptions {
  /** Where the bot's process starts. */
  readonly folder: string;
  readonly workspaces: () => readonly Workspace[];
}

const dayMs = 86_400_000;
/** UTC; a post of 08:00 goes out within five minutes, and is not called late before ten. */
const morningMs = (8 * 60 + 6) * 60_000;

export function createDays({ folder, workspaces }: DaysOptions): Days {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  return {
    now,
    get aheadMs() {
      return ahead;
    },
    async passOne() {
      const left = untilMorning(now());
      ahead += left;
      for (const workspace of workspaces()) workspace.advance(left);
      await setClockAhead(folder, ahead);
    },
  };
}

/** Of the next calendar day, in UTC as the pool counts its days. */
export function untilMorning(now: number): number {
  return dayMs - (now % dayMs) + morningMs;
}
