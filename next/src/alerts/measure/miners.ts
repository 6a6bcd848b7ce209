import { Decimal } from 'decimal.js';
import { decimal } from '../../cards/kit/figures.js';
import type { Page } from '../../pool/pool.js';
import type { Miner } from '../../pool/schemas.js';
import type { Reading } from '../alert.js';
import type { Rule } from '../rule.js';
import { compare } from './compare.js';

const MOST_MINERS = 5;
const MOST_SITES = 3;

export type MinerStatus = 'offline' | 'failing';

/** Miners in a state, as far as the list was read. */
export interface MinerCount {
  readonly at: number;
  /** Those that the pool says are in it. */
  readonly miners: readonly Miner[];
  /** Rows that do not say; a pool may ignore the filter, so each row is asked. */
  readonly unsaid: number;
  readonly isAll: boolean;
}

export function countMiners(
  status: MinerStatus,
  {
    rows,
    isAll,
    at,
  }: { readonly rows: readonly Miner[]; readonly isAll: boolean; readonly at: number },
): MinerCount {
  const said = rows.map((miner) => [miner, isIn(status, miner)] as const);
  return {
    at,
    miners: said.filter(([, is]) => is === true).map(([miner]) => miner),
    unsaid: said.filter(([, is]) => is === null).length,
    isAll,
  };
}

/** Too few in a list that was not read to its end say nothing. */
export function measureCount(
  rule: Rule,
  count: MinerCount,
  siteNames: ReadonlyMap<string, string>,
): Reading | null {
  const { at, miners, unsaid, isAll } = count;
  const isAtLeast = !isAll || unsaid > 0;
  const reading = compare(rule, { at, value: miners.length, isAtLeast, miners: named(miners) });
  if (reading?.verdict === 'breached') return { ...reading, sites: bySite(miners, siteNames) };
  const most = isAll ? compare(rule, { at, value: miners.length + unsaid }) : null;
  if (reading === null || most === null || most.verdict === 'breached') return null;
  return { ...reading, verdict: most.verdict, sites: bySite(miners, siteNames) };
}

/**
 * The hottest of the first page, which the pool sorts. An offline miner has the temperature from
 * when it was last seen. In a list that is not sorted there may be hotter ones on another page.
 */
export function measureTemperature(rule: Rule, { rows, readAt: at }: Page<Miner>): Reading | null {
  const given = rows.flatMap((miner) => {
    const degrees = decimal(miner.max_temperature);
    return degrees === null ? [] : [{ miner, degrees }];
  });
  const isSorted = given.every(
    ({ degrees }, index) => given[index - 1]?.degrees.lessThan(degrees) !== true,
  );
  const running = given
    .filter(({ miner }) => isIn('offline', miner) !== true)
    .toSorted((one, other) => other.degrees.comparedTo(one.degrees));
  const limit = decimal(rule.threshold?.value) ?? new Decimal(Infinity);
  const hot = running.filter(({ degrees }) => degrees.greaterThanOrEqualTo(limit));
  const reading = compare(rule, {
    at,
    value: running[0]?.degrees,
    isAtLeast: !isSorted,
    miners: named(hot.map(({ miner }) => miner)),
  });
  return isSorted || reading?.verdict === 'breached' ? reading : null;
}

/** The API description, section 2.13; some pools write `HASHING_STATUS_OFFLINE`. Null: it does not say. */
function isIn(status: MinerStatus, { hashing_status, healthy_status }: Miner): boolean | null {
  const given = status === 'offline' ? hashing_status : healthy_status;
  const word = String(given ?? '')
    .toLowerCase()
    .replace(/^(?:hashing|healthy)_status_/, '');
  return WORDS[status].includes(word) ? word === status : null;
}

const WORDS: Readonly<Record<MinerStatus, readonly string[]>> = {
  offline: ['hashing', 'idle', 'offline', 'n/a'],
  failing: ['healthy', 'failing', 'n/a'],
};

function named(miners: readonly Miner[]): string[] {
  return miners
    .map(({ ip_address: ip, pool, id }) => String(ip || pool?.worker || id || ''))
    .filter((name) => name !== '')
    .slice(0, MOST_MINERS);
}

/** A site whose name is not known goes by its id. */
function bySite(miners: readonly Miner[], names: ReadonlyMap<string, string>): Reading['sites'] {
  const counts = new Map<string, number>();
  for (const { site_id: site } of miners)
    if (site) counts.set(String(site), (counts.get(String(site)) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ name: names.get(id) ?? id, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_SITES);
}
