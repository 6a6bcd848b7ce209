import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { isSameKey } from '../../discord/endpoint/public-key.js';
import { failed, ok, warning, type Finding } from './finding.js';
import { HOUR_MS } from '../../domain/time/units.js';

/** What the application's own record says about how its interactions arrive. */
export const connectionShape = {
  verify_key: z.string().optional().catch(undefined),
  interactions_endpoint_url: z.string().nullish().catch(undefined),
};
const connection = z.object(connectionShape);
type RegisteredConnection = z.output<typeof connection>;

const gateway = z.object({
  shards: z.number(),
  session_start_limit: z.object({ remaining: z.number(), reset_after: z.number() }),
});

/** For interactions that arrive over HTTP. */
export function endpointFinding(
  { verify_key: theirs, interactions_endpoint_url: address }: RegisteredConnection,
  publicKey: KeyObject,
): Finding {
  if (theirs !== undefined && !isSameKey(publicKey, theirs))
    return failed('Interactions', 'DISCORD_PUBLIC_KEY is another application’s; copy it again');
  if (typeof address === 'string') return ok('Interactions', `Discord POSTs them to ${address}`);
  const words = 'enter the Interactions Endpoint URL in the developer portal, once the bot runs';
  return warning('Interactions', `Discord sends none over HTTP yet; ${words}`);
}

/** `body`: of GET /gateway/bot. */
export function gatewayFinding(
  body: unknown,
  { interactions_endpoint_url: address }: RegisteredConnection,
  shards: readonly number[] | undefined,
): Finding {
  if (typeof address === 'string')
    return failed(
      'Gateway',
      `it brings no interactions, because Discord POSTs them to ${address}; delete that Interactions Endpoint URL in the developer portal, or set INTERACTIONS_PORT`,
    );
  const found = gateway.safeParse(body);
  if (!found.success) return warning('Gateway', 'Discord gave no address for it; try later');
  const { remaining, reset_after: resetMs } = found.data.session_start_limit;
  const needed = shards?.length ?? found.data.shards;
  const hours = Math.ceil(resetMs / HOUR_MS);
  const words = `${remaining} starts are left for the next ${hours} h, and a start takes ${needed}`;
  return remaining < needed ? failed('Gateway', words) : ok('Gateway', words);
}
