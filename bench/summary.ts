import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import { startPool } from '../sandbox/pool/server.js';
import { asking, type Answered, type Ask } from './support/asking.js';
import { createBenchBot } from './support/bench-bot.js';
import { cpuSeconds, quantile } from './support/process-figures.js';

/**
 * `node dist/bench/summary.js [interactions]`: `/summary` answered by the real bot between the
 * loopback servers, which share this process. No summary is asked for twice, so none comes from
 * the bot's memory.
 */
const count = Number(process.argv[2] ?? 200);
const GUILDS = 16;
const CASES = [
  { poolMs: 60, discordMs: 40, atOnce: 1 },
  { poolMs: 60, discordMs: 40, atOnce: 16 },
  { poolMs: 0, discordMs: 0, atOnce: 1 },
  { poolMs: 0, discordMs: 0, atOnce: 16 },
] as const;
/** The target for the median of the first response, ms. */
const TARGET_MS = 300;

const house = await openHouse();
const rows: Record<string, number>[] = [];
try {
  house.delay(0, 0);
  await run(200, 16);
  for (const { poolMs, discordMs, atOnce } of CASES) {
    house.delay(poolMs, discordMs);
    const cpuBefore = house.cpuSeconds();
    const answers = await run(count, atOnce);
    const cpuMs = (house.cpuSeconds() - cpuBefore) * 1000;
    const first = answers.map(({ firstMs }) => firstMs);
    const final = answers.map(({ finalMs }) => finalMs);
    rows.push({
      'pool ms': poolMs,
      'Discord ms': discordMs,
      'at once': atOnce,
      'first, median': round(quantile(first, 0.5)),
      'first, p99': round(quantile(first, 0.99)),
      'final, median': round(quantile(final, 0.5)),
      'final, p99': round(quantile(final, 0.99)),
      'CPU ms each': round(cpuMs / count),
    });
  }
} finally {
  await house.close();
}
console.table(rows);
const slow = rows.filter((row) => Number(row['first, median']) >= TARGET_MS);
console.log(
  slow.length === 0
    ? `Every median of the first response is under ${TARGET_MS} ms.`
    : `${slow.length} medians of the first response are not under ${TARGET_MS} ms.`,
);
process.exit(slow.length === 0 ? 0 : 1);

async function run(total: number, atOnce: number): Promise<Answered[]> {
  const answers: Answered[] = [];
  let begun = 0;
  const one = async () => {
    while (begun < total) answers.push(await asksOf(begun++)());
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return answers;
}

/** In turns, so that no guild waits for itself. */
function asksOf(number: number): Ask {
  const ask = house.asks[number % GUILDS];
  if (ask === undefined) throw new Error('no guild');
  return ask;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

async function openHouse() {
  const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
  const { bot, close } = await createBenchBot(discord, pool.url);
  bot.start();
  await discord.ready();
  const asks = await Promise.all(Array.from({ length: GUILDS }, openGuild));

  async function openGuild(): Promise<Ask> {
    const guild = discord.addGuild({ name: 'Northwind Mining', channels: ['pool-ops'] });
    const [channelId = ''] = guild.channels.keys();
    const actor = discord.as(guild.addPerson({ name: 'Adam', manageGuild: true }), channelId);
    const { key } = pool.addWorkspace({ miners: 50, days: 7, subaccounts: 12 });
    const form = await actor.command('setup key');
    await (await actor.submit(form, { key })).settled();
    const offered = await actor.complete('summary', { subaccounts: '' }, 'subaccounts');
    return asking(
      actor,
      offered.map(({ value }) => String(value)),
    );
  }

  return {
    asks,
    delay(poolMs: number, discordMs: number) {
      pool.faults.latencyMs = poolMs;
      discord.faults.latencyMs = discordMs;
    },
    cpuSeconds: () => cpuSeconds(bot.pid ?? 0),
    async close() {
      await close();
      await Promise.all([discord.close(), pool.close()]);
    },
  };
}
