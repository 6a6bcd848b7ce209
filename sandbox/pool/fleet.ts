import { DAY, bytes, timestamp, uuidFrom } from './formulas.js';
import type { SubaccountRecord } from './settings.js';

const luxos = { name: 'LuxOS', version: '2026.9.12.201544' };
const bitmain = { name: 'Bitmain', version: '49.0.1.3' };
const microbt = { name: 'MicroBT', version: '20260418.22.REL' };
const whatsminer = { name: 'Whatsminer', version: '20251106.16.REL' };

/** `rated` in TH/s; `upTo` in 100 miners. */
const models = [
  { name: 'Antminer S19k Pro', rated: 120, watts: 2760, fans: 4, upTo: 33, firmware: luxos },
  { name: 'Antminer S21 Pro', rated: 234, watts: 3510, fans: 4, upTo: 57, firmware: luxos },
  { name: 'Antminer S21 XP', rated: 270, watts: 3645, fans: 4, upTo: 72, firmware: bitmain },
  { name: 'Whatsminer M60S', rated: 186, watts: 3441, fans: 2, upTo: 90, firmware: microbt },
  { name: 'Whatsminer M60', rated: 172, watts: 3422, fans: 2, upTo: 100, firmware: whatsminer },
];
const ratings = new Map(models.map(({ name, rated }) => [name, rated * 1e12]));

/** 30 in 1,000 miners are offline, 28 idle, 7 unknown; 39 of those that hash fail. */
function stateAt(rank: number, size: number) {
  const upTo = (share: number) => rank < Math.ceil((size * share) / 1000);
  if (upTo(30)) return { hashing: 'offline', healthy: 'failing', output: 0 };
  if (upTo(58)) return { hashing: 'idle', healthy: 'healthy', output: 0 };
  if (upTo(65)) return { hashing: 'N/A', healthy: 'N/A', output: 0 };
  if (upTo(104)) return { hashing: 'hashing', healthy: 'failing', output: 0.45 };
  return { hashing: 'hashing', healthy: 'healthy', output: 1 };
}

export type MinerRecord = ReturnType<typeof makeMiner>;

interface Place {
  /** Its number in the fleet, and how many there are. */
  readonly index: number;
  readonly size: number;
  /** Its network, and its number there. */
  readonly network: number;
  readonly place: number;
  readonly agent: string;
  readonly now: number;
}

/** 2.13 */
export function makeMiner({ name, site }: SubaccountRecord, at: Place) {
  const draw = bytes('miner', at.index);
  const share = (byte: number) => (draw[byte] ?? 0) / 256;
  const model = models.find(({ upTo }) => share(0) * 100 < upTo);
  if (!model) throw new RangeError('The models are fewer than 100 of 100');
  // 7919 is prime to every size: each rank is met once, all over the fleet.
  const { hashing, healthy, output } = stateAt((at.index * 7919) % at.size, at.size);
  const [rack, slot] = [1 + Math.floor(at.place / 48), 1 + (at.place % 48)];
  const heat = healthy === 'failing' ? 70 + share(2) * 10 : 58 + share(2) * 18;
  const id = uuidFrom(draw);
  const hidden = hashing === 'offline' || hashing === 'N/A';
  const running = (value: number) => (output > 0 ? Math.round(value) : 0);
  return {
    id,
    ip_address: `10.${at.network}.${rack}.${slot}`,
    mac_address: `02:1a:4b:${id.slice(0, 2)}:${id.slice(2, 4)}:${id.slice(4, 6)}`,
    model: model.name,
    firmware: { ...model.firmware },
    hashing_status: hashing,
    healthy_status: healthy,
    site_id: site.id,
    agent_id: at.agent,
    /** In whole GH/s, so that sums are exact. */
    hashrate: `${Math.round(model.rated * output * (0.97 + share(1) * 0.06) * 1000) * 1e9}`,
    power: running(model.watts * (0.96 + share(3) * 0.08)),
    max_temperature: running(heat),
    fan_speed: Array.from({ length: model.fans }, (_, fan) =>
      running(5200 + Math.round(share(8 + fan) * 100) * 10),
    ),
    pool: {
      url: 'stratum+tcp://btc.pool.example:3333',
      username: name,
      worker: `${name.split('-')[0]}.r${rack}u${slot}`,
    },
    last_seen_at: timestamp(at.now - (hidden ? (1 + share(7) * 9) * DAY : 0)),
    url: `/v2/commander/miners/${id}`,
  };
}

/** What an agent reaches was seen within the last 80 s; the others stay as they were. */
export function seeMiners(miners: readonly MinerRecord[], now: number): void {
  for (const [index, miner] of miners.entries()) {
    if (miner.hashing_status === 'hashing' || miner.hashing_status === 'idle')
      miner.last_seen_at = timestamp(now - 1000 * (10 + ((index * 7) % 70)));
  }
}

/** Rigs for other currencies: H/s (ZEC: Sol/s) of each subaccount with that line. */
export const rigs: Readonly<Record<string, { line: string; count: number; rate: number }>> = {
  LTC_DOGE: { line: 'air', count: 11, rate: 103_400_000_000 },
  SC: { line: 'hydro', count: 3, rate: 61_500_000_000_000 },
  ZEC: { line: 'immersion', count: 4, rate: 3_360_000 },
};

/** Sums over miners; hashrates in H/s. `up` and `daily` are of the last 24 hours. */
const nothing = { current: 0, daily: 0, rated: 0, active: 0, up: 0, known: 0 };
export type Output = typeof nothing;

/** By subaccount. A miner offline for less than a day still counts in the daily rate. */
export function outputs(miners: readonly MinerRecord[], now: number): Map<string, Output> {
  const sums = new Map<string, Output>();
  for (const miner of miners) {
    const sum = sums.get(miner.pool.username) ?? { ...nothing };
    sums.set(miner.pool.username, sum);
    const rated = ratings.get(miner.model) ?? 0;
    const part = shareOfDay(miner, now);
    sum.daily += Math.round((rated * part * 0.975) / 1e9) * 1e9;
    sum.up += part;
    if (miner.hashing_status !== 'N/A') sum.known += 1;
    if (miner.hashing_status !== 'hashing') continue;
    sum.current += Number(miner.hashrate);
    sum.rated += rated;
    sum.active += 1;
  }
  return sums;
}

function shareOfDay({ hashing_status, last_seen_at }: MinerRecord, now: number): number {
  if (hashing_status === 'hashing') return 1;
  return hashing_status === 'offline' ? Math.max(0, 1 - (now - Date.parse(last_seen_at)) / DAY) : 0;
}
