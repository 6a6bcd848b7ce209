import type { RESTOptions } from 'discord.js';
import { systemClock } from '../../domain/time/clock.js';
import { startElapsed, type Elapsed } from '../../domain/time/elapsed.js';

type MakeRequest = RESTOptions['makeRequest'];

/** Well within "the past few minutes" for which Discord knows a nonce (Create Message). */
const REPEATED_WITHIN_MS = 60_000;

/** Nobody knows whether an earlier try arrived: that has to be looked up. */
export class TooLateToRepeat extends Error {
  override readonly name = 'TooLateToRepeat';

  constructor() {
    super('no answer came, and it is too late to post it again under the same nonce');
  }
}

/**
 * discord.js posts again when no answer came, and the nonce makes it one post. A process that stood
 * still in between must not: Discord may have forgotten the nonce, and another process may have
 * posted it since.
 */
export function withoutLateRepeats(makeRequest: MakeRequest): MakeRequest {
  /** By the headers, which are the same object at each try of a request. */
  const unanswered = new WeakMap<object, Elapsed>();
  return async (url, init) => {
    const tries = init.method === 'POST' ? init.headers : undefined;
    if (typeof tries !== 'object') return makeRequest(url, init);
    const since = unanswered.get(tries) ?? startElapsed(systemClock);
    if (unanswered.has(tries) && since() > REPEATED_WITHIN_MS) throw new TooLateToRepeat();
    try {
      const response = await makeRequest(url, init);
      if (response.status >= 500) unanswered.set(tries, since);
      return response;
    } catch (error) {
      unanswered.set(tries, since);
      throw error;
    }
  };
}
