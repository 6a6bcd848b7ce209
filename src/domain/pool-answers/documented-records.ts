import { WORKSPACE_ACTION, type DocumentedShape } from './documented-action.js';

const v = 'value';

/** Section 2.1, and the names that the metadata of an action has for it. */
const SUBACCOUNT = {
  id: v,
  name: v,
  site: { id: v, name: v },
  site_id: v,
  created_at: v,
  url: v,
  account_name: v,
  progressive_user_id: v,
} as const;

/** What a request sets of section 2.3. */
export const PAYMENT_RECORD = {
  currency_type: v,
  payment_frequency: v,
  day_of_week: v,
  addresses: [{ address_id: v, address_name: v, external_address: v, revenue_allocation: v }],
} as const satisfies DocumentedShape;

/** The metadata of an action, whose payment settings may have the names of either description. */
export const ANSWERED_METADATA = {
  ...WORKSPACE_ACTION.metadata,
  payment_settings: {
    ...WORKSPACE_ACTION.metadata.payment_settings,
    ...PAYMENT_RECORD,
    subaccount: SUBACCOUNT,
  },
} as const satisfies DocumentedShape;

/** Whatever an answer to a change may be: an action, a subaccount, payment settings. */
export const ANY_ANSWER = {
  ...SUBACCOUNT,
  ...PAYMENT_RECORD,
  subaccount: SUBACCOUNT,
  ...WORKSPACE_ACTION,
  metadata: ANSWERED_METADATA,
  // As their lists have them.
  subaccounts: [SUBACCOUNT],
  payment_settings: v,
} as const satisfies DocumentedShape;
