import { isRecord } from '../../../domain/json/is-record.js';

/** What section 2.15 of the pool's description names: a record, a list of one, or a plain value. */
type Described = { readonly [name: string]: Described | readonly [Described] } | 'value';

const v = 'value';
const [product, entity] = [
  { id: v, type: v, name: v },
  { id: v, name: v },
] as const;
const subaccount = { progressive_user_id: v, account_name: v } as const;
const order = {
  order_number: v,
  contract: v,
  side: v,
  status: v,
  unit: v,
  hashprice: v,
  size: v,
  is_gtc: v,
} as const;
const member = {
  id: v,
  role: v,
  scope: v,
  workspace_id: v,
  product_id: v,
  site_id: v,
  subaccount_id: v,
  is_delete: v,
} as const;
const affected = {
  scope: v,
  workspace_id: v,
  product_id: v,
  site_id: v,
  subaccount_id: v,
} as const;

const METADATA: Described = {
  target: {
    id: v,
    email: v,
    first_name: v,
    last_name: v,
    is_api_key: v,
    api_key_name: v,
    avatar_url: v,
  },
  old_role: v,
  new_role: v,
  email: v,
  old_name: v,
  new_name: v,
  watcher_link_name: v,
  api_key_name: v,
  is_api_key: v,
  workspace: entity,
  product,
  products_assigned: [product],
  products_unassigned: [product],
  payment_settings: {
    progressive_username: v,
    currency: v,
    frequency: v,
    day: v,
    payment_addresses: [{ name: v, address: v, split: v, action: v }],
  },
  subaccount,
  subaccounts: [subaccount],
  api_key_accesses: [{ workspace_product_id: v, workspace_product_name: v, role: v, scope: v }],
  referral_code: { code: v, currency_profile: v },
  invite_member_multiple_products: {
    email: v,
    permissions: [{ product_id: v, product_name: v, role: v }],
  },
  derivatives_orders: { cancel_existing_orders: v, items: [order] },
  old_order: order,
  new_order: order,
  site: {
    id: v,
    name: v,
    operating_min: v,
    operating_max: v,
    power_market: v,
    settlement_point: v,
    settlement_point_name: v,
  },
  entities_modified: [affected],
  memberships_can_approve: [affected],
  new_member: [member],
  update_role: { old_memberships: [member], new_memberships: [member] },
  old_entity: entity,
  new_entity: entity,
  change_2fa: { enable: v },
};

/** A value in two parts of its own shape; undefined = nothing of it. */
export interface Split {
  readonly described?: unknown;
  readonly others?: unknown;
}

/** Metadata as the description has it, and what it doesn't have: other names, other shapes. */
export function splitMetadata(metadata: unknown): Split {
  return split(metadata, METADATA);
}

function split(value: unknown, shape: Described | readonly [Described] | undefined): Split {
  if (value === undefined) return {};
  if (value === null && shape !== undefined) return { described: null };
  if (shape === v) return typeof value === 'object' ? { others: value } : { described: value };
  if (isList(shape)) return Array.isArray(value) ? splitList(value, shape[0]) : { others: value };
  if (shape === undefined || !isRecord(value)) return { others: value };
  const parts = Object.entries(value).map(
    ([name, inner]) =>
      [name, split(inner, Object.hasOwn(shape, name) ? shape[name] : undefined)] as const,
  );
  const of = (part: keyof Split) => {
    const given = parts.flatMap(([name, each]) => (part in each ? [[name, each[part]]] : []));
    return given.length === 0 ? {} : { [part]: Object.fromEntries(given) };
  };
  return parts.length === 0 ? { described: value } : { ...of('described'), ...of('others') };
}

/** Keeps each entry's place in the list, by which lines name it. */
function splitList(list: readonly unknown[], shape: Described): Split {
  if (list.length === 0) return { described: list };
  const parts = list.map((each) => split(each, shape));
  const of = (part: keyof Split) => {
    if (!parts.some((each) => part in each)) return {};
    const kept: unknown[] = [];
    parts.forEach((each, at) => {
      if (part in each) kept[at] = each[part];
    });
    return { [part]: kept };
  };
  return { ...of('described'), ...of('others') };
}

function isList(
  shape: Described | readonly [Described] | undefined,
): shape is readonly [Described] {
  return Array.isArray(shape);
}
