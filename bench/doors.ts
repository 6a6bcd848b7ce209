import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtBot } from '../sandbox/dist-paths.js';
import { freePort } from '../sandbox/free-port.js';
import { openStore } from '../src/store/open-store.js';
import { hasPostgres, startPostgres } from '../test/store/support/postgres-server.js';
import { TOKEN } from './loopback/protocol.js';
import { startLoopback } from './loopback/start-loopback.js';
import { createChild } from './support/child.js';
import { saveKeys } from './support/contender.js';
import { cpuSeconds, median, quantile } from './support/process-figures.js';

/**
 * `npm run bench -- doors [rounds]`, on Linux: `/summary` over the gateway and over HTTP, and by one
 * and two processes on Postgres, in turns. Says what an answer costs and how many come in a second.
 * Exits with 1 if one of them leaves an ask without an answer.
 */
const ROUNDS = Number(process.argv[2] ?? 3);
const GUILDS = 64;
const WARMING = 5_000;
const MANY = 3_000;
const FEW = 300;
const AT_ONCE = 48;

interface Door {
  readonly name: string;
  readonly isHttp: boolean;
  readonly onPostgres: boolean;
  readonly processes: number;
}
const DOORS: readonly Door[] = [
  { name: 'gateway', isHttp: false, onPostgres: false, processes: 1 },
  { name: 'HTTP', isHttp: true, onPostgres: false, processes: 1 },
  ...(hasPostgres ? [1, 2] : []).map((processes) => ({
    name: `HTTP, Postgres, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
    isHttp: true,
    onPostgres: true,
    processes,
  })),
];

const asks = { command: 'summary', guilds: GUILDS } as const;
const opened = [];
for (const door of DOORS) opened.push({ door, ...(await open(door)) });
const rounds = new Map<string, Awaited<ReturnType<typeof round>>[]>();
for (let index = 0; index < ROUNDS; index++)
  for (const each of opened)
    rounds.set(each.door.name, [...(rounds.get(each.door.name) ?? []), await round(each)]);
for (const each of opened) await each.close();

const table = [...rounds].map(([door, each]) => ({
  door,
  'CPU each (ms)': of(each, 'cpuMs').toFixed(2),
  'answers a second': of(each, 'perSecond').toFixed(0),
  'first, alone (ms)': of(each, 'firstMs').toFixed(2),
  'final, alone (ms)': of(each, 'finalMs').toFixed(2),
  'final, slowest of 100 (ms)': of(each, 'slowMs').toFixed(0),
  'loopback busy (%)': of(each, 'busy').toFixed(0),
}));
console.table(table);
process.exit([...rounds.values()].flat().every(({ lost }) => lost === 0) ? 0 : 1);

function of(each: Awaited<ReturnType<typeof round>>[], figure: keyof (typeof each)[number]) {
  return median(each.map((one) => one[figure]));
}

async function open({ isHttp, onPostgres, processes }: Door) {
  const loopback = await startLoopback();
  await loopback.order('haveGuilds', GUILDS);
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const postgres = onPostgres ? await startPostgres() : null;
  const dataDir = join(folder, 'data');
  const masterKey = randomBytes(32);
  const store = await openStore({ dataDir, url: postgres?.url });
  await saveKeys(store, GUILDS, masterKey);
  await store.close();
  const env = {
    DISCORD_TOKEN: TOKEN,
    DISCORD_API_URL: loopback.discordUrl,
    POOL_API_URL: loopback.poolUrl,
    MASTER_KEY: masterKey.toString('base64'),
    DATA_DIR: dataDir,
    ALERT_ROUND_SECONDS: '0',
    ...(postgres === null ? {} : { STORE_URL: postgres.url }),
  };
  const bots: ReturnType<typeof createChild>[] = [];
  const addresses: string[] = [];
  const started = isHttp ? null : loopback.order('nextStart', { askAfterReadyMs: null });
  for (let index = 0; index < processes; index++) {
    const port = await freePort();
    const door = { INTERACTIONS_PORT: String(port), DISCORD_PUBLIC_KEY: loopback.publicKey };
    const bot = createChild({
      args: [...builtBot.nodeFlags, builtBot.main],
      env: isHttp ? { ...env, ...door } : env,
      folder,
    });
    bot.start();
    bots.push(bot);
    if (!isHttp) continue;
    addresses.push(`http://127.0.0.1:${port}/interactions`);
    await bot.whileAlive(untilOpen(addresses.at(-1) ?? ''));
  }
  await started;
  await loopback.order('post', addresses);
  await loopback.order('ask', { ...asks, count: WARMING, pace: { atOnce: AT_ONCE } });
  return {
    loopback,
    bots,
    async close() {
      for (const bot of bots) await bot.stop();
      await loopback.close();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Without a signature everything is refused; but it is answered. */
async function untilOpen(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(address, { method: 'POST', body: '{}' }).catch(() => null);
    if (answer?.status === 401) return;
    await sleep(50);
  }
  throw new Error('the bot does not open its door');
}

async function round({
  loopback,
  bots,
}: Pick<Awaited<ReturnType<typeof open>>, 'loopback' | 'bots'>) {
  const cpu = () => bots.reduce((sum, bot) => sum + cpuSeconds(bot.pid()), 0);
  const before = cpu();
  const many = await loopback.order('ask', { ...asks, count: MANY, pace: { atOnce: AT_ONCE } });
  const cpuMs = ((cpu() - before) * 1_000) / MANY;
  const few = await loopback.order('ask', { ...asks, count: FEW, pace: { atOnce: 1 } });
  return {
    cpuMs,
    perSecond: MANY / many.seconds,
    busy: many.busy,
    firstMs: median(few.firstMs),
    finalMs: median(few.finalMs),
    slowMs: quantile(many.finalMs, 0.99),
    lost: [...many.finalMs, ...few.finalMs].filter((ms) => !Number.isFinite(ms)).length,
  };
}
