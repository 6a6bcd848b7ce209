import { decimal } from '../../cards/kit/figures.js';
import type { Page, Site } from '../../pool/pool.js';
import type { Miner } from '../../pool/schemas.js';
import type { Reading } from '../alert.js';
import type { Rule } from '../rule.js';
import { compare, watching } from './compare.js';

export const MINERS_A_PAGE = 1_000;
/** Sorted by the pool, so that the hottest come first; some may be offline. */
const HOTTEST = 100;
const MOST_NAMED = 5;

export type MinerStatus = 'offline' | 'failing';

export const MINER_FILTERS = {
  offline: { hashing_status: 'offline' },
  failing: { healthy_status: 'failing' },
} as const;

/** Reads miners in a state: at least as many as the rule asks for, if there are. */
export function minersIn(status: MinerStatus) {
  return watching(
    ({ site, threshold }) => {
      const least = Number(threshold?.value ?? 1);
      const pages = Math.ceil(least / MINERS_A_PAGE);
      const filter = { site_id: site?.id, ...MINER_FILTERS[status] };
      return {
        name: `${status}:${pages}`,
        async ask(pool) {
          const rows: Miner[] = [];
          for (let number = 1; ; number++) {
            const page = await pool.miners(filter, { number, size: MINERS_A_PAGE });
            rows.push(...page.rows);
            if (page.hasMore && number < pages) continue;
            const isMany = rows.length >= least;
            return { ...page, rows, sites: isMany ? await pool.sites().catch(() => []) : [] };
          }
        },
      };
    },
    (rule, answer) => ({ reading: measureCount(rule, status, answer) }),
  );
}

function mostlyAt(miners: readonly Miner[], sites: readonly Site[]): string | undefined {
  const countAt = ({ id }: Site) => miners.filter(({ site_id }) => String(site_id) === id).length;
  return sites.find((site) => countAt(site) * 2 > miners.length)?.name;
}

/** A pool may ignore the filter, so each row is checked. Too few in a list cut short prove nothing. */
function measureCount(
  rule: Rule,
  status: MinerStatus,
  { rows, readAt: at, hasMore, sites }: Page<Miner> & { readonly sites: readonly Site[] },
): Reading | null {
  const miners = rows.filter((miner) => isIn(status, miner) === true);
  const unsaid = rows.filter((miner) => isIn(status, miner) === null).length;
  const isAtLeast = hasMore || unsaid > 0;
  const value = miners.length;
  const mostly = rule.site === null ? mostlyAt(miners, sites) : undefined;
  const reading = compare(rule, { at, value, isAtLeast, miners: named(miners), mostly });
  if (reading?.verdict === 'breached') return reading;
  const most = compare(rule, { at, value: value + unsaid });
  return hasMore || most?.verdict === 'breached' ? null : reading;
}

/**
 * The hottest of the first page, which the pool sorts. An offline miner has the temperature from
 * when it was last seen. In an unsorted list there may be hotter ones on another page.
 */
export const temperature = watching(
  ({ site }) => ({
    name: 'temperature',
    ask: (pool) =>
      pool.miners(
        { site_id: site?.id, sort_by: 'max_temperature', sort_order: 'desc' },
        { number: 1, size: HOTTEST },
      ),
  }),
  (rule, { rows, readAt: at }) => {
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
    const limit = rule.threshold?.value ?? Infinity;
    const hot = running.filter(({ degrees }) => degrees.greaterThanOrEqualTo(limit));
    const reading = compare(rule, {
      at,
      value: running[0]?.degrees,
      isAtLeast: !isSorted,
      miners: named(hot.map(({ miner }) => miner)),
    });
    return { reading: isSorted || reading?.verdict === 'breached' ? reading : null };
  },
);

const WORDS: Readonly<Record<MinerStatus, readonly string[]>> = {
  offline: ['hashing', 'idle', 'offline', 'n/a'],
  failing: ['healthy', 'failing', 'n/a'],
};

/**
 * Null: it does not say. The API description, section 2.13; some pools write
 * `HASHING_STATUS_OFFLINE`.
 */
export function isIn(status: MinerStatus, miner: Miner): boolean | null {
  const given = status === 'offline' ? miner.hashing_status : miner.healthy_status;
  const word = String(given ?? '')
    .toLowerCase()
    .replace(/^(?:hashing|healthy)_status_/, '');
  return WORDS[status].includes(word) ? word === status : null;
}

function named(miners: readonly Miner[]): string[] {
  return miners
    .map(({ ip_address: ip, pool, id }) => String(ip || pool?.worker || id || ''))
    .filter((name) => name !== '')
    .slice(0, MOST_NAMED);
}
