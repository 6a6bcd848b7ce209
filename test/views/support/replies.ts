import { sum } from '../../../src/domain/numbers/numeric.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { balancesReply } from '../../../src/views/pool/balances.js';
import { contractReply } from '../../../src/views/derivatives/contract.js';
import { contractsReply } from '../../../src/views/derivatives/contracts.js';
import { paymentsReply } from '../../../src/views/derivatives/payments.js';
import { devFeeReply } from '../../../src/views/pool/dev-fee.js';
import { fleetActionReply } from '../../../src/views/fleet/fleet-action.js';
import { minerReply, minersReply } from '../../../src/views/fleet/miners.js';
import { paymentSettingsReply } from '../../../src/views/pool/payment-settings.js';
import { positionsReply } from '../../../src/views/derivatives/positions.js';
import { revenueReply } from '../../../src/views/pool/revenue.js';
import { subaccountsReply } from '../../../src/views/pool/subaccounts.js';
import { summaryReply } from '../../../src/views/pool/summary/summary.js';
import { workspaceActionFields } from '../../../src/views/changes/pool-answer/workspace-action.js';
import { attached } from './attached.js';
import { chart, pages as onePage, range } from './frame.js';
import { read, type Change } from './samples.js';

const READ_AT = Date.UTC(2026, 10, 20, 14, 30);

/** One page, of a list without a known end. */
const pages = { ...onePage, more: true, csvId: 'csv' };

function reading<Value>(value: Value) {
  return { value, readAt: READ_AT, refusedSubaccounts: [], filledInAllSubaccounts: false };
}

function listed<Item>(item: Item) {
  return reading({ items: [item], pagination: null });
}

/** Every card about an answer of the pool, with the samples changed. */
export function replies(change: Change): Record<string, Reply> {
  const pool = read(change);
  const { derivativesPayments, positions } = pool;
  return {
    summary: summaryReply(reading(pool.summary), { currency: 'LTC_DOGE' }),
    balances: balancesReply({
      pool: {
        currency: 'BTC',
        scope: { siteName: 'S*' },
        outcome: { ok: true, value: reading(pool.summary) },
      },
      derivatives: [
        { currency: 'USD', outcome: { ok: true, value: reading(pool.derivativesBalances) } },
      ],
    }),
    subaccounts: subaccountsReply({ read: listed(pool.subaccount), pages }),
    'payment-settings': paymentSettingsReply({
      read: listed(pool.paymentSettings),
      currency: 'BTC',
      scope: { subaccountNames: ['a_b'] },
      pages,
    }),
    revenue: revenueReply({
      read: reading(pool.revenue),
      currency: 'BTC',
      range,
      scope: {},
      chart,
      today: '2026-11-20',
      pages: (more) => ({ ...pages, more }),
    }),
    'dev-fee': devFeeReply({
      read: reading(pool.devFee.devfee_data ?? []),
      range,
      scope: {},
      chart,
      pages: (more) => ({ ...pages, more }),
    }),
    contracts: contractsReply({ read: listed(pool.contract), currency: 'BTC', filter: {}, pages }),
    contract: contractReply(reading(pool.contractDetails), {
      requestedId: 'asked',
      chart,
      attached,
    }),
    'derivatives-payments': paymentsReply({
      read: reading(derivativesPayments),
      currency: 'BTC',
      type: 'ALL',
      totals: {
        ok: true,
        value: {
          byType: (derivativesPayments.payments ?? [])
            .slice(0, 1)
            .flatMap(({ type, amount }) =>
              amount === null || amount === undefined
                ? []
                : [{ type: type ?? 'type not given', total: sum([amount]), rows: 1, without: 0 }],
            ),
          complete: false,
        },
      },
      earlierVersion: true,
      pages,
    }),
    positions: positionsReply({
      history: positions,
      read: reading(positions.positions ?? []),
      currency: 'BTC',
      range,
      chart,
      attached,
    }),
    miners: minersReply({
      read: listed(pool.miner),
      filter: {},
      pages,
      selectId: 'select',
      selectValues: [],
    }),
    miner: minerReply(pool.miner, { readAt: READ_AT, siteName: undefined }),
    'fleet-action': fleetActionReply(reading(pool.fleetAction), {
      actionId: 'a-1',
      siteName: undefined,
      ...attached,
    }),
    'workspace-action': {
      embeds: [{ fields: workspaceActionFields(pool.workspaceAction, 'https://console.example') }],
    },
  };
}
