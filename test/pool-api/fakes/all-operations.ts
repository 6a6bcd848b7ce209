import type { Workspace } from '../../../sandbox/pool/workspace.js';
import type { PoolClient } from '../../../src/pool-api/client.js';

/** The 16 operations of section 4: how each is called, and exactly what must be sent for it. */
export interface Operation {
  readonly method: keyof PoolClient;
  readonly call: (client: PoolClient, world: PoolNames) => Promise<unknown>;
  readonly sends: (world: PoolNames) => { method: string; url: string; body?: unknown };
  /** The key of a list that the client returns as `items`. */
  readonly list?: string;
  /** The answer is the value itself, not a `Read` of it. */
  readonly isWrite?: true;
}

export interface PoolNames {
  readonly workspace: Workspace;
  readonly names: readonly [string, string];
  readonly siteId: string;
  readonly contractId: string;
  readonly actionId: string;
}

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
export const RANGE = { start: dayAgo(12), end: dayAgo(3) };

export function namesIn(workspace: Workspace): PoolNames {
  const mining = workspace.payments;
  const named = workspace.subaccounts.filter(
    (each) => mining.settings('BTC', each) !== null && !each.name.includes(','),
  );
  const [first, second] = named.map(({ name }) => name);
  const siteId = workspace.sites[1]?.id;
  const contractId = workspace.derivatives.contracts('BTC')[0]?.id;
  const actionId = workspace.fleetActions.ids[0];
  if (!first || !second || !siteId || !contractId || !actionId) throw new Error('an empty world');
  return { workspace, names: [first, second], siteId, contractId, actionId };
}

const enc = encodeURIComponent;
const get = (url: string) => ({ method: 'GET', url });
const namesOf = ({ names }: PoolNames) => `subaccount_names=${names.map(enc).join(',')}`;
const scope = ({ names }: PoolNames) => ({ subaccountNames: names });
const DATES = `start_date=${RANGE.start}&end_date=${RANGE.end}`;
const SETTINGS = {
  payment_frequency: 'WEEKLY',
  day_of_week: 'MONDAY',
  addresses: [
    { address_id: 7, address_name: 'cold', external_address: 'bc1qa', revenue_allocation: 62.5 },
    { address_name: 'new', external_address: 'bc1qb', revenue_allocation: 37.5 },
  ],
} as const;

export const SIXTEEN: readonly Operation[] = [
  {
    method: 'createPaymentSettings',
    call: (client, { names }) => client.createPaymentSettings('BTC', names[0], SETTINGS),
    sends: ({ names }) => ({
      method: 'POST',
      url: `/api/v2/pool/payment-settings/BTC/${enc(names[0])}`,
      body: SETTINGS,
    }),
    isWrite: true,
  },
  {
    method: 'listPaymentSettings',
    call: (client, world) => client.listPaymentSettings('BTC', scope(world)),
    sends: (world) =>
      get(`/api/v1/pool/payment-settings/BTC?page_number=1&page_size=10&${namesOf(world)}`),
    list: 'payment_settings',
  },
  {
    method: 'getSummary',
    call: (client, world) => client.getSummary('LTC_DOGE', scope(world)),
    sends: (world) => get(`/api/v2/pool/summary/LTC_DOGE?${namesOf(world)}`),
  },
  {
    method: 'getRevenue',
    call: (client, world) => client.getRevenue('BTC', RANGE, scope(world)),
    sends: (world) => get(`/api/v2/pool/revenue/BTC?${DATES}&${namesOf(world)}`),
  },
  {
    method: 'getDevFee',
    call: (client, world) => client.getDevFee(RANGE, scope(world), { number: 2, size: 7 }),
    sends: (world) =>
      get(`/api/v2/pool/dev-fee?${DATES}&page_number=2&page_size=7&${namesOf(world)}`),
  },
  {
    method: 'listSubaccounts',
    call: (client, { siteId }) => client.listSubaccounts(siteId),
    sends: ({ siteId }) =>
      get(`/api/v2/pool/subaccounts?site_id=${siteId}&page_number=1&page_size=10`),
    list: 'subaccounts',
  },
  {
    method: 'createSubaccount',
    call: (client, { siteId }) => client.createSubaccount('brand new', siteId),
    sends: ({ siteId }) => ({
      method: 'POST',
      url: '/api/v2/pool/subaccounts',
      body: { name: 'brand new', site_id: siteId },
    }),
    isWrite: true,
  },
  {
    method: 'updateSubaccount',
    call: (client, { names, siteId }) => client.updateSubaccount(names[0], siteId),
    sends: ({ names, siteId }) => ({
      method: 'PATCH',
      url: `/api/v2/pool/subaccounts/${enc(names[0])}`,
      body: { site_id: siteId },
    }),
    isWrite: true,
  },
  {
    method: 'listContracts',
    call: (client) =>
      client.listContracts('BTC', { status: 'ALL', side: 'BUY', type: 'STANDARD' }, { number: 1 }),
    sends: () =>
      get(
        '/api/v2/derivatives/contracts/BTC?status=ALL&side=BUY&type=STANDARD&page=1&page_size=50',
      ),
    list: 'contracts',
  },
  {
    method: 'getContract',
    call: (client, { contractId }) => client.getContract(contractId),
    sends: ({ contractId }) => get(`/api/v1/derivatives/contract/${enc(contractId)}`),
  },
  {
    method: 'listDerivativesPayments',
    // All types, because on some days none is PAYABLE.
    call: (client) => client.listDerivativesPayments('USD', { type: 'ALL' }, { size: 9 }),
    sends: () => get('/api/v2/derivatives/payments/USD?type=ALL&page=1&page_size=9'),
  },
  {
    method: 'listDerivativesPaymentsV1',
    call: (client) => client.listDerivativesPaymentsV1('BTC'),
    sends: () => get('/api/v1/derivatives/payments/BTC?page=1&page_size=50'),
  },
  {
    method: 'getPositions',
    call: (client) => client.getPositions('BTC', RANGE),
    sends: () => get(`/api/v1/derivatives/positions/BTC?${DATES}&page_number=1&page_size=50`),
  },
  {
    method: 'getDerivativesBalances',
    call: (client) => client.getDerivativesBalances('USD'),
    sends: () => get('/api/v1/derivatives/balances/USD'),
  },
  {
    method: 'listMiners',
    call: (client, { siteId }) =>
      client.listMiners({
        siteId,
        hashingStatus: 'hashing',
        healthyStatus: 'healthy',
        sortBy: 'hashrate',
        sortOrder: 'desc',
      }),
    sends: ({ siteId }) =>
      get(
        `/api/v2/commander/miners?site_id=${siteId}&hashing_status=hashing&healthy_status=healthy&sort_by=hashrate&sort_order=desc&page_number=1&page_size=25`,
      ),
    list: 'miners',
  },
  {
    method: 'getFleetAction',
    call: (client, { actionId }) => client.getFleetAction(actionId),
    sends: ({ actionId }) => get(`/api/v2/commander/actions/${enc(actionId)}`),
  },
];
