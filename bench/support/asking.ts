import type { Actor } from '../../sandbox/discord/loopback-discord.js';

/** Asks for a summary that was not requested before. */
export type Ask = () => Promise<Answered>;

export interface Answered {
  readonly firstMs: number;
  readonly finalMs: number;
}

/**
 * A different choice of subaccounts each time, by the bits of a counter, so that nothing comes from
 * the cache, which keeps answers for some seconds.
 */
export function asking(actor: Actor, names: readonly string[]): Ask {
  const choices = 2 ** names.length - 1;
  let counter = 0;
  return async () => {
    counter = (counter % choices) + 1;
    const subaccounts = names.filter((_, index) => (counter >> index) & 1).join(', ');
    const begun = performance.now();
    const outcome = await actor.command('summary', { subaccounts });
    const message = await outcome.settled();
    const finalMs = performance.now() - begun;
    if (!JSON.stringify(message.embeds).includes('Hashrate'))
      throw new Error(`No summary: ${JSON.stringify(message.embeds)}`);
    return { firstMs: outcome.firstResponseMs ?? NaN, finalMs };
  };
}
