import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import PQueue from 'p-queue';

/** How often somebody runs `/summary`. */
export interface Asks {
  readonly count: number;
  /** How many servers ask in turn. */
  readonly guilds: number;
  /** For the whole workspace; otherwise each for another subaccount and currency. */
  readonly isWhole?: boolean;
  /** One every so many ms, however long answers take, or so many at all times. */
  readonly pace: { readonly everyMs: number } | { readonly atOnce: number };
}

/** Those of every workspace. */
export const SUBACCOUNTS = Array.from({ length: 50 }, (_, index) => `hall-${index + 1}`);
const CURRENCIES = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'];

/**
 * What a server's ask of this number is for. The same comes again after 200 asks: with 64 servers and
 * up to 2,500 asks a second, no answer comes from Pitboss's cache.
 */
export function optionsOf(number: number) {
  const currency = CURRENCIES[Math.floor(number / SUBACCOUNTS.length) % CURRENCIES.length];
  const subaccounts = SUBACCOUNTS[number % SUBACCOUNTS.length];
  return Object.entries({ currency, subaccounts }).map(([name, value]) => {
    return { name, type: ApplicationCommandOptionType.String, value };
  });
}

/** Calls `one` at this pace, and returns what came of each. */
export function paced<Answer>(
  { count, pace }: Pick<Asks, 'count' | 'pace'>,
  one: () => Promise<Answer>,
): Promise<Answer[]> {
  const calls = Array.from({ length: count }, () => one);
  if ('atOnce' in pace) return new PQueue({ concurrency: pace.atOnce }).addAll(calls);
  return Promise.all(calls.map((call, index) => sleep(index * pace.everyMs).then(call)));
}
