import type { Workspace } from './types.js';

type Rewrite = NonNullable<Workspace['rewrite']>;
type Fields = Readonly<Record<string, unknown>>;
type Change = (value: unknown, name: string) => unknown;

/** Answers as they occur in the wild, for `workspace.rewrite`. */
export const deviations = {
  /** Fields that people can do without are null. */
  nulls: (body) => eachValue(body, (value, name) => (dispensable.has(name) ? null : value)),
  noHashrate: (body) =>
    eachValue(body, (value, name) => (name === 'hashrate_5m' ? undefined : value)),
  /** Some rows have a field of another shape. */
  oddFields: (body) =>
    eachValue(body, (value, name) => {
      if (name === 'revenue_24h') return {};
      const changes = oddFields[name];
      if (!changes || !Array.isArray(value)) return value;
      return value.map((row: Fields, index) => ({ ...row, ...changes[index]?.(row) }));
    }),
} satisfies Readonly<Record<string, Rewrite>>;

const dispensable = new Set(
  `site created_at url efficiency_5m uptime_24h hashrate_24h hashprice balance revenue_all_time
  next_payout_at frozen_until pool_discount_rate wallet_id day_of_week firmware pool power
  max_temperature fan_speed last_seen_at mac_address description failure_code trade_date
  net_position_wavg metadata`.split(/\s+/),
);

const oddFields: Readonly<Record<string, ((row: Fields) => Fields)[]>> = {
  miners: [
    () => ({ firmware: 'stock' }),
    () => ({ fan_speed: 5880 }),
    ({ pool }) => ({ pool: [pool] }),
  ],
  subaccounts: [({ site }) => ({ site: isFields(site) && site['name'] })],
  payment_settings: [() => ({ addresses: {} })],
};

/** Every value with its name, the innermost first. */
export function eachValue(body: unknown, change: Change): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => change(value, name));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
