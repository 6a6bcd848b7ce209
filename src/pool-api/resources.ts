import { z } from 'zod';
import { WORKSPACE_ACTION } from '../domain/pool-answers/documented-action.js';
import { isRecord } from '../domain/json/is-record.js';
import { withDocumentedNames } from './documented-names.js';

/**
 * The resources of section 2, parsed tolerantly: any field may be null or missing, unknown fields
 * and enum values stay, numbers and strings stand in for each other, an object in place of a scalar
 * stays as its JSON. Only an object or list of the wrong kind is refused. Absent stays absent.
 */

/**
 * Reads as a union of schemas would, which tries one after the other at five times the cost. Uses
 * zod's core, because `overwrite` and `transform` make an object and a function per field.
 */
function scalar<Value>(read: (value: unknown) => Value) {
  const schema = new z.core.$ZodTransform({ type: 'transform', transform: read });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's core doesn't type what a transform comes to
  return z.nullish(schema as z.core.$ZodType<Value>);
}

/** `Numeric`: a JSON number or text. */
const numeric = scalar((value) =>
  typeof value === 'string' || isFiniteNumber(value) ? value : JSON.stringify(value),
);

/** Ids are opaque, so they are text too. */
const text = scalar((value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || isFiniteNumber(value)
    ? String(value)
    : JSON.stringify(value);
});

const flag = scalar((value) => (typeof value === 'boolean' ? value : JSON.stringify(value)));

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Null if absent. A null entry becomes an empty record, so that the list keeps its length. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    withoutNulls,
    z
      .array(item)
      .nullish()
      .transform((items) => items ?? null),
  );
}

/** For answers that the audit trail keeps: absent stays absent, and a null entry null. */
function listIfGiven<Item extends z.ZodType>(item: Item) {
  return z.array(item.nullable()).nullish();
}

/** Per list, because a preprocess per entry makes reading a fleet a third slower. */
function withoutNulls(items: unknown): unknown {
  return Array.isArray(items) && items.includes(null)
    ? items.map((entry: unknown) => entry ?? {})
    : items;
}

export type { NewPaymentSettings } from '../domain/payment-settings/new-payment-settings.js';

/** 2.1, with the flat `site_id` that may replace `site`. */
export const subaccountSchema = z.looseObject({
  id: text,
  name: text,
  site: z.looseObject({ id: text, name: text }).nullish(),
  site_id: text,
  created_at: text,
  url: text,
});
export type Subaccount = z.output<typeof subaccountSchema>;

/** 2.2. `item_count` is a total in one place and the page's length in another: never a total. */
export const paginationSchema = z.looseObject({
  page_number: numeric,
  page_size: numeric,
  item_count: numeric,
  previous_page_url: text,
  next_page_url: text,
});
export type Pagination = z.output<typeof paginationSchema>;

/** 2.3 */
export const paymentAddressSchema = z.looseObject({
  address_id: numeric,
  address_name: text,
  external_address: text,
  revenue_allocation: numeric,
});
export type PaymentAddress = z.output<typeof paymentAddressSchema>;

export const paymentSettingsSchema = z.looseObject({
  currency_type: text,
  subaccount: subaccountSchema.nullish(),
  balance: numeric,
  status: text,
  wallet_id: numeric,
  payment_frequency: text,
  day_of_week: text,
  addresses: list(paymentAddressSchema),
  next_payout_at: text,
  frozen_until: text,
  pool_discount_rate: numeric,
});
export type PaymentSettings = z.output<typeof paymentSettingsSchema>;

/** 2.4 */
export const revenueEntrySchema = z.looseObject({
  currency_type: text,
  revenue_type: text,
  revenue: numeric,
});
export type RevenueEntry = z.output<typeof revenueEntrySchema>;

/** 2.5. Hash rates in H/s as integer digits, efficiency and uptime as fractions (notes). */
export const summarySchema = z.looseObject({
  currency_type: text,
  subaccounts: list(subaccountSchema),
  hashrate_5m: numeric,
  hashrate_24h: numeric,
  efficiency_5m: numeric,
  uptime_24h: numeric,
  active_miners: numeric,
  revenue_24h: list(revenueEntrySchema),
  revenue_all_time: list(revenueEntrySchema),
  hashprice: list(z.looseObject({ currency_type: text, value: numeric })),
  balance: list(z.looseObject({ currency_type: text, revenue: numeric })),
});
export type Summary = z.output<typeof summarySchema>;

/** One row of 2.6, in which `revenue` comes nested or flat; here always flat. */
const revenueRow = z
  .looseObject({
    date_time: text,
    currency_type: text,
    revenue_type: text,
    revenue: z.union([revenueEntrySchema, numeric]),
  })
  // Spread whole: leaving one field out of each of 100,000 rows takes several times as long.
  .transform((row) => {
    const { revenue } = row;
    return typeof revenue === 'object' && revenue !== null
      ? { ...row, revenue: undefined, ...revenue, date_time: row.date_time }
      : { ...row, revenue };
  });

export type RevenueRow = z.output<typeof revenueRow>;

/** 2.6. Several rows may share a date, one per `revenue_type`. */
export const revenueReportSchema = z.looseObject({
  currency_type: text,
  start_date: text,
  end_date: text,
  subaccounts: list(subaccountSchema),
  revenue: list(revenueRow),
});
export type RevenueReport = z.output<typeof revenueReportSchema>;

/** 2.7. Rows are hourly (notes). */
export const devFeeReportSchema = z.looseObject({
  start_date: text,
  end_date: text,
  devfee_data: list(
    z.looseObject({
      datetime: text,
      devfee_hashrate: numeric,
      devfee_revenue: numeric,
      subaccount: text,
    }),
  ),
  pagination: paginationSchema.nullish(),
});
export type DevFeeReport = z.output<typeof devFeeReportSchema>;

/** 2.8. `contract_id` isn't documented for the list, but is read if present. */
export const contractSchema = z.looseObject({
  contract_id: text,
  status: text,
  side: text,
  denomination: text,
  type: text,
  start_date: text,
  end_date: text,
  unit_hashprice: numeric,
  daily_hashrate_ph: numeric,
});
export type Contract = z.output<typeof contractSchema>;

/** 2.9, bare or wrapped in `{"contract": …}`. */
const bareContractDetails = contractSchema.extend({
  currency_type: text,
  trade_date: text,
  duration_days: numeric,
  currency: text,
  most_recent_daily_avg_hashprice: numeric,
  expired_gain_loss: numeric,
  notional_value: numeric,
  series: z
    .looseObject({
      hashprice: list(z.looseObject({ date: text, hashprice: numeric })),
      daily_expired_gain_loss: list(
        z.looseObject({ date: text, daily_expired_gain_loss: numeric }),
      ),
      cumulative_gain_loss: list(z.looseObject({ date: text, cumulative_gain_loss: numeric })),
    })
    .nullish(),
});
export const contractDetailsSchema = z.preprocess(
  (body) => (isRecord(body) && isRecord(body['contract']) ? body['contract'] : body),
  bareContractDetails,
);
export type ContractDetails = z.output<typeof contractDetailsSchema>;

/** 2.10 */
export const derivativesPaymentSchema = z.looseObject({
  date_time: text,
  type: text,
  amount: numeric,
});
export type DerivativesPayment = z.output<typeof derivativesPaymentSchema>;

export const derivativesPaymentsSchema = z.looseObject({
  currency_type: text,
  payments: list(derivativesPaymentSchema),
  pagination: paginationSchema.nullish(),
});
export type DerivativesPayments = z.output<typeof derivativesPaymentsSchema>;

/** 2.11 */
export const positionSchema = z.looseObject({
  date: text,
  net_position_ph: numeric,
  net_position_wavg: numeric,
  wavg_long_hashprice: numeric,
  total_ph_long: numeric,
  long_gain_loss: numeric,
  short_gain_loss: numeric,
  total_ph_short: numeric,
  wavg_short_hashprice: numeric,
  unrealized_gain_loss: numeric,
  realized_gain_loss: numeric,
  total_gain_loss: numeric,
  initial_margin_percentage: numeric,
  maintenance_margin: numeric,
  upfront_long_ph: numeric,
  margin_required: numeric,
  delivery_quota_ph: numeric,
  notional_delivery_quota: numeric,
  net_position_reference_rate: numeric,
  position_breakdown_reference_rate: numeric,
});
export type Position = z.output<typeof positionSchema>;

export const positionHistorySchema = z.looseObject({
  currency_type: text,
  start_date: text,
  end_date: text,
  summary: z
    .looseObject({
      realized_gain_loss: numeric,
      unrealized_gain_loss: numeric,
      total_gain_loss: numeric,
      margin_requirement: numeric,
    })
    .nullish(),
  positions: list(positionSchema),
});
export type PositionHistory = z.output<typeof positionHistorySchema>;

/** 2.12 */
export const derivativesBalancesSchema = z.looseObject({
  currency_type: text,
  current_margin_balance: z
    .looseObject({
      realized_margin_balance: numeric,
      unrealized_margin_balance: numeric,
      effective_margin_balance: numeric,
    })
    .nullish(),
  current_repayment_balance: z
    .looseObject({
      upfront_payment_credits: numeric,
      upfront_repayment_made: numeric,
      upfront_repayment_balance: numeric,
    })
    .nullish(),
  current_margin_requirement: z
    .looseObject({
      maintenance_requirement: numeric,
      initial_buffer_pct: numeric,
      initial_buffer_requirement: numeric,
    })
    .nullish(),
  current_available: z
    .looseObject({ maintenance_available: numeric, initial_buffer_available: numeric })
    .nullish(),
});
export type DerivativesBalances = z.output<typeof derivativesBalancesSchema>;

/** 2.13 */
export const minerSchema = z.looseObject({
  id: text,
  ip_address: text,
  mac_address: text,
  model: text,
  firmware: z.looseObject({ name: text, version: text }).nullish(),
  hashing_status: text,
  healthy_status: text,
  site_id: text,
  agent_id: text,
  hashrate: numeric,
  power: numeric,
  max_temperature: numeric,
  fan_speed: z.array(numeric).nullish(),
  pool: z.looseObject({ url: text, username: text, worker: text }).nullish(),
  last_seen_at: text,
  url: text,
});
export type Miner = z.output<typeof minerSchema>;

/** 2.14 */
export const fleetActionSchema = z.looseObject({
  id: text,
  action_type: text,
  status: text,
  site_id: text,
  created_at: text,
  initiated_by: text,
  total_miners: numeric,
  url: text,
  description: text,
  progress: numeric,
  success_miners: numeric,
  error_miners: numeric,
  miners_summary: list(
    z.looseObject({
      miner_id: text,
      status: text,
      miner_ip: text,
      execution_log_summary: text,
      failure_code: text,
    }),
  ),
});
export type FleetAction = z.output<typeof fleetActionSchema>;
export type FleetActionMiner = NonNullable<FleetAction['miners_summary']>[number];

/** 2.15, in snake_case or camelCase; here snake_case. Undocumented names stay as received. */
const actor = z.looseObject({ id: text, display_name: text, type: text });
export type Actor = z.output<typeof actor>;

const workspaceActionRecord = z.looseObject({
  id: text,
  action_name: text,
  status: text,
  initiated_at: text,
  initiated_by: actor.nullish(),
  requires_approval: flag,
  canceled_by: actor.nullish(),
  approved_at: text,
  rejected_at: text,
  approved_by: listIfGiven(actor),
  rejected_by: listIfGiven(actor),
  url: text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

export const workspaceActionSchema = z.preprocess(
  (action) => withDocumentedNames(action, WORKSPACE_ACTION),
  workspaceActionRecord,
);
export type WorkspaceAction = z.output<typeof workspaceActionSchema>;
