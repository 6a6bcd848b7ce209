import type { Logger } from 'pino';
import { MINUTE, waitAtMost, type Clock } from '../clock.js';
import type { Store } from '../store/store.js';

const RENEW_MS = 20_000;
const LEASE_MS = MINUTE;
const PAUSE_AFTER_FAILURE_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

export type Leader = Awaited<ReturnType<typeof createLeader>>;

interface LeaderParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Unique to this process. */
  readonly holder: string;
  readonly log: Logger;
}

/** One process at a time does the background work. Resolves after the first try to be it. */
export async function createLeader({ store, clock, holder, log }: LeaderParts) {
  // Believed only until it ends, so a process that cannot renew stops by itself.
  let heldUntil = 0;

  async function renew(): Promise<void> {
    const now = clock.now();
    const until = now + LEASE_MS;
    const won = await store.db
      .insertInto('lease')
      .values({ name: 'worker', holder, until })
      .onConflict((on) =>
        on
          .column('name')
          .doUpdateSet({ holder, until })
          .where((where) =>
            where.or([where('lease.holder', '=', holder), where('lease.until', '<=', now)]),
          ),
      )
      .returning('holder')
      .executeTakeFirst();
    if (won !== undefined && heldUntil <= now) log.info('background work runs here');
    heldUntil = won === undefined ? 0 : until;
  }

  const tryRenew = () =>
    renew().catch((error: unknown) => log.warn({ err: error }, 'the lease was not renewed'));
  await tryRenew();
  const stopRenewing = clock.every(RENEW_MS, tryRenew);

  return {
    isLeader: () => clock.now() < heldUntil,
    /** Gives the lease back, so that another process takes over at its next look. */
    async stop(): Promise<void> {
      stopRenewing();
      heldUntil = 0;
      await store.db.deleteFrom('lease').where('holder', '=', holder).execute();
    },
  };
}

/** Background work, done on the leader only. */
export function createJobs(
  { clock, log }: Pick<LeaderParts, 'clock' | 'log'>,
  leader: Pick<Leader, 'isLeader'>,
) {
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
        const running = run().finally(() => underWay.delete(running));
        underWay.add(running);
        await running;
      });
      stops.push(stop);
    },
    /** Starts nothing new and waits for what is under way, at most ten seconds. */
    async stop(): Promise<void> {
      for (const stop of stops) stop();
      await waitAtMost(clock, STOP_WITHIN_MS, Promise.all(underWay));
    },
  };
}
