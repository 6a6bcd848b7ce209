import {
  contractDetailsSchema,
  contractSchema,
  derivativesBalancesSchema,
  derivativesPaymentsSchema,
  devFeeReportSchema,
  fleetActionSchema,
  minerSchema,
  paymentSettingsSchema,
  positionHistorySchema,
  revenueReportSchema,
  subaccountSchema,
  summarySchema,
  workspaceActionSchema,
} from '../../../src/pool-api/resources.js';

/** One believable answer of each kind, as the pool writes it. */
export const SAMPLES = {
  subaccount: {
    id: 7,
    name: 'north_1',
    site: { id: '3f0c8a52-0000-4000-8000-00000000a001', name: 'Site *A*' },
    created_at: '2026-01-05T10:00:00Z',
    url: '/v2/pool/subaccounts/7',
  },
  paymentSettings: {
    currency_type: 'BTC',
    subaccount: { id: 7, name: 'north_1' },
    balance: 1.5,
    status: 'PENDING_APPROVAL',
    wallet_id: 12,
    payment_frequency: 'WEEKLY',
    day_of_week: 'FRIDAY',
    addresses: [
      {
        address_id: 3,
        address_name: 'Cold_1',
        external_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        revenue_allocation: 60.5,
      },
      { address_id: 4, external_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
    ],
    next_payout_at: '2026-11-27T00:00:00Z',
    frozen_until: '2026-12-01T00:00:00Z',
    pool_discount_rate: 0.01,
  },
  summary: {
    currency_type: 'LTC_DOGE',
    hashrate_5m: '1234567890123456789',
    hashrate_24h: 999960000000000,
    efficiency_5m: 0.987654,
    uptime_24h: 1.5,
    active_miners: 1999,
    revenue_24h: [
      { currency_type: 'LTC', revenue_type: 'MINING', revenue: 0.123456789 },
      { currency_type: 'DOGE', revenue_type: 'REFERRAL', revenue: '1234567.1' },
    ],
    revenue_all_time: [],
    hashprice: [{ currency_type: 'LTC', value: 0.00051 }],
    balance: [{ revenue: -1 }],
  },
  revenue: {
    currency_type: 'BTC',
    revenue: [
      { date_time: '2026-11-18T00:00:00Z', revenue: { revenue_type: 'MINING', revenue: 0.1 } },
      { date_time: '2026-11-18T12:00:00Z', revenue: { revenue_type: 'MINING', revenue: '0.2' } },
      { date_time: '2026-11-18T00:00:00Z', revenue_type: 'REFERRAL', revenue: 1e-9 },
      { date_time: '2026-11-17T00:00:00Z', revenue_type: 'MINING', revenue: null },
    ],
  },
  devFee: {
    devfee_data: [
      {
        datetime: '2026-11-18T00:00:00Z',
        devfee_hashrate: '1000000000000',
        devfee_revenue: 0.1,
        subaccount: 'north_1',
      },
      {
        datetime: '2026-11-18T01:00:00Z',
        devfee_hashrate: '3000000000000',
        devfee_revenue: '0.2',
        subaccount: 'north_1',
      },
      { datetime: '2026-11-18T01:00:00Z', subaccount: 'south' },
    ],
  },
  contract: {
    status: 'SETTLED',
    side: 'BUY',
    denomination: 'BTC',
    type: 'UPFRONT',
    start_date: '2026-11-01',
    end_date: '2026-11-30',
    unit_hashprice: 0.0005123456789,
    daily_hashrate_ph: 0.004,
  },
  contractDetails: {
    contract_id: 'c_1',
    status: 'ACTIVE',
    side: 'SELL',
    type: 'STANDARD',
    trade_date: '2026-10-30',
    start_date: '2026-11-01',
    end_date: '2026-11-30',
    duration_days: 30,
    unit_hashprice: 45.5,
    daily_hashrate_ph: 12.5,
    currency: 'USD',
    most_recent_daily_avg_hashprice: 44,
    expired_gain_loss: -120.456,
    notional_value: 17062.5,
    series: {
      hashprice: [{ date: '2026-11-01', hashprice: 45 }],
      daily_expired_gain_loss: [],
    },
  },
  derivativesPayments: {
    currency_type: 'BTC',
    payments: [
      { date_time: '2026-11-18T10:00:00Z', type: 'PAYABLE', amount: 0.5 },
      { date_time: '2026-11-17T10:00:00Z', type: 'RECEIVABLE', amount: '12.345678901' },
      { date_time: '2026-11-16T10:00:00Z', type: 'RECEIVABLE' },
    ],
  },
  positions: {
    currency_type: 'BTC',
    summary: {
      realized_gain_loss: 1,
      unrealized_gain_loss: -0.5,
      total_gain_loss: 0.5,
      margin_requirement: 2,
    },
    positions: [
      { date: '2026-11-17', net_position_ph: 1 },
      { date: '2026-11-18', net_position_ph: 12.5, net_position_wavg: 0.00051 },
    ],
  },
  derivativesBalances: {
    currency_type: 'USD',
    current_margin_balance: {
      realized_margin_balance: 1000,
      unrealized_margin_balance: -20.5,
      effective_margin_balance: 979.5,
    },
    current_repayment_balance: {
      upfront_payment_credits: 0,
      upfront_repayment_made: 1,
      upfront_repayment_balance: -1,
    },
    current_margin_requirement: {
      maintenance_requirement: 500,
      initial_buffer_pct: 0.2,
      initial_buffer_requirement: 100,
    },
    current_available: { maintenance_available: 479.5, initial_buffer_available: 379.5 },
  },
  miner: {
    id: 'm_1',
    ip_address: '10.1.2.3',
    mac_address: 'aa:bb:cc:dd:ee:ff',
    model: 'S21_Pro',
    firmware: { name: 'LuxOS', version: '2026.1' },
    hashing_status: 'hashing',
    healthy_status: 'failing',
    site_id: 's-1',
    agent_id: 'a-1',
    hashrate: '234000000000000',
    power: 3250,
    max_temperature: 71,
    fan_speed: [4200, 0],
    pool: { url: 'stratum+tcp://pool.example:3333', username: 'acme', worker: 'w.1' },
    last_seen_at: '2026-11-20T14:00:00Z',
    url: '/v2/commander/miners/m_1',
  },
  fleetAction: {
    id: 'a-1',
    action_type: 'Wake Up',
    status: 'PENDING',
    created_at: '2026-11-20T14:00:00Z',
    initiated_by: 'ada@example.com',
    total_miners: 4,
    description: 'Wake *all*',
    progress: 0.5,
    success_miners: 1,
    error_miners: 1,
    miners_summary: [
      { miner_id: 'm-1', status: 'ok', miner_ip: '10.1.2.3' },
      { miner_id: 'm-2', status: 'failed', miner_ip: '10.1.2.4', failure_code: 'E_TIME_OUT' },
    ],
  },
  workspaceAction: {
    id: '5a9c0000-0000-4000-8000-000000000001',
    action_name: 'CREATE_PAYMENT_SETTINGS',
    status: 'AWAITING_APPROVAL',
    initiated_at: '2026-11-20T14:00:00Z',
    initiated_by: { id: 'k-1', display_name: 'Bot_key', type: 'API_KEY' },
    requires_approval: true,
    canceled_by: { id: 'u-9' },
    approved_at: '2026-11-20T14:01:00Z',
    rejected_at: '2026-11-20T14:02:00Z',
    approved_by: [{ id: 'u-1', display_name: 'Ada', type: 'USER' }],
    rejected_by: [{ id: 'u-2', display_name: 'Bob', type: 'USER' }],
    url: '/v2/workspace/actions/5a9c0000',
    metadata: {
      is_api_key: false,
      payment_settings: {
        frequency: 'WEEKLY',
        payment_addresses: [{ name: 'Cold_1', address: 'bc1qtest', split: '60.5', action: 'ADD' }],
      },
    },
  },
} as const;

/** Makes another answer of one: with hostile texts, with nulls, with nothing in it. */
export type Change = (sample: unknown) => unknown;

export const asItIs: Change = (sample) => sample;
export const empty: Change = () => ({});

/** Every field is present, every value null. */
export const allNull: Change = (sample) =>
  Object.fromEntries(Object.keys(Object(sample)).map((key) => [key, null]));

/** Every list holds one empty object; objects are otherwise empty. */
export const hollow: Change = (sample) => {
  if (Array.isArray(sample)) return sample.length === 0 ? [] : [hollow(sample[0])];
  if (typeof sample !== 'object' || sample === null) return undefined;
  return Object.fromEntries(
    Object.entries(sample)
      .map(([key, inner]) => [key, hollow(inner)] as const)
      .filter(([, inner]) => inner !== undefined),
  );
};

/** Every text and number replaced by the same text. */
export function filledWith(text: string): Change {
  const fill: Change = (sample) => {
    if (Array.isArray(sample)) return sample.map(fill);
    if (typeof sample === 'object' && sample !== null)
      return Object.fromEntries(Object.entries(sample).map(([key, inner]) => [key, fill(inner)]));
    return text;
  };
  return fill;
}

/** The samples after a change, read as the client reads them. */
export function read(change: Change) {
  return {
    subaccount: subaccountSchema.parse(change(SAMPLES.subaccount)),
    paymentSettings: paymentSettingsSchema.parse(change(SAMPLES.paymentSettings)),
    summary: summarySchema.parse(change(SAMPLES.summary)),
    revenue: revenueReportSchema.parse(change(SAMPLES.revenue)),
    devFee: devFeeReportSchema.parse(change(SAMPLES.devFee)),
    contract: contractSchema.parse(change(SAMPLES.contract)),
    contractDetails: contractDetailsSchema.parse(change(SAMPLES.contractDetails)),
    derivativesPayments: derivativesPaymentsSchema.parse(change(SAMPLES.derivativesPayments)),
    positions: positionHistorySchema.parse(change(SAMPLES.positions)),
    derivativesBalances: derivativesBalancesSchema.parse(change(SAMPLES.derivativesBalances)),
    miner: minerSchema.parse(change(SAMPLES.miner)),
    fleetAction: fleetActionSchema.parse(change(SAMPLES.fleetAction)),
    workspaceAction: workspaceActionSchema.parse(change(SAMPLES.workspaceAction)),
  };
}
