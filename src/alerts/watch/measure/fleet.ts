import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import { toDecimal } from '../../../domain/numbers/numeric.js';
import { isOffline } from '../../../domain/pool/miner-status.js';
import type { Miner } from '../../../pool-api/resources.js';
import { compare } from './compare.js';

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

/**
 * The hottest miner of the first page, which the pool sorts. An offline miner has the temperature
 * from when it was last seen.
 */
export function measureTemperature(
  rule: AlertRule,
  { at, miners }: { readonly at: number; readonly miners: readonly Miner[] },
): Reading | null {
  const given = miners.flatMap((miner) => {
    const { max_temperature: value } = miner;
    const degrees = toDecimal(value);
    if (value === null || value === undefined || degrees === null) return [];
    return [{ value, degrees, isSeen: isOffline(miner) !== true }];
  });
  const isSorted = given.every(
    ({ degrees }, index) => given[index - 1]?.degrees.lessThan(degrees) !== true,
  );
  const hottest = given
    .filter(({ isSeen }) => isSeen)
    .reduce<(typeof given)[number] | null>(
      (most, each) => (most?.degrees.greaterThanOrEqualTo(each.degrees) === true ? most : each),
      null,
    );
  const reading = compare(rule, { at, value: hottest?.value, atLeast: !isSorted });
  // A pool that doesn't sort may have hotter ones on another page.
  return isSorted || reading?.verdict === 'breached' ? reading : null;
}
