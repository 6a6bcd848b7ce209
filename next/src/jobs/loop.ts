import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Leader } from './leader.js';

const MAX_PAUSE_MS = 5 * 60_000;
const STOP_WITHIN_MS = 10_000;

interface JobsParts {
  readonly clock: Clock;
  readonly leader: Pick<Leader, 'isLeader'>;
  readonly log: Logger;
}

/** Background work, done on the leader only. */
export function createJobs({ clock, leader, log }: JobsParts) {
  const stops: (() => void)[] = [];
  const underWay = new Set<Promise<void>>();

  return {
    /**
     * Calls `work` every `everyMs` while this process is the leader; the next call comes `everyMs`
     * after the last one ended. After failures it is called less often, at least every five minutes.
     */
    add(name: string, everyMs: number, work: () => Promise<void>): void {
      let failures = 0;
      let notBefore = 0;
      async function run(): Promise<void> {
        try {
          await work();
          failures = 0;
        } catch (error) {
          failures += 1;
          notBefore = clock.now() + Math.min(everyMs * 2 ** failures, MAX_PAUSE_MS);
          log.error({ err: error, job: name, failures }, 'background work failed');
        }
      }
      const stop = clock.every(everyMs, async () => {
        if (!leader.isLeader() || clock.now() < notBefore) return;
        const running = run();
        underWay.add(running);
        await running;
        underWay.delete(running);
      });
      stops.push(stop);
    },
    /** Starts nothing new and waits for what is under way, at most ten seconds. */
    async stop(): Promise<void> {
      for (const stop of stops) stop();
      const patience = new AbortController();
      await Promise.race([Promise.all(underWay), clock.sleep(STOP_WITHIN_MS, patience.signal)]);
      patience.abort();
    },
  };
}
