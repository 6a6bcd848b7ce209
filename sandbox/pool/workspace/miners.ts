import type { MinerRecord } from './records.js';
import { timestamp } from './days.js';
import { models, type Firmware, type Model } from './models.js';
import { between, keyed, keyedUuid, pick } from './random.js';
import type { SiteConditions } from './site-conditions.js';
import type { PoolSubaccount, Site } from './sites.js';

/** The fleet: miners aren't stored but computed from their index. */
export interface Fleet {
  readonly size: number;
  /** Only what filters and sorts need. */
  facts(index: number): MinerFacts;
  /** The same as if its site had power and nothing ran hot. */
  readonly usually: (index: number) => MinerFacts;
  miner(index: number): MinerRecord;
  /** First (included) and last (excluded) index of the miners in the block. */
  block(block: number): { from: number; to: number; site: Site | undefined };
  readonly conditions: SiteConditions;
}

export interface MinerFacts {
  readonly model: Model;
  readonly firmware: Firmware;
  readonly site: Site;
  readonly agentId: string;
  readonly hashing: MinerRecord['hashing_status'];
  readonly healthy: MinerRecord['healthy_status'];
  /** H/s. */
  readonly hashrate: number;
  /** W. */
  readonly power: number;
  /** °C. */
  readonly temperature: number;
  /** Seconds since it was last seen. */
  readonly unseen: number;
  /** The IPv4 address as one number. */
  readonly ip: number;
}

export interface FleetOptions {
  readonly seed: number;
  readonly size: number;
  readonly sites: readonly Site[];
  /** At the start: a miner stays in place if its subaccount moves. */
  readonly subaccounts: readonly Readonly<PoolSubaccount>[];
  readonly now: () => number;
  readonly conditions: SiteConditions;
}

interface Block {
  readonly to: number;
  readonly site: Site;
  readonly username: string;
}

/** Above the usual temperature, in °C. */
const heat = 22;

export function createFleet(options: FleetOptions): Fleet {
  const { seed, sites, now, conditions } = options;
  const blocks = createBlocks(options);

  function facts(index: number): MinerFacts {
    const known = usually(index);
    const { id } = known.site;
    const outSince = conditions.outSince(id);
    if (outSince !== null) return withoutPower(known, now() - outSince);
    const isHot = conditions.hot.has(id) && known.temperature > 0;
    return isHot ? { ...known, temperature: known.temperature + heat } : known;
  }

  function usually(index: number): MinerFacts {
    const { site } = blockAt(blocks, index);
    const model = pick(models, keyed(seed, 1, index));
    const state = stateOf(keyed(seed, 2, index), keyed(seed, 3, index));
    const share = state.hashing === 'hashing' ? state.share : 0;
    return {
      model,
      firmware: pick(model.firmware, keyed(seed, 4, index)),
      site,
      agentId: pick(site.agentIds, keyed(seed, 5, index)),
      hashing: state.hashing,
      healthy: state.healthy,
      hashrate: Math.round(
        model.terahash * 1e12 * share * between(0.96, 1.03, keyed(seed, 6, index)),
      ),
      power: share > 0 ? Math.round(model.watts * between(0.96, 1.05, keyed(seed, 7, index))) : 0,
      temperature: share > 0 ? Math.round(between(58, 84, keyed(seed, 8, index))) : 0,
      unseen: Math.round(state.unseen * between(0.2, 1, keyed(seed, 9, index))),
      ip: ipOf(index, sites.indexOf(site)),
    };
  }

  function miner(index: number): MinerRecord {
    const known = facts(index);
    const id = keyedUuid(seed, 'miner', index);
    const ip = dotted(known.ip);
    const running = known.power > 0;
    return {
      id,
      ip_address: ip,
      mac_address: macOf(seed, index),
      model: known.model.name,
      firmware: { ...known.firmware },
      hashing_status: known.hashing,
      healthy_status: known.healthy,
      site_id: known.site.id,
      agent_id: known.agentId,
      hashrate: `${known.hashrate}`,
      power: known.power,
      max_temperature: known.temperature,
      fan_speed: Array.from({ length: known.model.fans }, (_, fan) =>
        running ? Math.round(between(4200, 6400, keyed(seed, 10, index, fan))) : 0,
      ),
      pool: {
        url: 'stratum+tcp://btc.pool.example:3333',
        username: blockAt(blocks, index).username,
        worker: ip.replaceAll('.', 'x'),
      },
      last_seen_at: timestamp(now() - known.unseen * 1000),
      url: `/v2/commander/miners/${id}`,
    };
  }

  return {
    size: blocks.at(-1)?.to ?? 0,
    facts,
    usually,
    miner,
    block: (block) => ({
      from: blocks[block - 1]?.to ?? 0,
      to: blocks[block]?.to ?? 0,
      site: blocks[block]?.site,
    }),
    conditions,
  };
}

/** What was hashing or idle goes offline; what was already offline stays as it was. */
function withoutPower(known: MinerFacts, forMs: number): MinerFacts {
  if (known.hashing === 'offline' || known.hashing === 'N/A') return known;
  const off = { hashrate: 0, power: 0, temperature: 0 };
  const unseen = known.unseen + Math.round(forMs / 1000);
  return { ...known, ...off, hashing: 'offline', healthy: 'failing', unseen };
}

/** Consecutive miners for each subaccount, some with twice as many as others. */
function createBlocks({ seed, size, sites, subaccounts }: FleetOptions): Block[] {
  const weights = subaccounts.map((_, index) => between(0.7, 1.4, keyed(seed, 'block', index)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  return subaccounts.map(({ name, siteId }, index) => {
    reached += weights[index] ?? 0;
    const site = sites.find(({ id }) => id === siteId);
    if (!site) throw new RangeError(`No site for ${name}`);
    const last = index === subaccounts.length - 1;
    return { to: last ? size : Math.round((size * reached) / whole), site, username: name };
  });
}

function blockAt(blocks: readonly Block[], index: number): Block {
  const block = blocks.find(({ to }) => index < to);
  if (!block) throw new RangeError(`No miner ${index}`);
  return block;
}

function stateOf(chance: number, grade: number) {
  if (chance < 0.93) {
    const failing = grade < 0.04;
    const healthy = failing ? ('failing' as const) : ('healthy' as const);
    return { hashing: 'hashing' as const, healthy, share: failing ? 0.55 : 1, unseen: 60 };
  }
  if (chance < 0.96) {
    return { hashing: 'idle' as const, healthy: 'healthy' as const, share: 0, unseen: 90 };
  }
  if (chance < 0.99) {
    return { hashing: 'offline' as const, healthy: 'failing' as const, share: 0, unseen: 400_000 };
  }
  return { hashing: 'N/A' as const, healthy: 'N/A' as const, share: 0, unseen: 3_000_000 };
}

function ipOf(index: number, site: number): number {
  const network = 10 + site + 20 * Math.floor(index / 64_516);
  const [subnet, host] = [1 + (Math.floor(index / 254) % 254), 1 + (index % 254)];
  return ((10 * 256 + network) * 256 + subnet) * 256 + host;
}

function dotted(ip: number): string {
  return [24, 16, 8, 0].map((bits) => (ip >>> bits) & 0xff).join('.');
}

/** Unique for each index below 2^24: an odd factor loses nothing. */
function macOf(seed: number, index: number): string {
  const spread = Math.imul(index + seed, 0x9e3779b1) & 0xffffff;
  const tail = spread.toString(16).padStart(6, '0').toUpperCase();
  return `C8:11:05:${tail.slice(0, 2)}:${tail.slice(2, 4)}:${tail.slice(4)}`;
}
