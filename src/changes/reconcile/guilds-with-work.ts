import { yieldToOthers } from '../../domain/async/yield-to-others.js';
import type { EngineContext } from '../engine/engine-context.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import { reportFailure } from '../../domain/async/report-failure.js';

const LOOKED_AT_A_TURN = 10;
/** How long to wait after finding that something still lags. */
const SETTLE_AGAIN_MS = MINUTE_MS;

/** The guilds for which something may be due. */
export function createAwakeGuilds({ trail, reconciled, uptime, onError }: EngineContext) {
  /** With the time when to check next whether all is done. */
  const awake = new Map<string, number>();
  /** Goes round all guilds, a few per pass. */
  let cursor: AsyncIterator<string> | null = null;

  /** Call when something was written for that guild. */
  function wake(guildId: string): void {
    awake.set(guildId, 0);
  }

  /** Wakes those of the next `most` guilds that may have something due. Never throws. */
  async function lookAround(most: number): Promise<void> {
    try {
      cursor ??= trail.guilds()[Symbol.asyncIterator]();
      for (let looked = 0; looked < most; looked++) {
        const next = await cursor.next();
        if (next.done === true) {
          cursor = null;
          return;
        }
        if (looked % LOOKED_AT_A_TURN === 0) await yieldToOthers();
        if (!awake.has(next.value) && !(await reconciled.isReconciled(next.value)))
          wake(next.value);
      }
    } catch (error) {
      cursor = null;
      onError('the changes of all guilds were left alone', error);
    }
  }

  /** Wakes every guild that may have something due. Never throws. */
  async function wakeAll(): Promise<void> {
    cursor = null;
    await lookAround(Infinity);
  }

  /** One guild's failure doesn't delay the others. Never throws. */
  async function each(work: (guildId: string) => Promise<void>): Promise<void> {
    for (const guildId of awake.keys()) {
      await reportFailure(
        work(guildId),
        `the changes of guild ${guildId} were left alone`,
        onError,
      );
    }
  }

  return {
    wake,
    lookAround,
    wakeAll,
    each,
    /** Whether it is time to check if all is done. */
    mayRest: (guildId: string): boolean => (awake.get(guildId) ?? 0) <= uptime(),
    /**
     * Begins such a check, and puts the next one off. What it returns lets the guild rest: false if
     * something was written since.
     */
    beginRest(guildId: string): () => boolean {
      const again = uptime() + SETTLE_AGAIN_MS;
      awake.set(guildId, again);
      return () => awake.get(guildId) === again && awake.delete(guildId);
    },
  };
}
