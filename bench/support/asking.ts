import type { Actor } from '../../sandbox/discord/loopback-discord.js';

/** Asks for one summary that was not asked for before. */
export type Ask = () => Promise<Answered>;

export interface Answered {
  readonly firstMs: number;
  readonly finalMs: number;
}

/**
 * Each time another choice of subaccounts, the bits of a counter: nothing comes from memory, which
 * keeps an answer for some seconds.
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
