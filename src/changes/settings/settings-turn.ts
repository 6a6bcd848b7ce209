import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../domain/time/clock.js';
import { UserError } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Store } from '../../store/store.js';
import {
  othersSettingSentence,
  settingTooSlowSentence,
} from '../../views/setup/setting-sentences.js';

/**
 * One at a time over all processes, for each guild: whoever sets something reads what was, sets
 * it and enters it, and two who did so at once would leave a trail whose last word is not what
 * is in force.
 */
export interface SettingsTurn {
  /** Throws a UserError, and does nothing, when no turn is to be had in time. */
  run<Result>(guildId: string, work: Work<Result>): Promise<Result>;
  /** As `run`, but outwaits a process that died in its turn. */
  runPatiently<Result>(guildId: string, work: Work<Result>): Promise<Result>;
}

/**
 * Throws a UserError once the turn may run out before so many calls of the store have ended. To
 * be called where what is written is decided: what compares and sets is then decided anew, and
 * stopped here, when others wrote since.
 */
export type CheckTurn = (calls: 1 | 2) => void;

type Work<Result> = (check: CheckTurn) => Promise<Result>;

export interface SettingsTurnParts {
  readonly store: Pick<Store, 'claim' | 'release'>;
  readonly clock: Clock;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Of a process that dies in its turn; many times what a turn takes. */
const HELD_MS = 15_000;
/** One call of the store waits up to 5 s for a file that others have locked. */
const CALL_MS = 5_250;
const LOOK_AGAIN_MS = 75;
const LOOKS = { ofPeople: 5_000 / LOOK_AGAIN_MS, patient: 20_000 / LOOK_AGAIN_MS };

export function createSettingsTurn(parts: SettingsTurnParts): SettingsTurn {
  const { store, clock, pause = (ms) => wait(ms) } = parts;

  /** Gives since when it is held: from before the call, for that may have waited itself. */
  async function take(key: string, looks: number): Promise<number> {
    for (let look = 1; look <= looks; look++) {
      const askedAt = clock.now();
      if (await store.claim(key, HELD_MS)) return askedAt;
      // Jittered, so that nobody is always the last to look.
      await pause(LOOK_AGAIN_MS * (0.5 + Math.random()));
    }
    throw new UserError(othersSettingSentence);
  }

  async function run<Result>(guildId: string, work: Work<Result>, looks: number): Promise<Result> {
    const key = `settings:${guildId}`;
    const takenAt = await take(key, looks);
    const hasTimeFor = (calls: number) => clock.now() - takenAt < HELD_MS - calls * CALL_MS;
    try {
      return await work((calls) => {
        if (!hasTimeFor(calls)) throw new UserError(settingTooSlowSentence);
      });
    } finally {
      // What ran out may be another's by now, and what cannot be given back runs out.
      if (hasTimeFor(1)) await toResult(store.release(key));
    }
  }

  return {
    run: (guildId, work) => run(guildId, work, LOOKS.ofPeople),
    runPatiently: (guildId, work) => run(guildId, work, LOOKS.patient),
  };
}
