import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../sandbox/discord/state.js';
import { startChild, type Child } from '../child.js';
import { askMeanwhile, startContender, theirs, type Contender } from '../contenders.js';
import { FLEET } from '../loopback/pool.js';
import { quantile } from '../statistics.js';
import type { Figures, Measuring, Row } from './row.js';

const PAGE_CPU = 'a page of 1,000: CPU (ms)';
const SPEED = 'miners a second';
const MEMORY = 'memory at most, over idle (MiB)';
const OTHERS = 'others’ first response meanwhile, p99 (ms)';
const BARE = 'a bare script';
const GIVE_UP_MS = 120_000;

/** P7: the pool's client beside axios. */
export const page: Row = {
  name: 'page',
  what: 'Reading 1,000 miners',
  targets: [{ id: 'P7', figure: PAGE_CPU, beside: BARE, atMost: 1.15 }],
  open: ({ quick }) => beside({ poolMs: 0 }, (_, program) => pageCost(program, quick ? 20 : 50)),
};

/** P7: the bare script reads as far ahead, and writes a file instead of uploading it. */
export const exporting: Row = {
  name: 'export',
  what: '`/miners export` of 100,000 miners, the pool 20 ms away',
  targets: [
    { id: 'P7', figure: SPEED, beside: BARE, atLeast: 0.8 },
    { id: 'P7', figure: MEMORY, atMost: 100 },
    { id: 'P7', figure: OTHERS, atMost: 100 },
  ],
  isSlow: true,
  open: () =>
    beside({ poolMs: 20 }, (bot, program) =>
      bot === null ? cost(program, program.call('export')) : throughDiscord(bot),
    ),
};

/** Pitboss and the script, with the same pool. */
async function beside(
  latency: { readonly poolMs: number },
  round: (bot: Contender | null, program: Child) => Promise<Figures>,
): Promise<Measuring> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const bot = await startContender('Pitboss', { guilds: 16, ...latency });
  const { args, env } = theirs('bare.mjs');
  const bare = startChild({ args, env: { ...env, POOL_API_URL: bot.loopback.pool.url }, folder });
  return {
    contenders: ['Pitboss', BARE],
    round: (name) => (name === BARE ? round(null, bare) : round(bot, bot.child)),
    async close() {
      await Promise.all([bot.close(), bare.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

async function pageCost(program: Child, count: number): Promise<Figures> {
  const before = program.cpuMs();
  const rows = await program.call('pages', count);
  if (rows !== count * 1_000) throw new Error(`only ${rows} miners were read`);
  return { [PAGE_CPU]: (program.cpuMs() - before) / count };
}

async function cost(program: Child, work: Promise<unknown>): Promise<Figures> {
  const idle = program.memory().nowMiB;
  program.forgetPeak();
  const begun = performance.now();
  await work;
  const seconds = (performance.now() - begun) / 1_000;
  return { [SPEED]: FLEET / seconds, [MEMORY]: program.memory().peakMiB - idle };
}

/** First alone, then while others ask. */
async function throughDiscord(bot: Contender): Promise<Figures> {
  const alone = await cost(bot.child, exported(bot));
  const { firstMs } = await askMeanwhile(bot, exported(bot));
  return { ...alone, [OTHERS]: quantile(firstMs, 0.99) };
}

async function exported({ loopback }: Contender): Promise<void> {
  const { people, world } = loopback.discord;
  const outcome = await people[0]?.run('miners export');
  const isThere = () => (outcome?.message?.attachments.length ?? 0) > 0;
  if (!(await until(world, GIVE_UP_MS, isThere))) throw new Error('The export did not end');
}
