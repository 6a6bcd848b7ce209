import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import type { Contender } from '../contenders.js';
import { median, type Figures, type Row } from './row.js';

const CPU = 'a move: CPU (ms)';
const STATEMENTS = 'a move: statements';
const FSYNCS = 'a move: fsyncs';
const IDLE = 'idle: CPU (ms a second)';
const MANY = 'after 10,000 changes';
const FEW = 'after 100 changes';
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
    await readBack(bot, 5_000);
    multiply(bot, bot.name === MANY ? 10_000 : 100);
    for (let moved = 0; moved < 20; moved++) await move(bot);
    await readBack(bot, 31_000);
  },
  async round(bot, quick) {
    const { call } = bot.child;
    const idle = await bot.during(sleep(quick ? 4_000 : 10_000));
    const costs: Figures[] = [];
    while (costs.length < (quick ? 5 : 15)) {
      const [statements, fsyncs] = [await call('statements'), await call('fsyncs')];
      const { cpuMs } = await bot.during(move(bot));
      costs.push({
        [CPU]: cpuMs,
        [STATEMENTS]: (await call('statements')) - statements,
        [FSYNCS]: (await call('fsyncs')) - fsyncs,
      });
      await sleep(PAUSE_MS);
    }
    const middle = (name: string) => [name, median(costs.map((cost) => cost[name] ?? NaN))];
    return {
      [IDLE]: idle.cpuMs / idle.seconds,
      ...Object.fromEntries([CPU, STATEMENTS, FSYNCS].map(middle)),
    };
  },
};

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

/** Pitboss reads the pool 5 s and 30 s after its answer, and finds the move there. */
async function readBack({ child }: Contender, afterMs: number): Promise<void> {
  await child.call('ahead', afterMs);
  await sleep(2 * PAUSE_MS);
}

/** Until there are so many changes like the first, with its entries in the trail. */
function multiply({ folder }: Contender, count: number): void {
  const database = new Database(join(folder, 'pitboss.sqlite'), { timeout: 5_000 });
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
