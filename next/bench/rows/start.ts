import { startContender } from '../contenders.js';
import type { Figures, Row } from './row.js';

const START = 'start to IDENTIFY (ms)';
const FIRST = 'an ask right after READY: first response (ms)';

/** P5: nothing is warm. */
export const start: Row = {
  name: 'start',
  what: 'A start with 500 servers; the first ask comes with READY',
  targets: [
    { id: 'P5', figure: START, beside: 'Sapphire', atMost: 1 },
    { id: 'P5', figure: FIRST, atMost: 250 },
  ],
  open: async () => ({
    contenders: ['Pitboss', 'Sapphire', 'tuned'],
    async round(name) {
      let measured = Promise.resolve<Figures>({});
      const bot = await startContender(name, {
        guilds: 500,
        onStart({ discord, ask }) {
          const begun = performance.now();
          measured = discord.next('identified').then(async () => {
            const started = performance.now() - begun;
            const { times } = await ask({ count: 1, guilds: 1, named: true, pace: { atOnce: 1 } });
            return { [START]: started, [FIRST]: times[0]?.firstMs ?? NaN };
          });
        },
      });
      return measured.finally(bot.close);
    },
    close: async () => {},
  }),
};
