import { REST, type RESTOptions } from 'discord.js';
import { DiscordSilent } from './discord-http.js';
import { heedingLimits } from './heeding-limits.js';
import { keepToken } from './kept-token.js';

/** discord.js's queue for all that answers no interaction. */
export interface BackgroundRest {
  readonly rest: REST;
  /** What waits fails at once, and what comes later too. Gives how many waited. */
  readonly giveUp: () => number;
}

/**
 * Whatever Discord, or a proxy's page with status 429, asks for: what waits longer is as good as
 * failed, and to be tried again by whoever sent it.
 */
const LONGEST_WAIT_MS = 60_000;

/** A 429 that asks for more than a minute. Without a number, which would be another each time. */
export class LongRateLimit extends Error {
  override readonly name = 'LongRateLimit';
}

export function createBackgroundRest(
  apiUrl: string,
  token: string,
  makeRequest?: RESTOptions['makeRequest'],
): BackgroundRest {
  const rest = new REST({
    api: apiUrl,
    version: '10',
    makeRequest: heedingLimits(makeRequest),
    rejectOnRateLimit({ timeToReset, retryAfter }) {
      if (Math.max(timeToReset, retryAfter) <= LONGEST_WAIT_MS) return false;
      throw new LongRateLimit('Discord asks to wait for more than a minute');
    },
  });
  const waiting = new Set<(reason: Error) => void>();
  const request = rest.request.bind(rest);
  let isOver = false;
  rest.request = (options) =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(stopping());
      waiting.add(reject);
      void request(options)
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  return {
    rest: keepToken(rest, token),
    giveUp() {
      isOver = true;
      const { size } = waiting;
      for (const reject of waiting) reject(stopping());
      waiting.clear();
      return size;
    },
  };
}

function stopping(): DiscordSilent {
  return new DiscordSilent('given up, because the process is stopping');
}
