import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import { isFailing, isOffline } from '../../../domain/pool/miner-status.js';
import type { MinerFilter } from '../../../pool-api/client.js';
import type { Miner } from '../../../pool-api/resources.js';
import { compare } from './compare.js';

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

/** How many miners are in a state, as far as they were read. */
export interface MinerCount {
  readonly at: number;
  readonly count: number;
  /** False where there may be more. */
  readonly isAll: boolean;
  /** How many of them at which site, by its id; those of no site are left out. */
  readonly bySite: ReadonlyMap<string, number>;
}

/** As many as a card has room for. */
const MAX_SITES = 3;

/** Too few in a list that wasn't read to its end says nothing. */
export function measureCount(
  rule: AlertRule,
  { at, count, isAll, bySite }: MinerCount,
  siteNames: ReadonlyMap<string, string>,
): Reading | null {
  const reading = compare(rule, { at, value: count, atLeast: !isAll });
  if (reading?.verdict !== 'breached') return isAll ? reading : null;
  const sites = [...bySite]
    .map(([id, of]) => ({ name: siteNames.get(id) ?? id, count: of }))
    .toSorted((one, other) => other.count - one.count);
  return { ...reading, sites: sites.slice(0, MAX_SITES) };
}
