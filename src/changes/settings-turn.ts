import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../domain/clock.js';
import { UserError } from '../domain/errors.js';
import { settle } from '../domain/settle.js';
import type { Store } from '../store/store.js';
import { othersSettingSentence } from '../views/setting-sentences.js';

/**
 * One at a time over all processes, for each guild: whoever sets something reads what was, sets
 * it and enters it, and two who did so at once would leave a trail whose last word is not what
 * is in force.
 */
export interface SettingsTurn {
  /** Throws a UserError, and does nothing, when no turn is to be had in time. */
  run<Result>(guildId: string, work: () => Promise<Result>): Promise<Result>;
  /** As `run`, but outwaits a process that died in its turn. */
  runPatiently<Result>(guildId: string, work: () => Promise<Result>): Promise<Result>;
}

export interface SettingsTurnParts {
  readonly store: Pick<Store, 'claim' | 'release'>;
  readonly clock: Clock;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Of a process that dies in its turn; many times what a turn takes. */
const HELD_MS = 10_000;
const LOOK_AGAIN_MS = 75;
const LOOKS = { ofPeople: 5_000 / LOOK_AGAIN_MS, patient: 15_000 / LOOK_AGAIN_MS };

export function createSettingsTurn(parts: SettingsTurnParts): SettingsTurn {
  const { store, clock, pause = (ms) => wait(ms) } = parts;

  async function take(key: string, looks: number): Promise<void> {
    for (let look = 1; look <= looks; look++) {
      if (await store.claim(key, HELD_MS)) return;
      // Jittered, so that nobody is always the last to look.
      await pause(LOOK_AGAIN_MS * (0.5 + Math.random()));
    }
    throw new UserError(othersSettingSentence);
  }

  async function run<Result>(
    guildId: string,
    work: () => Promise<Result>,
    looks: number,
  ): Promise<Result> {
    const key = `settings:${guildId}`;
    await take(key, looks);
    const takenAt = clock.now();
    try {
      return await work();
    } finally {
      // What ran out may be another's by now, and what cannot be given back runs out.
      if (clock.now() - takenAt < HELD_MS / 2) await settle(store.release(key));
    }
  }

  return {
    run: (guildId, work) => run(guildId, work, LOOKS.ofPeople),
    runPatiently: (guildId, work) => run(guildId, work, LOOKS.patient),
  };
}
