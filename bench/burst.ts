import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LoopbackMessage,
  LoopbackPerson,
  Outcome,
} from '../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../sandbox/discord/server.js';
import { startPool } from '../sandbox/pool/server.js';
import { asking, type Answered } from './support/asking.js';
import { createBenchBot } from './support/bench-bot.js';
import { cpuSeconds, median, quantile } from './support/process-figures.js';

/**
 * `npm run bench -- burst [people]`, on Linux: many people of one server click Confirm on one card
 * at the same moment, while another server asks for its summary four times a second. Counts the
 * clicks answered, and how much the other server notices. Exits with 1 if a click or a summary
 * isn't answered, or a summary takes a second.
 */
const viewers = Number(process.argv[2] ?? 400);
const managers = 300;
const CLICKS_EACH = 5;
const POOL_LATENCY_MS = 60;
const DISCORD_LATENCY_MS = 40;
const ASK_EVERY_MS = 250;
const IDLE_MS = 5_000;
/** A slower summary is noticeable. */
const TARGET_MS = 1_000;

const [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
const { bot, close } = await createBenchBot(discord, pool.url);
bot.start();
await discord.ready();
const crowd = await openGuild('Crowd');
const other = await openGuild('Other');
const ask = asking(
  other.admin,
  (await other.admin.complete('summary', { subaccounts: '' }, 'subaccounts')).map(({ value }) =>
    String(value),
  ),
);
pool.faults.latencyMs = POOL_LATENCY_MS;
discord.faults.latencyMs = DISCORD_LATENCY_MS;
for (let warm = 0; warm < 20; warm++) await ask();

let asked = 0;
const rows = [
  await idle(),
  await burst(`${viewers} viewers`, people(viewers), 1),
  await burst(`${managers} managers`, people(managers, crowd.managers), CLICKS_EACH),
];
console.table(rows);
await close();
await Promise.all([discord.close(), pool.close()]);
const noticed = rows.filter((each) => each.unanswered > 0 || !(each['final, slowest'] < TARGET_MS));
console.log(
  noticed.length === 0
    ? `Every click was answered, and every summary within ${TARGET_MS} ms.`
    : `Not all well: ${noticed.map(({ burst: name }) => name).join(', ')}.`,
);
process.exit(noticed.length === 0 ? 0 : 1);

async function openGuild(name: string) {
  const guild = discord.addGuild({ name, channels: ['pool-ops'] });
  const [channelId = ''] = guild.channels.keys();
  const admin = discord.as(guild.addPerson({ name: 'Adam', manageGuild: true }), channelId);
  const { key } = pool.addWorkspace({ miners: 50, days: 7, subaccounts: 12, sites: 3 });
  await (await admin.submit(await admin.command('setup key'), { key })).settled();
  const role = guild.addRole('Managers');
  await (await admin.command('setup roles', { manager: role.id })).settled();
  return { guild, channelId, admin, key, managers: role.id };
}

function people(count: number, roleId?: string): LoopbackPerson[] {
  return Array.from({ length: count }, (_, index) =>
    crowd.guild.addPerson({ name: `P${index}`, roleIds: roleId === undefined ? [] : [roleId] }),
  );
}

/** A change waiting for confirmation, of a different subaccount each time. */
async function card(): Promise<LoopbackMessage> {
  const { subaccounts, sites } = pool.workspaceOf(crowd.key);
  const subaccount = subaccounts[asked++];
  const site = sites.find(({ id }) => id !== subaccount?.siteId);
  if (subaccount === undefined || site === undefined) throw new Error('nothing to move');
  const options = { subaccount: subaccount.name, site: site.id };
  return (await crowd.admin.command('subaccount move', options)).settled();
}

async function idle(): Promise<Row> {
  const summaries = askEvery();
  await sleep(IDLE_MS);
  return row({ burst: 'none', clicks: [], settledMs: 0, cpuMs: 0 }, await summaries.stop());
}

async function burst(name: string, who: readonly LoopbackPerson[], each: number): Promise<Row> {
  const on = await card();
  const confirmId = /change-confirm:[^"]*/.exec(JSON.stringify(on.components))?.[0] ?? '';
  const cpuBefore = cpuSeconds(bot.pid());
  const begun = performance.now();
  const summaries = askEvery();
  const clicks = await Promise.all(
    who.flatMap((person) =>
      Array.from({ length: each }, () => discord.as(person, crowd.channelId).click(on, confirmId)),
    ),
  );
  await quiet();
  const settledMs = performance.now() - begun;
  const cpuMs = (cpuSeconds(bot.pid()) - cpuBefore) * 1000;
  return row({ burst: name, clicks, settledMs, cpuMs }, await summaries.stop());
}

/** Until the bot has made all its edits and notices; only summaries are requested meanwhile. */
async function quiet(): Promise<void> {
  const count = () => discord.messages(crowd.channelId).length;
  for (let seen = -1; seen !== count(); await sleep(1_000)) seen = count();
}

function askEvery() {
  const answers: Promise<Answered | null>[] = [];
  const timer = setInterval(() => answers.push(ask().catch(() => null)), ASK_EVERY_MS);
  return {
    /** Null for each that wasn't answered. */
    stop(): Promise<(Answered | null)[]> {
      clearInterval(timer);
      return Promise.all(answers);
    },
  };
}

interface Burst {
  readonly burst: string;
  readonly clicks: readonly Outcome[];
  readonly settledMs: number;
  readonly cpuMs: number;
}

type Row = ReturnType<typeof row>;

function row({ burst: name, clicks, settledMs, cpuMs }: Burst, all: (Answered | null)[]) {
  const answers = all.filter((each) => each !== null);
  const finals = answers.map(({ finalMs }) => finalMs);
  const firstOfClicks = clicks.map(({ firstResponseMs }) => firstResponseMs ?? Infinity);
  return {
    burst: name,
    clicks: clicks.length,
    unanswered: clicks.filter(({ failed }) => failed).length + all.length - answers.length,
    'click, median': Math.round(median(firstOfClicks)),
    'click, slowest': Math.round(quantile(firstOfClicks, 1)),
    'all told (s)': Math.round(settledMs / 100) / 10,
    'CPU ms each': Math.round((cpuMs / Math.max(1, clicks.length)) * 10) / 10,
    summaries: all.length,
    'first, median': Math.round(median(answers.map(({ firstMs }) => firstMs))),
    'final, median': Math.round(median(finals)),
    'final, slowest': Math.round(quantile(finals, 1)),
  };
}
