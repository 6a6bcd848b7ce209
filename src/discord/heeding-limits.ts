import { DefaultRestOptions, type RESTOptions } from 'discord.js';

type MakeRequest = RESTOptions['makeRequest'];

/** When a 429 says nothing of when. */
const UNSAID_SECONDS = 1;
/** A wait above 24.8 days overflows a timer, which then ends at once. */
const LONGEST_SECONDS = 3_600;

/**
 * discord.js takes from the header alone how long a 429 asks it to wait, and without one asks
 * again at once, for ever. Discord's documentation ("Rate Limits") has the time in the body too,
 * and what stands between may drop the one or the other.
 */
export function heedingLimits(
  makeRequest: MakeRequest = DefaultRestOptions.makeRequest,
): MakeRequest {
  return async (url, init) => {
    const response = await makeRequest(url, init);
    if (response.status !== 429) return response;
    const said = Number(response.headers.get('retry-after'));
    const seconds = said > 0 ? said : askedFor(await response.text());
    response.headers.set('retry-after', String(Math.min(seconds, LONGEST_SECONDS)));
    return response;
  };
}

/** Seconds. */
function askedFor(body: string): number {
  try {
    const asked: unknown = Object(JSON.parse(body)).retry_after;
    return typeof asked === 'number' && asked > 0 ? asked : UNSAID_SECONDS;
  } catch {
    return UNSAID_SECONDS;
  }
}
