import type { WriteRequest } from './outcome.js';
import { pathOf } from './paths.js';

/** The body of "create payment settings" (the API description, section 4.1). */
export interface NewPaymentSettings {
  readonly payment_frequency: string;
  readonly day_of_week?: string | undefined;
  readonly addresses: readonly NewPaymentAddress[];
}

export interface NewPaymentAddress {
  /** Left out for an address that the pool does not know yet. */
  readonly address_id?: number | undefined;
  readonly address_name: string;
  readonly external_address: string;
  readonly revenue_allocation: number;
}

/** "Update subaccount" (4.1) */
export function moveRequest(subaccount: string, siteId: string): WriteRequest {
  return {
    method: 'PATCH',
    path: pathOf('/v2/pool/subaccounts', [subaccount]),
    body: { site_id: siteId },
  };
}

/** "Create subaccount" (4.1) */
export function createRequest(name: string, siteId: string): WriteRequest {
  return { method: 'POST', path: '/v2/pool/subaccounts', body: { name, site_id: siteId } };
}

/** "Create payment settings" (4.1); replaces those of this subaccount and currency. */
export function paymentSettingsRequest(
  currency: string,
  subaccount: string,
  { payment_frequency, day_of_week, addresses }: NewPaymentSettings,
): WriteRequest {
  return {
    method: 'POST',
    path: pathOf('/v2/pool/payment-settings', [currency, subaccount]),
    body: {
      payment_frequency,
      ...(day_of_week === undefined ? {} : { day_of_week }),
      addresses: addresses.map(({ address_id, ...address }) => ({
        ...(address_id === undefined ? {} : { address_id }),
        address_name: address.address_name,
        external_address: address.external_address,
        revenue_allocation: address.revenue_allocation,
      })),
    },
  };
}

/** For metrics and the log. */
export function operationOf({ method, path }: WriteRequest): string {
  if (method === 'PATCH') return 'moveSubaccount';
  return path.includes('/payment-settings/') ? 'createPaymentSettings' : 'createSubaccount';
}
