import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../sandbox/discord/state.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/clock.js';
import { askMeanwhile, passMinute, runInEach, type Row } from './row.js';

const POST = 'CPU a post (ms)';
const SLOWER = 'others’ first response p99, × idle';
const WRONG = 'posts missing or doubled';
const CPU = 'CPU with 500 servers (% of a core)';
const READS = 'pool reads a server and minute';
/** Each reads something else, and none fires. */
const CONDITIONS = ['hashrate', 'failing-miners', 'payout', 'contracts', 'revenue'];

/** P8: all are due at 08:00 UTC, on another day in each round; others ask 50 times a second. */
export const daily: Row = {
  name: 'daily',
  what: 'A daily post in each of 500 servers (32 if quick), due at once',
  targets: [
    { id: 'P8', figure: POST, atMost: 25 },
    { id: 'P8', figure: SLOWER, atMost: 3 },
    { id: 'P8', figure: WRONG, atMost: 0 },
  ],
  bots: ['Pitboss'],
  guilds: 500,
  quickGuilds: 32,
  isSlow: true,
  async warmUp(bot) {
    const time = { time: '08:00', timezone: 'UTC' };
    await runInEach(bot, ['daily set', time], 'Daily post set');
    await bot.ask({ count: 1_000, guilds: 16, pace: { atOnce: 16 } });
  },
  async round(bot, quick) {
    const { guilds, messages } = bot.discord.world;
    const idle = await askMeanwhile(bot, sleep(quick ? 5_000 : 10_000));
    // Answers to what is asked meanwhile are not kept there.
    messages.clear();
    const now = await bot.child.call('now');
    await bot.child.call('ahead', ((DAY + 8 * HOUR - (now % DAY)) % DAY) + SECOND);
    const isDone = () => messages.size >= guilds.size;
    const busy = await askMeanwhile(bot, until(bot.discord.world, 10 * MINUTE, isDone));
    // A second post of the day would come with Pitboss's next look.
    await sleep(6 * SECOND);
    const channels = [...messages.values()].map((message) => message.channel_id);
    const posted = new Set(channels).size;
    return {
      [POST]: (busy.cpuMs - (idle.cpuMs / idle.asks) * busy.asks) / guilds.size,
      [SLOWER]: busy.p99 / idle.p99,
      'others’ first response p99, idle (ms)': idle.p99,
      [WRONG]: guilds.size - posted + (channels.length - posted),
      'the last post after (s)': busy.seconds,
    };
  },
};

/** P11: in real time, once each server was watched. */
export const alerts: Row = {
  name: 'alerts',
  what: 'Watching 500 servers (100 if quick) with five alert rules each',
  targets: [
    { id: 'P11', figure: CPU, atMost: 10 },
    { id: 'P11', figure: READS, atMost: 3 },
  ],
  bots: ['Pitboss'],
  guilds: 500,
  quickGuilds: 100,
  isSlow: true,
  async warmUp(bot) {
    for (const condition of CONDITIONS)
      await runInEach(bot, ['alerts add', { condition }], 'Alert rule added');
    await passMinute(bot);
  },
  async round({ during, discord: { people } }, quick) {
    const ms = quick ? 20_000 : 120_000;
    const { cpuMs, reads } = await during(sleep(ms));
    return {
      [CPU]: ((100 * cpuMs) / ms / people.length) * 500,
      [READS]: (reads / people.length / ms) * MINUTE,
    };
  },
};
