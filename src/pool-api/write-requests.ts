import type { NewPaymentSettings } from '../domain/payment-settings/new-payment-settings.js';
import { segment } from './request.js';

/** The three writes: what is shown and confirmed is exactly the request that is sent. */
export interface WriteRequest {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
}

/** Section 4, "Create subaccount". */
export function createSubaccountRequest(name: string, siteId: string): WriteRequest {
  return { method: 'POST', path: '/api/v2/pool/subaccounts', body: { name, site_id: siteId } };
}

/** Section 4, "Update subaccount". Throws PoolRejected, `not-sent`, if no path holds the name. */
export function updateSubaccountRequest(name: string, siteId: string): WriteRequest {
  return {
    method: 'PATCH',
    path: `/api/v2/pool/subaccounts/${segment('updateSubaccount', name)}`,
    body: { site_id: siteId },
  };
}

/** Section 4.1. Throws as above. */
export function createPaymentSettingsRequest(
  currency: string,
  subaccount: string,
  settings: NewPaymentSettings,
): WriteRequest {
  const operation = 'createPaymentSettings';
  const where = `${segment(operation, currency)}/${segment(operation, subaccount)}`;
  return { method: 'POST', path: `/api/v2/pool/payment-settings/${where}`, body: settings };
}
