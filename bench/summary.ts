import type { Actor } from '../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import { freePort } from '../sandbox/free-port.js';
import { startPool } from '../sandbox/pool/server.js';
import { createBenchBot } from './bench-bot.js';

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

/** Asks for one summary that was not asked for before. */
type Ask = () => Promise<Answered>;

interface Answered {
  readonly firstMs: number;
  readonly finalMs: number;
}

const house = await openHouse();
const rows: Record<string, number>[] = [];
try {
  house.delay(0, 0);
  await run(200, 16);
  for (const { poolMs, discordMs, atOnce } of CASES) {
    house.delay(poolMs, discordMs);
    const cpuBefore = await house.cpuSeconds();
    const answers = await run(count, atOnce);
    const cpuMs = ((await house.cpuSeconds()) - cpuBefore) * 1000;
    const first = answers.map(({ firstMs }) => firstMs);
    const final = answers.map(({ finalMs }) => finalMs);
    rows.push({
      'pool ms': poolMs,
      'Discord ms': discordMs,
      'at once': atOnce,
      'first, median': at(first, 0.5),
      'first, p99': at(first, 0.99),
      'final, median': at(final, 0.5),
      'final, p99': at(final, 0.99),
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

/** The value below which that share lies, ms. */
function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

async function openHouse() {
  const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
  const port = String(await freePort());
  const { bot, close } = await createBenchBot(discord, pool.url, { HEALTH_PORT: port });
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
    async cpuSeconds(): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
    },
    async close() {
      await close();
      await Promise.all([discord.close(), pool.close()]);
    },
  };
}

/** Each time another choice of subaccounts: the bits of a counter. */
function asking(actor: Actor, names: readonly string[]): Ask {
  let counter = 0;
  return async () => {
    counter += 1;
    const subaccounts = names.filter((_, index) => (counter >> index) & 1).join(', ');
    const begun = performance.now();
    const outcome = await actor.command('summary', { subaccounts });
    const message = await outcome.settled();
    const finalMs = performance.now() - begun;
    if (!JSON.stringify(message.embeds).includes('Hashrate'))
      throw new Error(`No summary: ${JSON.stringify(message.embeds)}`);
    return { firstMs: outcome.firstResponseMs ?? NaN, finalMs };
  };
}
