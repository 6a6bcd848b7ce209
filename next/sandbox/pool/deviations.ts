import type { PoolRequest, Workspace } from './types.js';

type Rewrite = NonNullable<Workspace['rewrite']>;
type Fields = Readonly<Record<string, unknown>>;

/** Answers as they occur in the wild, for `workspace.rewrite`. */
export const deviations = {
  /** Fields that people can do without are null. */
  nulls: (body) => eachValue(body, (value, name) => (dispensable.has(name) ? null : value)),
  /** And hashrates, documented as text, are numbers. */
  numbersAsText: (body) =>
    eachValue(body, (value, name) => {
      if (typeof value === 'number') return `${value}`;
      return name.includes('hashrate') && typeof value === 'string' ? Number(value) : value;
    }),
  unknownFields: (body) =>
    eachValue(body, (value) =>
      isFields(value) ? { ...value, x_new: { note: 'added later', list: [1, null] } } : value,
    ),
  camelCaseActions: (body) =>
    isFields(body) && 'action_name' in body ? camelCase({ ...body, metadata: null }) : body,
  wrappedContract: (body) => (isFields(body) && 'contract_id' in body ? { contract: body } : body),
  flatRevenue: (body) =>
    withRows(body, 'revenue', (row) => [{ ...row, ...fieldsOf(row['revenue']) }]),
  severalRevenueTypes: (body) =>
    ['revenue', 'revenue_24h', 'revenue_all_time'].reduce(
      (result, list) => withRows(result, list, (row) => [row, referral(row)]),
      body,
    ),
  /** Some rows have a field of another shape. */
  oddFields: (body) =>
    eachValue(body, (value, name) => {
      if (name === 'revenue_24h') return {};
      const changes = oddFields[name];
      if (!changes || !Array.isArray(value)) return value;
      return value.map((row, index) => ({ ...fieldsOf(row), ...changes[index]?.(fieldsOf(row)) }));
    }),
  lyingPagination: (body, { path }) =>
    withPagination(body, (pagination, rows) => {
      const next = pagination['next_page_url'];
      const { pathname, search } = new URL(typeof next === 'string' ? next : path, 'http://pool');
      const relative = typeof next === 'string' ? pathname + search : null;
      return { ...pagination, page_number: 0, item_count: rows, next_page_url: relative };
    }),
  /** Beyond the end the last page comes again, and there is always a next one. */
  repeatedLastPage: repeatingLastPage(),
  noPagination: (body) => withPagination(body, () => undefined),
  /** Subaccounts have a flat `site_id`, and nothing else but id and name. */
  siteIdFlat: (body) =>
    eachValue(body, (value) =>
      isFields(value) && isFields(value['site'])
        ? { id: value['id'], name: value['name'], site_id: value['site']['id'] }
        : value,
    ),
} satisfies Record<string, Rewrite>;

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
  subaccounts: [({ site }) => ({ site: fieldsOf(site)['name'] })],
  payment_settings: [() => ({ addresses: {} })],
};

/** A smaller row of another type beside a revenue row or entry. */
function referral(row: Fields): Fields {
  const revenue = row['revenue'];
  return isFields(revenue)
    ? { ...row, revenue: referral(revenue) }
    : { ...row, revenue_type: 'REFERRAL', revenue: Math.round(Number(revenue) * 1e6) / 1e8 };
}

function repeatingLastPage(): Rewrite {
  const pages = new Map<string, unknown>();
  return (body, request) => {
    const answer = withPagination(body, (pagination) => ({
      ...pagination,
      next_page_url: pagination['next_page_url'] ?? request.path,
    }));
    const key = listKey(request);
    if (countRows(body) === 0) return pages.get(key) ?? answer;
    pages.set(key, answer);
    return answer;
  };
}

function listKey({ authorization, path }: PoolRequest): string {
  return `${authorization} ${path.replaceAll(/([?&])page(_number)?=\d+/g, '$1')}`;
}

function withPagination(
  body: unknown,
  change: (pagination: Fields, rows: number) => Fields | undefined,
): unknown {
  if (!isFields(body) || !isFields(body['pagination'])) return body;
  return { ...body, pagination: change(body['pagination'], countRows(body)) };
}

function countRows(body: unknown): number {
  return Object.values(fieldsOf(body)).find(Array.isArray)?.length ?? 0;
}

function withRows(body: unknown, list: string, change: (row: Fields) => Fields[]): unknown {
  const rows = fieldsOf(body)[list];
  if (!Array.isArray(rows)) return body;
  return { ...fieldsOf(body), [list]: rows.flatMap((row) => change(fieldsOf(row))) };
}

function camelCase(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(camelCase);
  if (!isFields(body)) return body;
  const entries = Object.entries(body).map(([name, value]) => [
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    camelCase(value),
  ]);
  return Object.fromEntries(entries);
}

/** Every value with its name, the innermost first. */
function eachValue(body: unknown, change: (value: unknown, name: string) => unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => change(value, name));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
