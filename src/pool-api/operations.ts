import { answers } from './response-schemas.js';
import type { Calls, ReadCall } from './calls.js';
import type { Listing, MinerFilter, Page, PaymentFilter, PoolClient } from './client.js';
import {
  CONTRACT_PAGING,
  MINER_PAGING,
  POOL_PAGING,
  POSITION_PAGING,
  pageQuery,
  segment,
  withQuery,
  type Query,
} from './request.js';
import type { Subaccount } from './resources.js';
import { toRead, type PermittedReads } from './lists/reads-by-permission.js';
import {
  createPaymentSettingsRequest,
  createSubaccountRequest,
  updateSubaccountRequest,
} from './write-requests.js';

/** Section 4 of the API description, operation by operation. */
export function createOperations(
  calls: Calls,
  permitted: PermittedReads,
  fresh: () => PoolClient,
): PoolClient {
  return {
    fresh,
    async getSummary(currency, scope) {
      const operation = 'getSummary';
      const path = `/api/v2/pool/summary/${segment(operation, currency)}`;
      return permitted.read({ operation, path, shape: answers.summary }, scope);
    },
    async getRevenue(currency, { start, end }, scope) {
      const operation = 'getRevenue';
      const path = withQuery(`/api/v2/pool/revenue/${segment(operation, currency)}`, [
        ['start_date', start],
        ['end_date', end],
      ]);
      return permitted.read({ operation, path, shape: answers.revenue }, scope);
    },
    async getDevFee({ start, end }, scope, page) {
      const path = withQuery('/api/v2/pool/dev-fee', [
        ['start_date', start],
        ['end_date', end],
        ...pageQuery(POOL_PAGING, page),
      ]);
      return permitted.read({ operation: 'getDevFee', path, shape: answers.devFee }, scope);
    },
    async listSubaccounts(siteId, page) {
      return toRead(await calls.read(subaccountsCall(siteId, page)));
    },
    async createSubaccount(name, siteId, gate) {
      return calls.write({
        ...createSubaccountRequest(name, siteId),
        operation: 'createSubaccount',
        gate,
        shape: answers.subaccount,
      });
    },
    async updateSubaccount(name, siteId, gate) {
      return calls.write({
        ...updateSubaccountRequest(name, siteId),
        operation: 'updateSubaccount',
        gate,
        shape: answers.workspaceAction,
      });
    },
    async listPaymentSettings(currency, scope, page) {
      const operation = 'listPaymentSettings';
      const path = withQuery(
        `/api/v1/pool/payment-settings/${segment(operation, currency)}`,
        pageQuery(POOL_PAGING, page),
      );
      return permitted.read({ operation, path, shape: answers.paymentSettings }, scope);
    },
    async createPaymentSettings(...[currency, subaccount, settings, gate]) {
      return calls.write({
        ...createPaymentSettingsRequest(currency, subaccount, settings),
        operation: 'createPaymentSettings',
        gate,
        shape: answers.workspaceAction,
      });
    },
    ...derivatives(calls),
    async listMiners(filter, page) {
      const query: Query = [...minerQuery(filter), ...pageQuery(MINER_PAGING, page)];
      const path = withQuery('/api/v2/commander/miners', query);
      return toRead(await calls.read({ operation: 'listMiners', path, shape: answers.miners }));
    },
    async getFleetAction(actionId) {
      const operation = 'getFleetAction';
      const path = `/api/v2/commander/actions/${segment(operation, actionId)}`;
      return toRead(await calls.read({ operation, path, shape: answers.fleetAction }));
    },
  };
}

/** Shared with reads that need all names. */
export function subaccountsCall(siteId?: string, page?: Page): ReadCall<Listing<Subaccount>> {
  const query: Query = [['site_id', siteId], ...pageQuery(POOL_PAGING, page)];
  return {
    operation: 'listSubaccounts',
    path: withQuery('/api/v2/pool/subaccounts', query),
    shape: answers.subaccounts,
  };
}

function derivatives(calls: Calls) {
  return {
    async listContracts(currency, { status, side, type } = {}, page) {
      const operation = 'listContracts';
      const path = withQuery(`/api/v2/derivatives/contracts/${segment(operation, currency)}`, [
        ['status', status],
        ['side', side],
        ['type', type],
        ...pageQuery(CONTRACT_PAGING, page),
      ]);
      return toRead(await calls.read({ operation, path, shape: answers.contracts }));
    },
    async getContract(contractId) {
      const operation = 'getContract';
      const path = `/api/v1/derivatives/contract/${segment(operation, contractId)}`;
      return toRead(await calls.read({ operation, path, shape: answers.contract }));
    },
    listDerivativesPayments: paymentsAt('listDerivativesPayments', 'v2'),
    listDerivativesPaymentsV1: paymentsAt('listDerivativesPaymentsV1', 'v1'),
    async getPositions(currency, { start, end } = {}, page) {
      const operation = 'getPositions';
      const path = withQuery(`/api/v1/derivatives/positions/${segment(operation, currency)}`, [
        ['start_date', start],
        ['end_date', end],
        ...pageQuery(POSITION_PAGING, page),
      ]);
      return toRead(await calls.read({ operation, path, shape: answers.positions }));
    },
    async getDerivativesBalances(currency) {
      const operation = 'getDerivativesBalances';
      const path = `/api/v1/derivatives/balances/${segment(operation, currency)}`;
      return toRead(await calls.read({ operation, path, shape: answers.balances }));
    },
  } satisfies Partial<PoolClient>;

  function paymentsAt(
    operation: 'listDerivativesPayments' | 'listDerivativesPaymentsV1',
    version: 'v1' | 'v2',
  ): PoolClient['listDerivativesPayments'] {
    return async (currency, { type }: PaymentFilter = {}, page) => {
      const where = `/api/${version}/derivatives/payments/${segment(operation, currency)}`;
      const path = withQuery(where, [['type', type], ...pageQuery(CONTRACT_PAGING, page)]);
      return toRead(await calls.read({ operation, path, shape: answers.derivativesPayments }));
    };
  }
}

function minerQuery(filter: MinerFilter = {}): Query {
  return [
    ['site_id', filter.siteId],
    ['agent_id', filter.agentId],
    ['hashing_status', filter.hashingStatus],
    ['healthy_status', filter.healthyStatus],
    ['model', filter.model],
    ['firmware', filter.firmware],
    ['sort_by', filter.sortBy],
    ['sort_order', filter.sortOrder],
  ];
}
