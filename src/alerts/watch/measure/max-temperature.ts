import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import { toDecimal } from '../../../domain/numbers/numeric.js';
import { isOffline } from '../../../domain/pool/miner-status.js';
import type { Miner } from '../../../pool-api/resources.js';
import { compare } from './compare.js';

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
