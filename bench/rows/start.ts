import type { Row } from './row.js';

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
  bots: ['Pitboss', 'Sapphire', 'tuned'],
  guilds: 500,
  isFresh: true,
  async round({ started }) {
    const { identifyMs, firstMs } = await started;
    return { [START]: identifyMs, [FIRST]: firstMs };
  },
};
