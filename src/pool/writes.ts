/** The exact request of a change, kept with it before it is sent. */
export interface WriteRequest {
  readonly method: 'POST' | 'PATCH';
  /** Below `/api`, encoded, such as `/v2/pool/subaccounts/hall-1`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What is known about a write after its one try. */
export interface Outcome {
  /** `unsent`: it never left. `unknown`: it may have been done. */
  readonly kind: 'reported' | 'declined' | 'unknown' | 'unsent';
  /** HTTP status, if the pool answered. */
  readonly status: number | null;
  /** For people: "no answer in time", "the pool failed (500)"; empty if reported. */
  readonly reason: string;
  /** What the pool said, at most 300 characters; null if nothing. Text from outside. */
  readonly message: string | null;
  /** The whole answer as it was parsed, or its text. The key is struck out. */
  readonly body: unknown;
}

/** Of a request that the pool did not answer, or never got. */
export function withoutAnswer(kind: 'unknown' | 'unsent', reason: string): Outcome {
  return { kind, status: null, reason, message: null, body: null };
}

/** "Update subaccount" (4.1) */
export function moveRequest(subaccount: string, siteId: string): WriteRequest {
  return {
    method: 'PATCH',
    path: `/v2/pool/subaccounts/${encodeURIComponent(subaccount)}`,
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
  body: WriteRequest['body'],
): WriteRequest {
  const whose = `${encodeURIComponent(currency)}/${encodeURIComponent(subaccount)}`;
  return { method: 'POST', path: `/v2/pool/payment-settings/${whose}`, body };
}

/** For metrics and the log. */
export function operationOf({ method, path }: WriteRequest): string {
  if (method === 'PATCH') return 'moveSubaccount';
  return path.includes('/payment-settings/') ? 'createPaymentSettings' : 'createSubaccount';
}
