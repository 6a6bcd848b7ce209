import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';

export interface Asks {
  readonly count: number;
  /** How many servers ask in turn. */
  readonly guilds: number;
  /** Each for another subaccount and currency; otherwise for the whole workspace. */
  readonly named: boolean;
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
  const subaccount = SUBACCOUNTS[number % SUBACCOUNTS.length] ?? '';
  const currency = CURRENCIES[Math.floor(number / SUBACCOUNTS.length) % CURRENCIES.length] ?? '';
  return [
    { name: 'currency', type: ApplicationCommandOptionType.String, value: currency },
    { name: 'subaccounts', type: ApplicationCommandOptionType.String, value: subaccount },
  ];
}

/** Calls `one` at this pace, and returns what came of each. */
export async function paced<Answer>(
  { count, pace }: Pick<Asks, 'count' | 'pace'>,
  one: () => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  if ('everyMs' in pace) {
    const begun = performance.now();
    while (answers.length < count) {
      answers.push(one());
      const wait = begun + answers.length * pace.everyMs - performance.now();
      if (wait > 0) await sleep(wait);
    }
  } else {
    const lane = async () => {
      while (answers.length < count) {
        const answer = one();
        answers.push(answer);
        await answer;
      }
    };
    await Promise.all(Array.from({ length: pace.atOnce }, lane));
  }
  return Promise.all(answers);
}
