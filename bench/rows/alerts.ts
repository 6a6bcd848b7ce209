import { setTimeout as sleep } from 'node:timers/promises';
import { passMinute, runEverywhere } from '../contenders.js';
import type { Row } from './row.js';

const CPU = 'CPU with 500 servers (% of a core)';
const POOL_READS = 'pool reads a server and minute';
/** Each reads something else, and none fires. */
const CONDITIONS = ['hashrate', 'failing-miners', 'payout', 'contracts', 'revenue'];

/** P11: in real time, once each server was watched. */
export const alerts: Row = {
  name: 'alerts',
  what: 'Watching 500 servers (100 if quick) with five alert rules each',
  targets: [
    { id: 'P11', figure: CPU, atMost: 10 },
    { id: 'P11', figure: POOL_READS, atMost: 3 },
  ],
  bots: ['Pitboss'],
  guilds: 500,
  quickGuilds: 100,
  isSlow: true,
  async warmUp(bot) {
    for (const condition of CONDITIONS) {
      const title = 'Alert rule added';
      await runEverywhere(bot, { path: 'alerts add', options: { condition }, title });
    }
    await passMinute(bot);
  },
  async round({ child, pool, discord }, quick) {
    const minutes = quick ? 0.5 : 2;
    const [cpu, reads] = [child.cpuMs(), pool.reads()];
    await sleep(minutes * 60_000);
    const share = (child.cpuMs() - cpu) / (minutes * 60_000) / discord.people.length;
    return {
      [CPU]: 100 * share * 500,
      [POOL_READS]: (pool.reads() - reads) / discord.people.length / minutes,
    };
  },
};
