import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import { rateLimitDelaySeconds } from './rate-limit-delay.js';
import { discordResponse } from './discord-response.js';
import { wholeResponse } from './whole-response.js';
import { readJson } from '../../domain/json/read-json.js';

export type MakeRequest = RESTOptions['makeRequest'];

/**
 * discord.js takes the wait after a 429 from the header alone; without one it retries at once,
 * forever. Discord's documentation ("Rate Limits") puts the time in the body too, and something in
 * between may drop either.
 */
export function rateLimitedRequest(
  makeRequest: MakeRequest = DefaultRestOptions.makeRequest,
): MakeRequest {
  return async (url, init) => {
    const response = await wholeResponse(await makeRequest(url, init), init.signal);
    if (response.status !== 429) return response;
    const header = Number(response.headers.get('retry-after'));
    // Reads a copy: discord.js passes the answer to its listeners, which needs it unread.
    const inBody = discordResponse(readJson(await response.clone().text())).retry_after;
    const said = header > 0 ? header : inBody;
    response.headers.set('retry-after', String(rateLimitDelaySeconds(said)));
    // A global limit holds up every server; a page from something in between must not do that.
    if (inBody === undefined) response.headers.delete('x-ratelimit-global');
    return response;
  };
}
