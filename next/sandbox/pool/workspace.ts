import { makeContracts, type Contract } from './derivatives.js';
import { makeAction, makeMiner, outputs, rigs, type ActionPlan } from './fleet.js';
import type { ActionRecord, MinerRecord } from './fleet.js';
import { addDays, coinsOf, lastDay, uuid } from './formulas.js';
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

const worlds = new WeakMap<Workspace, World>();

export function worldOf(workspace: Workspace): World {
  const world = worlds.get(workspace);
  if (!world) throw new Error('Not a workspace of this pool');
  return world;
}

/** The same time gives the same figures. */
export function createWorld(key: string, options: WorkspaceOptions): World {
  const now = options.now ?? Date.now;
  const world: World = {
    key,
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
      const { record, settings } = takeWaiting(world, subaccount, currency);
      applySettings(record, settings, now());
    },
    reject: (subaccount, currency) => {
      takeWaiting(world, subaccount, currency).record.status = 'ACTIVE';
    },
  };
  worlds.set(world, world);
  addSites(world, sizes[options.size ?? 'standard']);
  for (const currency of Object.keys(coinsOf)) addCurrency(world, currency);
  for (const plan of firstActions()) startAction(world, plan);
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

function firstActions(): ActionPlan[] {
  const [reboot, sleep] = ['Reboot after the firmware update', 'Curtailment'];
  const cedar = { site: 'Cedar Ridge', seconds: 600 };
  const mesa = { site: 'Lone Mesa', description: 'New stratum host', seconds: 1800 };
  return [
    { ...cedar, type: 'Reboot', description: reboot, miners: 120, secondsAgo: 9 },
    { ...cedar, type: 'Sleep', description: sleep, miners: 180, secondsAgo: 90_000 },
    { ...mesa, type: 'Change Pool Settings', miners: 240, secondsAgo: -7200 },
  ];
}

/** Begins now unless the plan says otherwise; returns its id. */
export function startAction(world: World, plan: ActionPlan): string {
  const id = uuid('action', world.actions.length);
  const site = world.sites.find(({ name }) => name === plan.site);
  const members = world.miners.filter(({ site_id }) => site_id === site?.id);
  const now = world.now();
  world.actions.push(makeAction(id, members.slice(0, plan.miners), { ...plan, now }));
  return id;
}

export function subaccountOf(world: World, name: string): SubaccountRecord | undefined {
  return world.subaccounts.find((each) => each.name === name);
}

export function settingsOf(world: World, subaccount: string, currency: string) {
  return world.paymentSettings.find(
    (each) => each.subaccount.name === subaccount && each.currency_type === currency,
  );
}

function takeWaiting(world: World, subaccount: string, currency: string) {
  const record = settingsOf(world, subaccount, currency);
  const settings = record && world.waiting.get(record);
  if (!settings) throw new RangeError(`No ${currency} settings of ${subaccount} await approval`);
  world.waiting.delete(record);
  return { record, settings };
}
