import type { WriteRequest } from './outcome.js';
import { pathOf } from './paths.js';

/** The body of "create payment settings" (the API description, section 4.1). */
interface NewPaymentSettings {
  readonly payment_frequency: string;
  readonly day_of_week?: string | undefined;
  readonly addresses: readonly {
    /** Left out for an address that the pool does not know yet. */
    readonly address_id?: number | undefined;
    readonly address_name: string;
    readonly external_address: string;
    readonly revenue_allocation: number;
  }[];
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
  settings: NewPaymentSettings,
): WriteRequest {
  return {
    method: 'POST',
    path: pathOf('/v2/pool/payment-settings', [currency, subaccount]),
    body: { ...settings },
  };
}

/** For metrics and the log. */
export function operationOf({ method, path }: WriteRequest): string {
  if (method === 'PATCH') return 'moveSubaccount';
  return path.includes('/payment-settings/') ? 'createPaymentSettings' : 'createSubaccount';
}
