import { setTimeout as delay } from 'node:timers/promises';
import type { KeyObject } from 'node:crypto';
import { Routes, type REST } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { backoff } from '../../domain/async/backoff.js';
import type { BotIdentity } from '../bot-identity.js';
import { isSameKey } from './public-key.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

export interface ApplicationParts {
  readonly rest: Pick<REST, 'get'>;
  readonly publicKey: KeyObject;
  readonly log: Pick<Logger, 'warn'>;
  /** The key belongs to another application. */
  readonly onOtherKey: (reason: string) => void;
  readonly signal: AbortSignal;
}

const snowflake = z.string().regex(/^\d{17,20}$/);
const shape = z.object({
  id: snowflake,
  /** Missing only for an application without a bot, which can't have this token. */
  bot: z.object({ id: snowflake }).optional().catch(undefined),
  verify_key: z.string().optional().catch(undefined),
  /** Null if the developer portal has none. */
  interactions_endpoint_url: z.string().nullish().catch(undefined),
});
const NO_ADDRESS =
  'Discord sends nothing over HTTP yet: enter the Interactions Endpoint URL in its developer portal';
const GAPS = { firstMs: SECOND_MS, ceilingMs: MINUTE_MS };

/** Whose token it is, which a gateway sends at READY. Never rejects or settles after a stop. */
export async function findApplication(parts: ApplicationParts): Promise<BotIdentity> {
  const { rest, log, signal, onOtherKey } = parts;
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const found = shape.parse(await rest.get(Routes.currentApplication(), { signal }));
      if (found.verify_key === undefined || isSameKey(parts.publicKey, found.verify_key)) {
        if (found.interactions_endpoint_url === null) log.warn(NO_ADDRESS);
        return { applicationId: found.id, userId: found.bot?.id ?? found.id };
      }
      onOtherKey(
        'DISCORD_PUBLIC_KEY is not the public key of the application that DISCORD_TOKEN belongs to',
      );
      break;
    } catch (error) {
      if (signal.aborted) break;
      log.warn({ err: error }, 'Discord has not said yet whose token this is');
    }
    await delay(backoff(failures, GAPS), undefined, { signal }).catch(() => undefined);
  }
  return new Promise(() => undefined);
}
