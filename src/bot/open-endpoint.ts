import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config/config.js';
import type { Endpoint } from '../discord/endpoint/endpoint.js';
import { codeOf } from '../domain/errors/error-code.js';

/** Null unless INTERACTIONS_PORT is set. Throws a `ConfigError` if the port can't be had. */
export async function openEndpoint(
  { interactions }: Pick<Config, 'interactions'>,
  parts: { readonly log: Logger; readonly onError: (what: string, error: unknown) => void },
): Promise<Endpoint | null> {
  if (interactions === undefined) return null;
  // Read only where it is used.
  const { listenForInteractions } = await import('../discord/endpoint/endpoint.js');
  try {
    return await listenForInteractions({ ...interactions, ...parts });
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    const { port, host } = interactions;
    throw new ConfigError([`INTERACTIONS_PORT ${port} on ${host} cannot be had: ${reason}.`]);
  }
}
