import { openDiscord } from './discord.js';
import type { LoopbackOptions, Order, Report } from './loopback.js';
import { openPool } from './pool.js';

/** Takes orders from the process that started it, and ends with it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `startLoopback` gives it
const { guilds, latency } = JSON.parse(process.argv[2] ?? '') as LoopbackOptions;
const pool = await openPool(latency?.poolMs ?? 0);
const discord = await openDiscord(guilds, latency?.discordMs ?? 0);

async function obey(order: Order): Promise<unknown> {
  if (order.name === 'ready') return discord.ready;
  const [cpu, begun, reads] = [process.cpuUsage(), performance.now(), pool.reads()];
  const times = await discord.ask(order.asks);
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { ...times, seconds, busy: (user + system) / 1e4 / seconds, reads: pool.reads() - reads };
}

const report = (said: Report) => process.send?.(said);
process.on('message', (order: Order) => {
  obey(order).then(
    (result) => report({ result }),
    (error: unknown) => report({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
report({ result: { discordUrl: discord.url, poolUrl: pool.url } });
