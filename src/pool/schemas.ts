import { z } from 'zod';
import { isRecord, saysFailed } from './json.js';

/**
 * The resources of the API description, section 2, tolerant by field: a field may be absent, null or
 * of another shape, and unknown fields and enum values stay. A field of another shape is kept and
 * shown as it came; it never hides its record or its list. Absent stays absent and is never zero.
 * Fields that no card shows by name are left out, or stand for their place in files, which have all.
 */

/** A JSON number or text; digits that a double would round arrive as text. */
export type Scalar = string | number;

/** Anything that is neither text nor number is kept as its JSON. */
const scalar = z.unknown().transform(asScalar).optional();

function asScalar(value: unknown): Scalar | null | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? value : JSON.stringify(value);
}

/** A list. `{}` and `{"0": …}` are lists too (some gateways write them so), a lone value is one of one. */
function list<Item extends z.ZodType>(item: Item) {
  const items = z.array(item);
  return items.nullish().catch(({ value }) => items.parse(asList(value)));
}

function asList(value: unknown): unknown[] {
  const isIndexed = isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
  return isIndexed ? Object.values(value) : [value];
}

/** A record; a plain value or a list in its place becomes the field `main`. */
function row<Shape extends z.core.$ZodLooseShape>(main: keyof Shape & string, shape: Shape) {
  const object = z.looseObject(shape);
  return object.catch(({ value }) => object.parse({ [main]: value }));
}

/** The same nested in another one, where it may be absent. */
function record<Shape extends z.core.$ZodLooseShape>(main: keyof Shape & string, shape: Shape) {
  return row(main, shape).nullish();
}

/** 2.1, with the flat `site_id` that may stand in for `site`. */
export const subaccount = row('name', {
  id: scalar,
  name: scalar,
  site: record('name', { id: scalar, name: scalar }),
  site_id: scalar,
});
export type Subaccount = z.output<typeof subaccount>;

/** 2.2. `item_count` is a total in one place and the page's length in another: never a total. */
export const pagination = record('next_page_url', { next_page_url: scalar });

/** 2.3 */
export const paymentAddress = row('external_address', {
  address_id: scalar,
  address_name: scalar,
  external_address: scalar,
  revenue_allocation: scalar,
});
export type PaymentAddress = z.output<typeof paymentAddress>;

export const paymentSettings = row('status', {
  currency_type: scalar,
  subaccount: record('name', { id: scalar, name: scalar }),
  balance: scalar,
  status: scalar,
  wallet_id: scalar,
  payment_frequency: scalar,
  day_of_week: scalar,
  addresses: list(paymentAddress),
  next_payout_at: scalar,
  frozen_until: scalar,
});
export type PaymentSettings = z.output<typeof paymentSettings>;

/** 2.4 */
const revenueShape = { currency_type: scalar, revenue_type: scalar, revenue: scalar };
const revenueEntry = row('revenue', revenueShape);
export type RevenueEntry = z.output<typeof revenueEntry>;

/** 2.5. Hashrates in H/s; efficiency and uptime as fractions of 1. */
export const summary = z.looseObject({
  currency_type: scalar,
  subaccounts: list(subaccount),
  hashrate_5m: scalar,
  hashrate_24h: scalar,
  efficiency_5m: scalar,
  uptime_24h: scalar,
  active_miners: scalar,
  revenue_24h: list(revenueEntry),
  hashprice: list(row('value', { currency_type: scalar, value: scalar })),
  balance: list(row('revenue', { currency_type: scalar, revenue: scalar })),
});
export type Summary = z.output<typeof summary>;

/** A row of 2.6, whose `revenue` comes nested or flat; here always flat. */
export const revenueRow = z.preprocess(
  (entry) =>
    isRecord(entry) && isRecord(entry['revenue']) ? { ...entry, ...entry['revenue'] } : entry,
  row('revenue', { date_time: scalar, ...revenueShape }),
);
export type RevenueRow = z.output<typeof revenueRow>;

/** A row of 2.7, hourly. Hashrate in H/s. */
export const devFeeRow = row('devfee_revenue', {
  datetime: scalar,
  devfee_hashrate: scalar,
  devfee_revenue: scalar,
  subaccount: scalar,
});
export type DevFeeRow = z.output<typeof devFeeRow>;

/** 2.8. Lists have been seen to carry `contract_id` too. Prices are per PH/s per day. */
const contractShape = {
  contract_id: scalar,
  status: scalar,
  side: scalar,
  denomination: scalar,
  type: scalar,
  start_date: scalar,
  end_date: scalar,
  unit_hashprice: scalar,
  daily_hashrate_ph: scalar,
};
export const contract = row('contract_id', contractShape);
export type Contract = z.output<typeof contract>;

/** 2.9, bare or wrapped in `{"contract": …}`. */
export const contractDetails = z.preprocess(
  (body) => (isRecord(body) && isRecord(body['contract']) ? body['contract'] : body),
  z.looseObject({
    ...contractShape,
    currency_type: scalar,
    trade_date: scalar,
    duration_days: scalar,
    currency: scalar,
    most_recent_daily_avg_hashprice: scalar,
    expired_gain_loss: scalar,
    notional_value: scalar,
    series: record('hashprice', {
      hashprice: list(row('hashprice', { date: scalar, hashprice: scalar })),
      daily_expired_gain_loss: list(
        row('daily_expired_gain_loss', { date: scalar, daily_expired_gain_loss: scalar }),
      ),
      cumulative_gain_loss: list(
        row('cumulative_gain_loss', { date: scalar, cumulative_gain_loss: scalar }),
      ),
    }),
  }),
);
export type ContractDetails = z.output<typeof contractDetails>;

/** 2.10 */
export const derivativesPayment = row('amount', {
  date_time: scalar,
  type: scalar,
  amount: scalar,
});
export type DerivativesPayment = z.output<typeof derivativesPayment>;

/** 2.11 */
const gainLoss = {
  realized_gain_loss: scalar,
  unrealized_gain_loss: scalar,
  total_gain_loss: scalar,
};
export const position = row('date', {
  date: scalar,
  net_position_ph: scalar,
  net_position_wavg: scalar,
  wavg_long_hashprice: scalar,
  total_ph_long: scalar,
  total_ph_short: scalar,
  wavg_short_hashprice: scalar,
  ...gainLoss,
  maintenance_margin: scalar,
  margin_required: scalar,
  delivery_quota_ph: scalar,
  notional_delivery_quota: scalar,
});
export type Position = z.output<typeof position>;

export const positionHistory = z.looseObject({
  summary: record('total_gain_loss', gainLoss),
  positions: list(position),
});
export type PositionHistory = z.output<typeof positionHistory>;

/** 2.12 */
export const derivativesBalances = z.looseObject({
  currency_type: scalar,
  current_margin_balance: record('effective_margin_balance', {
    realized_margin_balance: scalar,
    unrealized_margin_balance: scalar,
    effective_margin_balance: scalar,
  }),
  current_repayment_balance: record('upfront_repayment_balance', {
    upfront_repayment_balance: scalar,
  }),
  current_margin_requirement: record('maintenance_requirement', {
    maintenance_requirement: scalar,
    initial_buffer_requirement: scalar,
  }),
  current_available: record('maintenance_available', {
    maintenance_available: scalar,
    initial_buffer_available: scalar,
  }),
});
export type DerivativesBalances = z.output<typeof derivativesBalances>;

/** 2.13. Units as the field uses them: H/s, W, °C, rpm. */
export const miner = row('id', {
  id: scalar,
  ip_address: scalar,
  mac_address: scalar,
  model: scalar,
  firmware: record('name', { name: scalar, version: scalar }),
  hashing_status: scalar,
  healthy_status: scalar,
  site_id: scalar,
  hashrate: scalar,
  power: scalar,
  max_temperature: scalar,
  fan_speed: list(scalar),
  pool: record('url', { url: scalar, username: scalar, worker: scalar }),
  last_seen_at: scalar,
});
export type Miner = z.output<typeof miner>;

/** 2.14 */
export const fleetAction = z.looseObject({
  id: scalar,
  action_type: scalar,
  status: scalar,
  site_id: scalar,
  created_at: scalar,
  initiated_by: scalar,
  total_miners: scalar,
  description: scalar,
  success_miners: scalar,
  error_miners: scalar,
  miners_summary: list(
    row('miner_id', {
      miner_id: scalar,
      miner_ip: scalar,
      execution_log_summary: scalar,
      failure_code: scalar,
    }),
  ),
});
export type FleetAction = z.output<typeof fleetAction>;

/** A page of a list: `rows` is null or absent where the answer has no list under its name. */
export interface ListAnswer<Row> {
  readonly rows?: readonly Row[] | null | undefined;
  readonly pagination?: z.output<typeof pagination>;
}

/** The list of `name` beside its pagination, or a bare list. */
function listAnswer<Row extends z.ZodType>(name: string, row: Row) {
  return z.preprocess(
    (body) =>
      isRecord(body)
        ? { rows: listIn(body, name), pagination: body['pagination'] }
        : { rows: body },
    z.object({ rows: list(row), pagination }),
  );
}

/** Null if there is none. An empty list beside an error does not count. */
function listIn(body: Readonly<Record<string, unknown>>, name: string): unknown {
  const rows = body[name];
  if (typeof rows !== 'object' || rows === null) return null;
  return saysFailed(body) && Object.keys(rows).length === 0 ? null : rows;
}

export const subaccounts = listAnswer('subaccounts', subaccount);
export const paymentSettingsList = listAnswer('payment_settings', paymentSettings);
/** 2.6, without pagination. Several rows may share a date, one for each `revenue_type`. */
export const revenueReport = listAnswer('revenue', revenueRow);
export const devFee = listAnswer('devfee_data', devFeeRow);
export const contracts = listAnswer('contracts', contract);
export const derivativesPayments = listAnswer('payments', derivativesPayment);
export const miners = listAnswer('miners', miner);
