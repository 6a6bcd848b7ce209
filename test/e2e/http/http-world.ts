import { freePort } from '../../../sandbox/free-port.js';
import type { Installation, WorldOptions } from '../world.js';
import { startWorld, type World } from '../world.js';

/** A world whose Discord POSTs interactions to the bot. Neither connected nor started. */
export async function startHttpWorld({ env, ...options }: WorldOptions = {}): Promise<World> {
  return startWorld({
    ...options,
    env: async (servers) => ({
      ...(await doorEnv(servers)),
      ...(typeof env === 'function' ? await env(servers) : env),
    }),
  });
}

/** The environment of an additional process, which from then on gets its turn too. */
export async function doorEnv({ discord }: Pick<Installation, 'discord'>) {
  const port = await freePort();
  discord.endpoint.addresses.push(`http://127.0.0.1:${port}/interactions`);
  return { INTERACTIONS_PORT: String(port), DISCORD_PUBLIC_KEY: discord.endpoint.publicKey };
}

/** What became of an interaction's POSTs. */
export function postsOf({ discord }: Pick<Installation, 'discord'>, interactionId: string) {
  return discord.endpoint.posts.filter((post) => post.interactionId === interactionId);
}

/** The requests to one interaction's callback. */
export function callbacksOf({ discord }: Pick<Installation, 'discord'>, interactionId: string) {
  return discord.requests.filter(({ path }) => path.startsWith(`/interactions/${interactionId}/`));
}
