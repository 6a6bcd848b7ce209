import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../sandbox/discord/state.js';
import { askMeanwhile, runEverywhere } from '../contenders.js';
import type { Row } from './row.js';

const CPU = 'CPU a post (ms)';
const SLOWER = 'others’ first response p99, × idle';
const WRONG = 'posts missing or doubled';
const DAY = 86_400_000;
const EIGHT = DAY / 3;
const TICK_MS = 6_000;
const GIVE_UP_MS = 600_000;

/** P8: all are due at 08:00 UTC, on another day in each round; others ask 50 times a second. */
export const daily: Row = {
  name: 'daily',
  what: 'A daily post in each of 500 servers (32 if quick), due at once',
  targets: [
    { id: 'P8', figure: CPU, atMost: 25 },
    { id: 'P8', figure: SLOWER, atMost: 3 },
    { id: 'P8', figure: WRONG, atMost: 0 },
  ],
  bots: ['Pitboss'],
  guilds: 500,
  quickGuilds: 32,
  isSlow: true,
  async warmUp(bot) {
    const options = { time: '08:00', timezone: 'UTC' };
    await runEverywhere(bot, { path: 'daily set', options, title: 'Daily post set' });
    await bot.ask({ count: 1_000, guilds: 16, named: true, pace: { atOnce: 16 } });
  },
  async round(bot) {
    const { guilds, messages } = bot.discord.world;
    const idle = await askMeanwhile(bot, sleep(10_000));
    // Answers to what is asked meanwhile are not kept there.
    messages.clear();
    const now = await bot.child.call('now');
    await bot.child.call('ahead', ((DAY + EIGHT - (now % DAY)) % DAY) + 1_000);
    const isDone = () => messages.size >= guilds.size;
    const busy = await askMeanwhile(bot, until(bot.discord.world, GIVE_UP_MS, isDone));
    await sleep(TICK_MS);
    const channels = [...messages.values()].map((message) => message.channel_id);
    const posted = new Set(channels).size;
    return {
      [CPU]: (busy.cpuMs - (idle.cpuMs / idle.asks) * busy.asks) / guilds.size,
      [SLOWER]: busy.p99 / idle.p99,
      'others’ first response p99, idle (ms)': idle.p99,
      [WRONG]: guilds.size - posted + (channels.length - posted),
      'the last post after (s)': busy.seconds,
    };
  },
};
