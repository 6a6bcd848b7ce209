import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import type { Contender } from '../contenders.js';
import { median } from '../statistics.js';
import type { Figures, Row } from './row.js';

const CPU = 'a move: CPU (ms)';
const STATEMENTS = 'a move: statements';
const FSYNCS = 'a move: fsyncs';
const IDLE = 'idle: CPU (ms a second)';
const MANY = 'after 10,000 changes';
const FEW = 'after 100 changes';
/** The pool is read back 5 s after it answered, and then lists the move. */
const SEEN_MS = 8_000;
/** What follows a move is done by then. */
const PAUSE_MS = 1_500;

/** P9 and P10: one of 500 servers has a key, an audit channel and a past. */
export const moves: Row = {
  name: 'moves',
  what: '`/subaccount move` and Confirm, from the ask until it is reported, in one of 500 servers',
  targets: [
    { id: 'P9', figure: CPU, beside: FEW, atMost: 1.2 },
    { id: 'P9', figure: IDLE, atMost: 10 },
    { id: 'P10', figure: STATEMENTS, atMost: 25 },
    { id: 'P10', figure: FSYNCS, atMost: 5 },
  ],
  bots: [MANY, FEW],
  guilds: 500,
  connected: 1,
  isLive: true,
  isSlow: true,
  async warmUp(bot) {
    await bot.discord.people[0]?.run('setup defaults', { audit: 'general' });
    await move(bot);
    await sleep(SEEN_MS);
    multiply(bot, bot.name === MANY ? 10_000 : 100);
    for (let moved = 0; moved < 20; moved++) await move(bot);
    await sleep(SEEN_MS);
  },
  async round(bot, quick) {
    const cpu = bot.child.cpuMs();
    const seconds = quick ? 4 : 10;
    await sleep(seconds * 1_000);
    const idle = (bot.child.cpuMs() - cpu) / seconds;
    const costs: Figures[] = [];
    while (costs.length < (quick ? 5 : 15)) {
      costs.push(await costOf(bot));
      await sleep(PAUSE_MS);
    }
    const middle = (name: string) =>
      [name, median(costs.map((cost) => cost[name] ?? NaN))] as const;
    return { [IDLE]: idle, ...Object.fromEntries([CPU, STATEMENTS, FSYNCS].map(middle)) };
  },
};

async function costOf(bot: Contender): Promise<Figures> {
  const { cpuMs, call } = bot.child;
  const [cpu, statements, fsyncs] = [cpuMs(), await call('statements'), await call('fsyncs')];
  await move(bot);
  return {
    [CPU]: cpuMs() - cpu,
    [STATEMENTS]: (await call('statements')) - statements,
    [FSYNCS]: (await call('fsyncs')) - fsyncs,
  };
}

/** To the other site. @throws Error unless it is reported */
async function move({ discord, pool }: Contender): Promise<void> {
  const [admin] = discord.people;
  const { subaccounts, sites } = pool.workspace;
  const [subaccount] = subaccounts;
  const record = JSON.stringify(subaccount);
  const site = sites.find(({ id }) => !record.includes(id))?.name ?? '';
  const name = String(subaccount?.['name']);
  const asked = await admin?.run('subaccount move', { subaccount: name, site });
  const reported = asked?.message && (await admin?.click(asked.message, 'Confirm'));
  const [card] = reported?.message?.embeds ?? [];
  if (!/Sent|Done/.test(card?.description ?? '')) throw new Error(`Not moved: ${card?.title}`);
}

/** Until there are so many changes like the first, with its entries in the trail. */
function multiply({ folder }: Contender, count: number): void {
  const database = new Database(join(folder, 'pitboss.sqlite'));
  const numbers = `with recursive n(number) as (select 2 union all select number + 1 from n where number < ${count})`;
  database.exec(`begin;
    ${numbers} insert into change (guild, number, state, touches, is_open, requester, due_at, data)
    select guild, n.number, state, touches, 0, requester, null,
      json_set(data, '$.number', n.number, '$.dueAt', null) from change, n where change.number = 1;
    ${numbers} insert into audit (guild, seq, at, actor, step, change, details, previous_hash, hash)
    select guild, seq + 100 * n.number, at, actor, step, n.number, details, previous_hash, hash
    from audit, n where change = 1;
    commit`);
  database.close();
}
