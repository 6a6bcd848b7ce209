import type { RESTOptions } from 'discord.js';
import { LEAVES_WITHIN_MS } from '../../domain/messages/nonce.js';
import { systemClock } from '../../domain/time/clock.js';
import { startElapsed, type Elapsed } from '../../domain/time/elapsed.js';
import { DiscordSilent } from './discord-http.js';

type MakeRequest = RESTOptions['makeRequest'];

/**
 * discord.js retries a post that got no answer, however long its process was suspended. By then
 * another process may have posted it, and Discord forgotten its nonce.
 */
export function createLatePosts() {
  const begun = new WeakMap<object, Elapsed>();
  return {
    /** A post is identified by its body, which is the same object in all attempts. */
    begin({ body }: { readonly body?: unknown }): void {
      if (typeof body === 'object' && body !== null) begun.set(body, startElapsed(systemClock));
    },
    /** A post that is too late fails as if Discord had been silent. */
    holdBack(makeRequest: MakeRequest): MakeRequest {
      return async (url, init) => {
        const { method, body } = init;
        const elapsed = typeof body === 'object' && body !== null ? begun.get(body) : undefined;
        if (method === 'POST' && elapsed !== undefined && elapsed() > LEAVES_WITHIN_MS)
          throw new DiscordSilent('too late to be sent, because it may stand already');
        return makeRequest(url, init);
      };
    },
  };
}
