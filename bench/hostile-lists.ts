import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Actor } from '../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import { asking } from './support/asking.js';
import { createBenchBot } from './support/bench-bot.js';
import { connectGuild } from './support/connect-guild.js';
import { median, memoryOf, MIB } from './support/process-figures.js';

/**
 * `npm run bench -- hostile-lists [rows] [miners]`, on Linux: one server's pool puts all rows into
 * one page, or gives names of 64,000 signs, or its lists never end, and people of that server ask for them one after the other.
 * Meanwhile another server asks for its `/summary`, a different one each time. Measures how soon
 * that is answered in full, how long the bot's event loop was blocked at most, and how far its
 * memory rose. The pool is a separate process; this one is Discord and the people.
 */
const rows = Number(process.argv[2] ?? 50_000);
const miners = Number(process.argv[3] ?? 100_000);
const CASE_MS = 15_000;
const ASK_EVERY_MS = 150;
/** The target for the other server's slowest answer, ms. */
const TARGET_MS = 1_000;

/** Runs in the bot: notes the longest block of each tenth of a second, and when. */
const WATCH = `import{monitorEventLoopDelay as m}from'node:perf_hooks';import{appendFileSync as a}from'node:fs';
const h=m({resolution:5});h.enable();setInterval(()=>{a(process.env.HELD_FILE,Date.now()+' '+h.max/1e6+'\\n');h.reset()},100).unref()`;

const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-held-'));
const heldFile = join(folder, 'held');
const [discord, pool] = await Promise.all([startLoopbackDiscord(), startHostilePool()]);
const { bot, close } = await createBenchBot(discord, pool.url, {
  flags: [`--import=data:text/javascript,${encodeURIComponent(WATCH)}`],
  env: { HELD_FILE: heldFile, POOL_API_TIMEOUT_MS: '20000' },
});
bot.start();
await discord.ready(20_000);
const hostile = await connected(pool.keys.hostile);
const huge = await connected(pool.keys.huge);
const ask = asking(await connected(pool.keys.kind), pool.names.slice(0, 10));
for (let warm = 0; warm < 100; warm++) await ask();

const CASES: Record<string, () => Promise<unknown>> = {
  'nothing else': () => sleep(500),
  '15 subaccounts with huge names': async () => {
    await Promise.all([1, 2, 3, 4].map(() => whole('subaccount list', huge)));
  },
  [`${rows} subaccounts in one page`]: () => whole('subaccount list'),
  [`${miners} miners in one page`]: () => whole('miners list'),
  [`${miners} subaccounts in the summary`]: () => whole('summary'),
  [`${miners} rows and as many subaccounts in the revenue`]: () => whole('revenue'),
  'their export': () => whole('miners export'),
  'payment settings without an end, as CSV': csvOfPaymentSettings,
};
const measured: Awaited<ReturnType<typeof measure>>[] = [];
for (const [name, act] of Object.entries(CASES)) measured.push(await measure(name, act));
console.table(measured);
const isMet = measured.every((each) => each['/summary, slowest (ms)'] < TARGET_MS);
console.log(isMet ? `Every answer came within ${TARGET_MS} ms.` : `Not every answer came in time.`);
await close();
pool.close();
await discord.close();
await rm(folder, { recursive: true, force: true });
process.exit(isMet ? 0 : 1);

async function measure(name: string, act: () => Promise<unknown>) {
  const begun = Date.now();
  let [acts, peak] = [0, 0];
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(bot.pid()))), 20);
  const acting = (async () => {
    for (; Date.now() - begun < CASE_MS; acts++) await act();
  })();
  const answers: Promise<number>[] = [];
  while (Date.now() - begun < CASE_MS) {
    answers.push(ask().then(({ finalMs }) => finalMs));
    await sleep(ASK_EVERY_MS);
  }
  const finals = await Promise.all(answers);
  const held = await longestHold(begun);
  await acting;
  clearInterval(watch);
  return {
    'another server': name,
    'asked (times)': acts,
    '/summary, median (ms)': Math.round(median(finals)),
    '/summary, slowest (ms)': Math.round(Math.max(...finals)),
    'longest hold (ms)': Math.round(held),
    'memory peak (MiB)': Math.round(peak / MIB),
  };
}

async function longestHold(since: number): Promise<number> {
  const lines = (await readFile(heldFile, 'utf8')).trimEnd().split('\n');
  const held = lines.map((line) => line.split(' ').map(Number));
  return Math.max(...held.map(([at = 0, ms = 0]) => (at >= since ? ms : 0)));
}

async function whole(path: string, who = hostile) {
  return (await who.command(path)).settled(
    ({ thinking, embeds }) => !thinking && embeds[0]?.['title'] !== 'Exporting miners',
    120_000,
  );
}

async function csvOfPaymentSettings(): Promise<void> {
  const list = await whole('payment-settings list');
  const id = /"custom_id":"(payment-settings-csv[^"]*)"/.exec(JSON.stringify(list.components))?.[1];
  const clicked = await hostile.click(list, id ?? '');
  await clicked.settled(({ thinking }) => !thinking, 400_000);
}

async function connected(key: string): Promise<Actor> {
  return (await connectGuild(discord, key)).admin;
}

async function startHostilePool() {
  const main = resolve(import.meta.dirname, 'pools/hostile-pool.js');
  const args = [main, String(rows), String(miners)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = z.object({
    url: z.string(),
    keys: z.object({ kind: z.string(), hostile: z.string(), huge: z.string() }),
    names: z.array(z.string()),
  });
  for await (const line of createInterface({ input: child.stdout }))
    return { ...said.parse(JSON.parse(line)), close: () => child.stdin.end() };
  throw new Error('the pool did not start');
}
