import { timestamp } from './workspace/days.js';
import { createDerivatives, type Derivatives } from './workspace/derivatives.js';
import { startFirstActions } from './workspace/fleet-actions/first-fleet-actions.js';
import { createFleetActions, type FleetActions } from './workspace/fleet-actions/fleet-actions.js';
import { createFleet, type Fleet } from './workspace/miners.js';
import {
  createPaymentBook,
  type PaymentBook,
  type WorkspacePaymentSettings,
} from './workspace/payments.js';
import type { SubaccountRecord } from './workspace/records.js';
import { createEarnings, type Earnings } from './workspace/revenue.js';
import { createSiteConditions, type SiteConditions } from './workspace/site-conditions.js';
import {
  createSites,
  createSubaccounts,
  type PoolSubaccount,
  type Site,
} from './workspace/sites.js';
import { createWorkspaceActions, type WorkspaceActions } from './workspace/workspace-actions.js';

/**
 * A mining company's workspace at the pool: its state, its figures, and a hand behind the scenes.
 */
export interface Workspace {
  readonly seed: number;
  /** Milliseconds since the epoch; every figure is relative to it. */
  readonly now: () => number;
  /** Moves its clock forward (or back if negative). */
  advance(ms: number): void;
  readonly sites: readonly Site[];
  readonly subaccounts: readonly PoolSubaccount[];
  readonly fleet: Fleet;
  readonly earnings: Earnings;
  readonly payments: PaymentBook;
  readonly derivatives: Derivatives;
  readonly fleetActions: FleetActions;
  readonly actions: WorkspaceActions;
  /** Which changes wait for `approve`. */
  readonly requiresApproval: { moves: boolean; payments: boolean };
  /** Power and heat of its sites. */
  readonly conditions: SiteConditions;
  /** Rewrites answers before they leave, by part of the requested address. */
  readonly rewrites: Map<string, (body: unknown) => unknown>;
  site(id: string): Site | undefined;
  subaccount(name: string): PoolSubaccount | undefined;
  /** As the API shows it. */
  readonly show: (subaccount: PoolSubaccount) => SubaccountRecord;
  addSubaccount(name: string, site: Site): PoolSubaccount;
  /** For a workspace action; a RangeError if it is unknown or not pending. */
  approve(actionId: string): void;
  reject(actionId: string): void;
  /** At once, behind the bot's back; a RangeError if the subaccount or site is unknown. */
  setSite(subaccountName: string, siteId: string): void;
  setPaymentSettings(
    currency: string,
    subaccountName: string,
    settings: WorkspacePaymentSettings,
  ): void;
}

/** The same seed gives the same figures. */
export function createWorkspace(options: WorkspaceOptions = {}): Workspace {
  const { seed = 1, miners = 2000, days = 90 } = options;
  let ahead = 0;
  const now = () => (options.now ?? Date.now)() + ahead;
  const sites = createSites(seed, options.sites ?? 4);
  const subaccounts = createSubaccounts(seed, options.subaccounts ?? 12, sites);
  const conditions = createSiteConditions(now);
  const fleet = createFleet({ seed, size: miners, sites, subaccounts, now, conditions });
  const earnings = createEarnings({ seed, days, fleet, now });
  const payments = createPaymentBook({ seed, earnings, now });
  const fleetActions = createFleetActions(seed, fleet, now);
  const actions = createWorkspaceActions(seed, now);
  startFirstActions(fleetActions, sites, now());

  const site = (id: string) => sites.find((each) => each.id === id);
  const subaccount = (name: string) => subaccounts.find((each) => each.name === name);

  return {
    seed,
    now,
    advance(ms) {
      ahead += ms;
    },
    sites,
    subaccounts,
    fleet,
    earnings,
    payments,
    derivatives: createDerivatives({ seed, days, now }),
    fleetActions,
    actions,
    requiresApproval: { moves: false, payments: true },
    conditions,
    rewrites: new Map(),
    site,
    subaccount,
    show({ id, name, siteId, createdAt }) {
      return {
        id,
        name,
        site: { id: siteId, name: site(siteId)?.name ?? '' },
        created_at: createdAt,
        url: `/v2/pool/subaccounts/${encodeURIComponent(name)}`,
      };
    },
    addSubaccount(name, { id: siteId }) {
      const id = 1 + Math.max(41_202, ...subaccounts.map((each) => each.id));
      const added = { id, name, siteId, createdAt: timestamp(now()), block: null };
      subaccounts.push(added);
      return added;
    },
    approve: actions.approve,
    reject: actions.reject,
    setSite(name, siteId) {
      known(subaccount(name), 'subaccount').siteId = known(site(siteId), 'site').id;
    },
    setPaymentSettings(currency, name, settings) {
      payments.set(currency, known(subaccount(name), 'subaccount'), settings);
    },
  };
}

function known<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new RangeError(`Unknown ${what}`);
  return thing;
}

export interface WorkspaceOptions {
  /** Same seed, same figures. */
  seed?: number;
  sites?: number;
  subaccounts?: number;
  miners?: number;
  /** Days of revenue, dev fee and position history. */
  days?: number;
  /** The system's clock by default. */
  now?: () => number;
}
