/** Why a read failed. */
export type PoolErrorKind =
  | 'unreachable' // no connection, time-out, reset
  | 'key' // 401
  | 'forbidden' // 403
  | 'missing' // 404
  | 'too-long' // 414, or too many subaccounts for one request
  | 'busy' // 429
  | 'refused' // another 4xx
  | 'failed' // 5xx
  | 'foreign' // a proxy answered instead of the pool (a web page, not JSON)
  | 'unreadable'; // the pool's JSON has another shape altogether

export class PoolError extends Error {
  override readonly name = 'PoolError';
  constructor(
    readonly kind: PoolErrorKind,
    readonly details: {
      readonly status?: number | undefined;
      /** What the pool said, at most 300 characters. Text from outside. */
      readonly said?: string | undefined;
      /** Seconds that the pool asked us to wait. */
      readonly retryAfter?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(`pool: ${kind}${details.status === undefined ? '' : ` (${details.status})`}`, {
      cause: details.cause,
    });
  }

  /** Whether the same may succeed in a minute. */
  get mayPass(): boolean {
    return ['unreachable', 'busy', 'failed', 'foreign'].includes(this.kind);
  }
}
