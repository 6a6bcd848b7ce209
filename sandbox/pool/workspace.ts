import { makeContracts, type Contract } from './derivatives.js';
import { makeAction, type ActionRecord } from './actions.js';
import { makeMiner, outputs, rigs, type MinerRecord } from './fleet.js';
import { addDays, bytes, coinsOf, DAY, lastDay, uuid } from './formulas.js';
import { settingsIn } from './reports.js';
import { applySettings, makeSettings, makeSubaccount } from './settings.js';
import type { NewSettings, SettingsRecord, SubaccountRecord } from './settings.js';
import type { PoolRequest, Workspace, WorkspaceOptions } from './types.js';

/** A workspace with all that its answers are made of. */
export interface World extends Workspace {
  readonly now: () => number;
  readonly requests: PoolRequest[];
  readonly subaccounts: SubaccountRecord[];
  readonly paymentSettings: SettingsRecord[];
  readonly miners: MinerRecord[];
  readonly actions: ActionRecord[];
  readonly contracts: Contract[];
  /** What revenue is reckoned from: H/s by subaccount, by currency. */
  readonly rates: Map<string, ReadonlyMap<string, number>>;
  readonly firstDay: string;
  /** Payment settings that wait for approval. */
  readonly waiting: Map<SettingsRecord, NewSettings>;
}

const lines = ['air', 'hydro', 'immersion'];
/** Sites, with the number of miners in each line. */
const sizes = {
  standard: [
    { name: 'Cedar Ridge', miners: [320, 250, 144] },
    { name: 'Lone Mesa', miners: [224, 174, 100] },
    { name: 'Niagara East', miners: [194, 150, 86] },
    { name: 'Pecos Flats', miners: [161, 125, 72] },
  ],
  small: [
    { name: 'Cedar Ridge', miners: [5, 3] },
    { name: 'Lone Mesa', miners: [4] },
  ],
};

export function worldOf(workspace: Workspace): World {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every workspace is made below
  return workspace as World;
}

/** The same time gives the same figures. */
export function createWorld(number: number, options: WorkspaceOptions): World {
  const now = options.now ?? Date.now;
  const world: World = {
    key: `lpk_${bytes('key', number).toString('hex').slice(0, 40)}`,
    now,
    requests: [],
    get writes() {
      return this.requests.filter(({ method }) => method !== 'GET');
    },
    sites: [],
    subaccounts: [],
    paymentSettings: [],
    miners: [],
    actions: [],
    contracts: [...makeContracts('BTC', now()), ...makeContracts('USD', now())],
    rates: new Map(),
    firstDay: addDays(lastDay(now()), -89),
    waiting: new Map(),
    fault: null,
    rewrite: null,
    requiresApproval: false,
    approve: (subaccount, currency) => {
      const record = settingsOf(world, subaccount, currency);
      const settings = record && world.waiting.get(record);
      if (!settings)
        throw new RangeError(`No ${currency} settings of ${subaccount} await approval`);
      world.waiting.delete(record);
      applySettings(record, settings, now());
    },
  };
  addSites(world, sizes[options.size ?? 'standard']);
  for (const currency of Object.keys(coinsOf)) addCurrency(world, currency);
  // For the first site: one that runs, and one that is over.
  const there = world.miners.filter(({ site_id }) => site_id === world.sites[0]?.id);
  const reboot = { action_type: 'Reboot', description: 'Reboot after the firmware update' };
  const sleep = { action_type: 'Sleep', description: 'Curtailment' };
  world.actions.push(
    makeAction(there.slice(0, 120), { ...reboot, startedAt: now() - 9_000 }),
    makeAction(there.slice(0, 180), { ...sleep, startedAt: now() - DAY }),
  );
  return world;
}

function addSites(world: World, sites: (typeof sizes)['standard']): void {
  const size = sites.flatMap(({ miners }) => miners).reduce((sum, count) => sum + count, 0);
  for (const [number, { name, miners }] of sites.entries()) {
    const site = { id: uuid('site', name), name };
    world.sites.push(site);
    const place = { agent: uuid('agent', name), size, network: 11 + number, now: world.now() };
    const first = world.miners.length;
    for (const [line, count] of miners.entries()) {
      const subaccount = `${name.toLowerCase().replaceAll(' ', '-')}-${lines[line]}`;
      const record = makeSubaccount(world.subaccounts.length, subaccount, site);
      world.subaccounts.push(record);
      for (let made = 0; made < count; made++) {
        const index = world.miners.length;
        world.miners.push(makeMiner(record, { ...place, index, place: index - first }));
      }
    }
  }
}

function addCurrency(world: World, currency: string): void {
  const rig = rigs[currency];
  const bitcoin = outputs(world.miners, world.now());
  const rates = new Map<string, number>();
  for (const subaccount of world.subaccounts) {
    if (rig && !subaccount.name.endsWith(rig.line)) continue;
    rates.set(subaccount.name, rig?.rate ?? bitcoin.get(subaccount.name)?.daily ?? 0);
    world.paymentSettings.push(makeSettings(subaccount, currency, world.paymentSettings.length));
  }
  world.rates.set(currency, rates);
  settingsIn({ world, subaccounts: world.subaccounts }, currency);
}

export function subaccountOf(world: World, name: string): SubaccountRecord | undefined {
  return world.subaccounts.find((each) => each.name === name);
}

export function settingsOf(world: World, subaccount: string, currency: string) {
  return world.paymentSettings.find(
    (each) => each.subaccount.name === subaccount && each.currency_type === currency,
  );
}
