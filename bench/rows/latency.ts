import { openContenders, summaries } from './contenders.js';
import { median } from '../support/process-figures.js';
import { LOOPBACK_BUSY, type Row } from './row.js';

const FIRST = 'first response (ms)';
const FINAL = 'final answer (ms)';
const FLOW = 'raw, defer then call';
const POOL_MS = 60;
const DISCORD_MS = 40;

/** P4: one after the other, over long distances. */
export const far: Row = {
  id: 'P4',
  name: 'far',
  what: `\`/summary\`, pool ${POOL_MS} ms and Discord ${DISCORD_MS} ms away`,
  targets: [{ figure: FINAL, beside: FLOW, atMost: 0.72 }],
  open: async ({ quick }) =>
    openContenders({
      names: quick ? ['pitboss', FLOW] : ['pitboss', 'raw', FLOW, 'discord.js tuned'],
      latency: { poolMs: POOL_MS, discordMs: DISCORD_MS },
      async round(contender) {
        const asks = { ...summaries(quick ? 10 : 15), pace: { atOnce: 1 } };
        const { firstMs, finalMs, busy } = await contender.ask(asks);
        return {
          [FIRST]: median(firstMs),
          [FINAL]: median(finalMs),
          [LOOPBACK_BUSY]: busy,
        };
      },
    }),
};
