/** When a 429 says nothing of when. */
const UNSAID_SECONDS = 1;
/** A wait above 24.8 days overflows a timer, which then ends at once. */
const LONGEST_SECONDS = 3_600;

/**
 * How long to wait after a 429, in seconds. `said` is the header `Retry-After` or `retry_after` of
 * the body (Discord's documentation, "Rate Limits"), as it came.
 */
export function rateLimitDelaySeconds(said: unknown): number {
  const seconds = Number(said);
  return seconds > 0 ? Math.min(seconds, LONGEST_SECONDS) : UNSAID_SECONDS;
}
