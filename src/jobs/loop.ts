import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Leader } from './leader.js';

const PAUSE_AFTER_FAILURE_MS = 30_000;
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
    /** Calls `work` on the leader, `everyMs` after the last call ended; later if that failed. */
    add(name: string, everyMs: number, work: () => Promise<void>): void {
      let notBefore = 0;
      async function run(): Promise<void> {
        try {
          await work();
        } catch (error) {
          notBefore = clock.now() + PAUSE_AFTER_FAILURE_MS;
          log.error({ err: error, job: name }, 'background work failed');
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
