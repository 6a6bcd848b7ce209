import { SECOND_MS } from '../time/units.js';
import { settlesWithin } from './timeout.js';

interface PollLoopParts {
  /** Begins what is due. Resolves with the time until the next look, in ms; never rejects. */
  readonly look: () => Promise<number>;
  /** Drops what hasn't begun. Resolves once nothing is running. */
  readonly drain: () => Promise<unknown>;
}

/** Work that waits for a slow pool must not use up the time that commands have to finish. */
const STOP_WITHIN_MS = 4 * SECOND_MS;

/** Looks again and again for work that is due, until it is stopped. */
export function createPollLoop({ look, drain }: PollLoopParts) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function lookAndSleep(): Promise<void> {
    const sleepMs = await look();
    if (!isStopped) timer = setTimeout(() => void lookAndSleep(), sleepMs);
  }

  return {
    isStopped: (): boolean => isStopped,
    start: (): void => void lookAndSleep(),
    /** Looks no more, and waits a little for what is running. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await settlesWithin(STOP_WITHIN_MS, drain());
    },
  };
}
