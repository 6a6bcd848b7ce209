import type { MinerFilter } from '../../../pool-api/client.js';
import { isFailing, isOffline } from '../../../domain/pool/miner-status.js';
import type { Miner } from '../../../pool-api/resources.js';

/** A pool may ignore a filter, so each row is asked too; null if it doesn't say. */
export interface CountedMiners {
  readonly filter: MinerFilter;
  readonly is: (miner: Miner) => boolean | null;
}

/** What the conditions that count miners count. */
export const COUNTED_MINERS = {
  'offline-miners': { filter: { hashingStatus: 'offline' }, is: isOffline },
  'failing-miners': { filter: { healthyStatus: 'failing' }, is: isFailing },
} as const satisfies Record<string, CountedMiners>;
