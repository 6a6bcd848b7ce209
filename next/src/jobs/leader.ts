import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';

const RENEW_MS = 20_000;
const LEASE_MS = 60_000;

/** One process at a time does the background work. */
export interface Leader {
  readonly isLeader: () => boolean;
  /** Gives the lease back, so that another process takes over at its next look. */
  stop(): Promise<void>;
}

interface LeaderParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Unique to this process. */
  readonly holder: string;
  readonly log: Logger;
}

/** Resolves after the first try, whether it won or not. */
export async function createLeader({ store, clock, holder, log }: LeaderParts): Promise<Leader> {
  // What was last written is believed only until it ends: who cannot renew stops by itself.
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
    async stop() {
      stopRenewing();
      heldUntil = 0;
      await store.db.deleteFrom('lease').where('holder', '=', holder).execute();
    },
  };
}
