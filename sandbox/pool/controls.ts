import type { MinerRecord } from './fleet.js';
import { addressOf, coinsOf, timestamp } from './formulas.js';
import { applySettings } from './settings.js';
import type { Workspace } from './types.js';
import { settingsOf, worldOf } from './workspace.js';

/** What others do to a workspace, behind the bot's back. */

const beforeOutage = new WeakMap<MinerRecord, MinerRecord>();

/** Its miners go offline. */
export function losePower(workspace: Workspace, siteName: string): void {
  const dark = { hashing_status: 'offline', healthy_status: 'failing' };
  for (const miner of minersAt(workspace, siteName)) {
    if (miner.hashing_status === 'offline' || miner.hashing_status === 'N/A') continue;
    beforeOutage.set(miner, { ...miner });
    miner.last_seen_at = timestamp(worldOf(workspace).now());
    Object.assign(miner, { ...dark, hashrate: '0', power: 0, max_temperature: 0 });
  }
}

export function restorePower(workspace: Workspace, siteName: string): void {
  for (const miner of minersAt(workspace, siteName)) {
    const { site_id: _, ...before } = beforeOutage.get(miner) ?? miner;
    Object.assign(miner, before);
    beforeOutage.delete(miner);
  }
}

/** Its fans fail: what hashes runs 12 °C hotter, or cools down again. */
export function changeHeat(workspace: Workspace, siteName: string, degrees: 12 | -12): void {
  for (const miner of minersAt(workspace, siteName)) {
    if (miner.hashing_status === 'hashing') miner.max_temperature += degrees;
  }
}

function minersAt(workspace: Workspace, siteName: string): MinerRecord[] {
  const site = workspace.sites.find(({ name }) => name === siteName);
  if (!site) throw new RangeError(`No site ${siteName}`);
  return worldOf(workspace).miners.filter((miner) => miner.site_id === site.id);
}

/** Replaces the first payout address; returns the new one. */
export function changeAddressElsewhere(
  workspace: Workspace,
  subaccount: string,
  currency: string,
): string {
  const world = worldOf(workspace);
  const record = settingsOf(world, subaccount, currency);
  const [first, ...others] = record?.addresses ?? [];
  if (!record || !first) throw new RangeError(`${subaccount} has no ${currency} payout address`);
  const coin = coinsOf[currency]?.[0] ?? currency;
  const external_address = addressOf(coin, 'elsewhere', first.external_address);
  const { address_name, revenue_allocation } = first;
  const addresses = [{ address_name, external_address, revenue_allocation }, ...others];
  applySettings(record, { addresses }, world.now());
  return external_address;
}
