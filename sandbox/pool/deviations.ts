import type { Workspace } from './types.js';

type Rewrite = NonNullable<Workspace['rewrite']>;
type Fields = Readonly<Record<string, unknown>>;

const named = <Name extends string>(rewrites: Readonly<Record<Name, Rewrite>>) => rewrites;

/** Answers as they occur in the wild, for `workspace.rewrite`. */
export const deviations = named({
  /** Fields that people can do without are null. */
  nulls: (body) => eachValue(body, (value, name) => (dispensable.has(name) ? null : value)),
  noHashrate: (body) =>
    eachValue(body, (value, name) => (name === 'hashrate_5m' ? undefined : value)),
  /** And hashrates, documented as text, are numbers. */
  numbersAsText: (body) =>
    eachValue(body, (value, name) => {
      if (typeof value === 'number') return `${value}`;
      return name.includes('hashrate') && typeof value === 'string' ? Number(value) : value;
    }),
  /** Beside each revenue a smaller one of another type. */
  severalRevenueTypes: (body) =>
    eachValue(body, (value, name) => {
      if (!name.startsWith('revenue') || !Array.isArray(value)) return value;
      return value.flatMap((row: unknown) => [row, eachValue(row, referral)]);
    }),
  /** Some rows have a field of another shape. */
  oddFields: (body) =>
    eachValue(body, (value, name) => {
      if (name === 'revenue_24h') return {};
      const changes = oddFields[name];
      if (!changes || !Array.isArray(value)) return value;
      return value.map((row: Fields, index) => ({ ...row, ...changes[index]?.(row) }));
    }),
  lyingPagination: (body) => {
    if (!isFields(body) || !isFields(body['pagination'])) return body;
    const { next_page_url: next } = body['pagination'];
    const next_page_url = typeof next === 'string' ? next.replace(/^\w+:\/\/[^/]+/, '') : null;
    const item_count = Object.values(body).find(Array.isArray)?.length ?? 0;
    return {
      ...body,
      pagination: { ...body['pagination'], page_number: 0, item_count, next_page_url },
    };
  },
  /** Subaccounts have a flat `site_id`, and nothing else but id and name. */
  siteIdFlat: (body) =>
    eachValue(body, (value) =>
      isFields(value) && isFields(value['site'])
        ? { id: value['id'], name: value['name'], site_id: value['site']['id'] }
        : value,
    ),
});

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

function referral(value: unknown, name: string): unknown {
  if (name === 'revenue_type') return 'REFERRAL';
  return name === 'revenue' && typeof value === 'number' ? Math.round(value * 1e6) / 1e8 : value;
}

/** Every value with its name, the innermost first. */
function eachValue(body: unknown, change: (value: unknown, name: string) => unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => change(value, name));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
