import { LEAVES_WITHIN_MS } from '../../domain/messages/nonce.js';
import { systemClock } from '../../domain/time/clock.js';
import { startElapsed, type ElapsedMs } from '../../domain/time/elapsed.js';
import { DiscordSilent } from '../../domain/errors/discord-errors.js';
import type { MakeRequest } from './rate-limited-request.js';

/**
 * discord.js retries what got no answer, however long its process was suspended. By then another
 * process may have posted the message, and Discord forgotten its nonce; or have edited it, and a
 * past state would be the last that people see.
 */
export function createLateMessages() {
  const begun = new WeakMap<object, ElapsedMs>();
  return {
    /** A request is identified by its body, which is the same object in all attempts. */
    begin({ body }: { readonly body?: unknown }): void {
      if (typeof body === 'object' && body !== null) begun.set(body, startElapsed(systemClock));
    },
    /** What is too late fails as if Discord had been silent. */
    holdBack(makeRequest: MakeRequest): MakeRequest {
      return async (url, init) => {
        const { method, body } = init;
        const elapsed = typeof body === 'object' && body !== null ? begun.get(body) : undefined;
        const isMessage = method === 'POST' || method === 'PATCH';
        if (isMessage && elapsed !== undefined && elapsed() > LEAVES_WITHIN_MS)
          throw new DiscordSilent('too late to be sent, because others may have sent it or newer');
        return makeRequest(url, init);
      };
    },
  };
}
