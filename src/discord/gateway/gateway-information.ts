import { setTimeout as delay } from 'node:timers/promises';
import { DiscordAPIError, Routes, type APIGatewayBotInfo, type REST } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { backoff } from '../../domain/async/backoff.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

export interface GatewayInformationParts {
  readonly rest: Pick<REST, 'get'>;
  /** Shards of this process; null = as many as Discord says. */
  readonly shards: number | null;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
  readonly onUnauthorized: () => void;
}

const shape = z.object({
  url: z.url({ protocol: /^wss?$/ }),
  shards: z.int().min(1),
  session_start_limit: z.object({
    total: z.int(),
    remaining: z.int(),
    reset_after: z.int(),
    max_concurrency: z.int().min(1),
  }),
});

const GAPS = { firstMs: SECOND_MS, ceilingMs: MINUTE_MS };
const RENEW_WITHIN_MS = 5 * SECOND_MS;

/** The answer to GET /gateway/bot, requested until it is usable. */
export function createGatewayInformation(parts: GatewayInformationParts) {
  const { rest, log, signal, onUnauthorized } = parts;
  let known: Promise<APIGatewayBotInfo> | undefined;

  async function ask(until: AbortSignal): Promise<APIGatewayBotInfo> {
    return shape.parse(await rest.get(Routes.gatewayBot(), { signal: until }));
  }

  /** Beyond the limit Discord would reset the token, so shards wait for the next day. */
  function requireIdentifies({ shards, session_start_limit: limit }: APIGatewayBotInfo): void {
    if (limit.remaining >= (parts.shards ?? shards)) return;
    const minutes = Math.ceil(limit.reset_after / MINUTE_MS);
    throw new Error(`Discord takes no further IDENTIFY for ${minutes} min`);
  }

  async function untilGiven(): Promise<APIGatewayBotInfo> {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const given = await ask(signal);
        requireIdentifies(given);
        return given;
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ err: error }, 'no connection to Discord yet');
        if (error instanceof DiscordAPIError && error.status === 401) onUnauthorized();
      }
      await delay(backoff(failures, GAPS), undefined, { signal }).catch(() => undefined);
    }
    return new Promise(() => undefined);
  }

  return {
    /** Never rejects, and never settles after a stop. Always the same object. */
    get: (): Promise<APIGatewayBotInfo> => (known ??= untilGiven()),
    /** Refreshes the gateway's address in place; keeps the old one if Discord doesn't give one. */
    async renewAddress(): Promise<void> {
      const information = await known;
      if (information === undefined) return;
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(RENEW_WITHIN_MS)]);
        information.url = (await ask(within)).url;
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'no address of the gateway');
      }
    },
  };
}

export type GatewayInformation = ReturnType<typeof createGatewayInformation>;
