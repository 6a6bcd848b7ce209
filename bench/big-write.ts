import { setTimeout as sleep } from 'node:timers/promises';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import type { PoolFault } from '../sandbox/pool/loopback-pool.js';
import { startPool } from '../sandbox/pool/server.js';
import { asking } from './support/asking.js';
import { createBenchBot } from './support/bench-bot.js';
import { connectGuild } from './support/connect-guild.js';
import { createMover } from './support/moving.js';
import { memoryOf, MIB, quantile } from './support/process-figures.js';

/**
 * `npm run bench -- big-write [rounds]`, on Linux: the pool answers one server's change with 25 MB
 * while somebody in another server keeps asking for `/summary`. Measures how long those take, with
 * and without it, and how much memory it costs.
 */
const rounds = Number(process.argv[2] ?? 5);
const QUIET_SUMMARIES = 20;

const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
const { bot, close } = await createBenchBot(discord, pool.url);
bot.start();
await discord.ready(20_000);
const changing = await connected({ sites: 3, subaccounts: rounds + 2 });
const reading = await connected({ subaccounts: 8 });
const mover = createMover({ discord, pool, key: changing.key, guild: changing });
const summary = asking(
  reading.admin,
  pool.workspaceOf(reading.key).subaccounts.map(({ name }) => name),
);

const quiet: number[] = [];
for (let each = 0; each < QUIET_SUMMARIES; each++) quiet.push((await summary()).finalMs);
const plain = await measure('plain');
const idle = memoryOf(bot.pid());
const large: Measured[] = [];
for (let round = 1; round <= rounds; round++) large.push(await measure('25-mb'));
print();
await close();
await Promise.all([discord.close(), pool.close()]);
process.exit();

interface Measured {
  readonly finals: readonly number[];
  readonly cardMs: number;
}

async function connected(options: Parameters<typeof pool.addWorkspace>[0]) {
  const { key } = pool.addWorkspace(options);
  return { key, ...(await connectGuild(discord, key)) };
}

/** One change, and the summaries requested until its card shows the outcome. */
async function measure(answer: PoolFault | 'plain'): Promise<Measured> {
  const card = await mover.ask();
  pool.faults.only = ({ method }) => method === 'PATCH';
  pool.faults.next = answer === 'plain' ? [] : [answer];
  const begun = performance.now();
  const over = mover.confirm(card).then(() => performance.now() - begun);
  const finals: number[] = [];
  let cardMs: number | null = null;
  while (cardMs === null) {
    finals.push((await summary()).finalMs);
    cardMs = await Promise.race([over, sleep(0, null)]);
  }
  return { finals, cardMs };
}

function print(): void {
  const during = large.flatMap(({ finals }) => finals);
  const ms = (values: readonly number[], share: number) => quantile(values, share).toFixed(0);
  const row = (name: string, finals: readonly number[], cardMs?: readonly number[]) => ({
    meanwhile: name,
    summaries: finals.length,
    'final p50 (ms)': ms(finals, 0.5),
    'final, slowest (ms)': ms(finals, 1),
    'card after, slowest (ms)': cardMs === undefined ? '' : ms(cardMs, 1),
  });
  console.table([
    row('nothing', quiet),
    row('a change', plain.finals, [plain.cardMs]),
    row(
      `${rounds} changes answered with 25 MB`,
      during,
      large.map(({ cardMs }) => cardMs),
    ),
  ]);
  const peak = memoryOf(bot.pid(), 'VmHWM');
  process.stdout.write(`Peak ${((peak - idle) / MIB).toFixed(0)} MiB over idle.\n`);
  if (quantile(during, 1) >= 1_000) process.exitCode = 1;
}
