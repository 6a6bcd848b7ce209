import { setTimeout as sleep } from 'node:timers/promises';
import { until, type World } from '../../sandbox/discord/state.js';
import { askMeanwhile, freshContenders, runEverywhere, type Contender } from '../contenders.js';
import { quantile } from '../statistics.js';
import type { Figures, Row } from './row.js';

const CPU = 'CPU a post (ms)';
const SLOWER = 'others’ first response p99, × idle';
const WRONG = 'posts missing or doubled';
const LAST = 'the last post after (s)';
const DAY = 86_400_000;
const EIGHT = DAY / 3;
const GIVE_UP_MS = 600_000;

/** P8: all posts are due at 08:00 UTC; others ask 50 times a second. */
export const daily: Row = {
  name: 'daily',
  what: 'A daily post in each of 500 servers (60 if quick), due at once',
  targets: [
    { id: 'P8', figure: CPU, atMost: 25 },
    { id: 'P8', figure: SLOWER, atMost: 3 },
    { id: 'P8', figure: WRONG, atMost: 0 },
  ],
  isSlow: true,
  open: async ({ quick }) => freshContenders({ names: ['Pitboss'], guilds: quick ? 60 : 500, round }),
};

async function round(bot: Contender): Promise<Figures> {
  const { child, loopback } = bot;
  const { people, world } = loopback.discord;
  const options = { time: '08:00', timezone: 'UTC' };
  await runEverywhere(bot, { path: 'daily set', options, title: 'Daily post set' });
  await bot.ask({ count: 1_000, guilds: 16, named: true, pace: { atOnce: 16 } });
  const idle = await costOf(bot, sleep(10_000));
  world.messages.clear();
  await child.call('ahead', ((EIGHT - (Date.now() % DAY) + DAY) % DAY) + 1_000);
  const all = until(world, GIVE_UP_MS, () => world.messages.size >= people.length);
  const busy = await costOf(bot, all);
  await sleep(6_000);
  return {
    [CPU]: (busy.cpuMs - (idle.cpuMs / idle.seconds) * busy.seconds) / people.length,
    [SLOWER]: busy.p99 / idle.p99,
    'others’ first response p99, idle (ms)': idle.p99,
    [WRONG]: wrongPosts(world),
    [LAST]: busy.seconds,
  };
}

async function costOf(bot: Contender, work: Promise<unknown>) {
  const before = bot.child.cpuMs();
  const { firstMs, seconds } = await askMeanwhile(bot, work);
  return { cpuMs: bot.child.cpuMs() - before, p99: quantile(firstMs, 0.99), seconds };
}

/** Answers to asks are not kept there. */
function wrongPosts({ guilds, messages }: World): number {
  const channels = [...messages.values()].map((message) => message.channel_id);
  const posted = new Set(channels).size;
  return guilds.size - posted + (channels.length - posted);
}
