/** What the pool's description names: a record, a list of one, or a plain value. */
export type DocumentedShape =
  | { readonly [name: string]: DocumentedShape | DocumentedList }
  | 'value';
export type DocumentedList = readonly [DocumentedShape];

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

const metadata = {
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
} as const;

const actor = { id: v, display_name: v, type: v } as const;

/** Section 2.15, whole. */
export const WORKSPACE_ACTION = {
  id: v,
  action_name: v,
  status: v,
  initiated_at: v,
  initiated_by: actor,
  requires_approval: v,
  canceled_by: actor,
  approved_at: v,
  rejected_at: v,
  approved_by: [actor],
  rejected_by: [actor],
  url: v,
  metadata,
} as const satisfies DocumentedShape;

export function isDocumentedList(
  shape: DocumentedShape | DocumentedList | undefined,
): shape is DocumentedList {
  return Array.isArray(shape);
}
