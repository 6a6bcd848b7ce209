import { until } from '../../sandbox/discord/state.js';
import type { Contender } from '../contenders.js';
import { FLEET } from '../loopback/pool.js';
import { askMeanwhile, type Figures, type Row } from './row.js';

const PAGE = 'a page of 1,000: CPU, × axios alone';
const SPEED = 'export: miners a second';
const MEMORY = 'export: memory at most, over idle (MiB)';
const OTHERS = 'others’ first response meanwhile, p99 (ms)';
const BARE = 'bare script';
const GIVE_UP_MS = 120_000;

/** P7: the script reads as far ahead with undici, and writes a file instead of uploading it. */
export const miners: Row = {
  name: 'miners',
  what: '`/miners export` of 100,000 miners, the pool 20 ms away',
  targets: [
    { id: 'P7', figure: SPEED, beside: BARE, atLeast: 0.8 },
    { id: 'P7', figure: MEMORY, atMost: 100 },
    { id: 'P7', figure: OTHERS, atMost: 100 },
  ],
  bots: ['Pitboss', BARE],
  guilds: 16,
  isLarge: true,
  poolMs: 20,
  isSlow: true,
  async round(bot) {
    if (bot.name === BARE) return cost(bot, bot.child.call('export'));
    const alone = await cost(bot, exported(bot));
    return { ...alone, [OTHERS]: (await askMeanwhile(bot, exported(bot))).p99 };
  },
};

/** P7: the pool's client and axios by turns, in one process. */
export const page: Row = {
  name: 'page',
  what: 'A page of 1,000 miners: CPU (ms)',
  targets: [{ id: 'P7', figure: PAGE, atMost: 1.15 }],
  bots: [BARE],
  guilds: 1,
  isLarge: true,
  warmUp: (bot, quick) => page.round(bot, quick),
  async round({ child, during }) {
    const costOf = async (by: string) => (await during(child.call(by, 50))).cpuMs / 50;
    const [client, axios] = [await costOf('client'), await costOf('axios')];
    return { client, axios, [PAGE]: client / axios };
  },
};

async function cost({ child, during }: Contender, work: Promise<unknown>): Promise<Figures> {
  const idle = child.mebibytes('VmRSS');
  child.forgetPeak();
  const { seconds } = await during(work);
  return { [SPEED]: FLEET / seconds, [MEMORY]: child.mebibytes('VmHWM') - idle };
}

async function exported({ discord: { people, world } }: Contender): Promise<void> {
  const outcome = await people[0]?.run('miners export');
  const isThere = () => (outcome?.message?.attachments.length ?? 0) > 0;
  if (!(await until(world, GIVE_UP_MS, isThere))) throw new Error('The export did not end');
}
