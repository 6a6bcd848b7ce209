import { setTimeout as delay } from 'node:timers/promises';
import type { KeyObject } from 'node:crypto';
import { Routes, type REST } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { backoff } from '../../domain/async/backoff.js';
import { describeError } from '../error-reply.js';
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

const shape = z.object({
  id: z.string().regex(/^\d{17,20}$/),
  verify_key: z.string().optional().catch(undefined),
  /** Null if the developer portal has none. */
  interactions_endpoint_url: z.string().nullish().catch(undefined),
});
const NO_ADDRESS =
  'Discord sends nothing over HTTP yet: enter the Interactions Endpoint URL in its developer portal';
const GAPS = { firstMs: SECOND_MS, ceilingMs: MINUTE_MS };

/** The application's id, which a gateway sends at READY. Never rejects or settles after a stop. */
export async function findApplication(parts: ApplicationParts): Promise<string> {
  const { rest, log, signal, onOtherKey } = parts;
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const found = shape.parse(await rest.get(Routes.currentApplication(), { signal }));
      if (found.verify_key === undefined || isSameKey(parts.publicKey, found.verify_key)) {
        if (found.interactions_endpoint_url === null) log.warn(NO_ADDRESS);
        return found.id;
      }
      onOtherKey(
        'DISCORD_PUBLIC_KEY is not the public key of the application that DISCORD_TOKEN belongs to',
      );
      break;
    } catch (error) {
      if (signal.aborted) break;
      log.warn({ err: describeError(error) }, 'Discord has not said yet whose token this is');
    }
    await delay(backoff(failures, GAPS), undefined, { signal }).catch(() => undefined);
  }
  return new Promise(() => undefined);
}
