import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import { rateLimitDelaySeconds } from './retry-after.js';
import { discordAnswer } from './discord-answer.js';
import { wholeAnswer } from './whole-answer.js';
import { readJson } from '../../domain/json/read-json.js';

type MakeRequest = RESTOptions['makeRequest'];

/**
 * discord.js takes from the header alone how long a 429 asks it to wait, and without one asks
 * again at once, for ever. Discord's documentation ("Rate Limits") has the time in the body too,
 * and what stands between may drop the one or the other.
 */
export function rateLimitedRequest(
  makeRequest: MakeRequest = DefaultRestOptions.makeRequest,
): MakeRequest {
  return async (url, init) => {
    const response = await wholeAnswer(await makeRequest(url, init), init.signal);
    if (response.status !== 429) return response;
    const header = Number(response.headers.get('retry-after'));
    // Of a copy: discord.js hands the answer to its listeners, which it can't once it was read.
    const inBody = discordAnswer(readJson(await response.clone().text())).retry_after;
    const said = header > 0 ? header : inBody;
    response.headers.set('retry-after', String(rateLimitDelaySeconds(said)));
    // Holds up every server: that a page of something in between can't do.
    if (inBody === undefined) response.headers.delete('x-ratelimit-global');
    return response;
  };
}
