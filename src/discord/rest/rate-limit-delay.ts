/** For a 429 that doesn't say how long. */
const UNSAID_SECONDS = 1;
/** Waits above 24.8 days overflow a timer, which then fires at once. */
const MAX_SECONDS = 3_600;

/**
 * How long to wait after a 429, in seconds. `said` is the `Retry-After` header or the body's
 * `retry_after` (Discord's documentation, "Rate Limits"), as received.
 */
export function rateLimitDelaySeconds(said: unknown): number {
  const seconds = Number(said);
  return seconds > 0 ? Math.min(seconds, MAX_SECONDS) : UNSAID_SECONDS;
}
