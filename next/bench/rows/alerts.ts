import { setTimeout as sleep } from 'node:timers/promises';
import { freshContenders, passMinute, runEverywhere, type Contender } from '../contenders.js';
import type { Figures, Row } from './row.js';

const CPU = 'CPU with 500 servers (% of a core)';
const READS = 'pool reads a server and minute';
/** Each reads something else, and none fires. */
const CONDITIONS = ['hashrate', 'failing-miners', 'payout', 'contracts', 'revenue'];

/** P11: in real time, once each server was watched. */
export const alerts: Row = {
  name: 'alerts',
  what: 'Watching 500 servers (100 if quick) with five alert rules each',
  targets: [
    { id: 'P11', figure: CPU, atMost: 10 },
    { id: 'P11', figure: READS, atMost: 3 },
  ],
  isSlow: true,
  open: async ({ quick }) =>
    freshContenders({
      names: ['Pitboss'],
      guilds: quick ? 100 : 500,
      round: (bot) => round(bot, quick ? 30_000 : 120_000),
    }),
};

async function round(bot: Contender, ms: number): Promise<Figures> {
  const { people } = bot.loopback.discord;
  for (const condition of CONDITIONS)
    await runEverywhere(bot, {
      path: 'alerts add',
      options: { condition },
      title: 'Alert rule added',
    });
  await passMinute(bot);
  const [cpu, reads] = [bot.child.cpuMs(), bot.loopback.pool.reads()];
  await sleep(ms);
  const share = (bot.child.cpuMs() - cpu) / ms;
  return {
    [CPU]: (100 * share * 500) / people.length,
    [READS]: (bot.loopback.pool.reads() - reads) / people.length / (ms / 60_000),
  };
}
