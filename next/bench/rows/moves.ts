import { setTimeout as sleep } from 'node:timers/promises';
import { openContenders, type Contender } from '../contenders.js';
import { appendAudit } from '../../src/guilds/trail.js';
import type { Store } from '../../src/store/store.js';
import { median } from '../statistics.js';
import type { Figures, Row } from './row.js';

const CPU = 'a move: CPU (ms)';
const IDLE = 'idle: CPU (ms a second)';
const STATEMENTS = 'a move, asked to reported: statements';
const FSYNCS = 'a move, asked to reported: fsyncs';
const MANY = 'after 10,000 changes';
const FEW = 'after 100 changes';
const COUNTED = 3;
/** The pool is read back 5 s after its answer, and then lists the move. */
const SEEN_MS = 8_000;

/** P9 and P10: one of 500 servers has a key, an audit channel and a past. */
export const moves: Row = {
  name: 'moves',
  what: '`/subaccount move` and Confirm, in one of 500 servers',
  targets: [
    { id: 'P9', figure: CPU, beside: FEW, atMost: 1.2 },
    { id: 'P9', figure: IDLE, atMost: 10 },
    { id: 'P10', figure: STATEMENTS, atMost: 25 },
    { id: 'P10', figure: FSYNCS, atMost: 5 },
  ],
  open: ({ quick }) =>
    openContenders({
      names: [MANY, FEW],
      guilds: 500,
      connected: 1,
      isLive: true,
      async warmUp(bot, name) {
        await bot.loopback.discord.people[0]?.run('setup defaults', { audit: 'general' });
        await move(bot);
        await sleep(SEEN_MS);
        await bot.restart((store) => multiply(store, name === MANY ? 10_000 : 100));
        await bot.child.call('count');
        for (let moved = 0; moved < 20; moved++) await move(bot);
        await sleep(SEEN_MS);
      },
      round: async (bot) => ({
        ...(await idle(bot, quick ? 4_000 : 10_000)),
        ...(await counted(bot)),
        ...(await cost(bot, quick ? 10 : 30)),
      }),
    }),
};

/** To the other site. @throws Error unless it is reported */
async function move({ loopback }: Contender): Promise<void> {
  const [admin] = loopback.discord.people;
  const { subaccounts, sites } = loopback.pool.workspace;
  const [subaccount] = subaccounts;
  const record = JSON.stringify(subaccount);
  const site = sites.find(({ id }) => !record.includes(id))?.name ?? '';
  const name = String(subaccount?.['name']);
  const asked = await admin?.run('subaccount move', { subaccount: name, site });
  const reported = asked?.message && (await admin?.click(asked.message, 'Confirm'));
  const [card] = reported?.message?.embeds ?? [];
  if (!/Sent|Done/.test(card?.description ?? '')) throw new Error(`Not moved: ${card?.title}`);
}

async function idle({ child }: Contender, ms: number): Promise<Figures> {
  const before = child.cpuMs();
  await sleep(ms);
  return { [IDLE]: (child.cpuMs() - before) / (ms / 1_000) };
}

async function cost(bot: Contender, count: number): Promise<Figures> {
  const before = bot.child.cpuMs();
  for (let moved = 0; moved < count; moved++) await move(bot);
  return { [CPU]: (bot.child.cpuMs() - before) / count };
}

/** One at a time, with a pause in which what follows a move is done. */
async function counted(bot: Contender): Promise<Figures> {
  const all: { statements: number; fsyncs: number }[] = [];
  const now = async () => ({
    statements: await bot.child.call('statements'),
    fsyncs: await bot.child.call('fsyncs'),
  });
  while (all.length < COUNTED) {
    await sleep(2_500);
    const before = await now();
    await move(bot);
    const after = await now();
    all.push({
      statements: after.statements - before.statements,
      fsyncs: after.fsyncs - before.fsyncs,
    });
  }
  return {
    [STATEMENTS]: median(all.map(({ statements }) => statements)),
    [FSYNCS]: median(all.map(({ fsyncs }) => fsyncs)),
  };
}

/** Until there are so many changes like the first, with its entries in the trail. */
async function multiply({ db, inGuild }: Store, count: number): Promise<void> {
  const { data, ...row } = await db.selectFrom('change').selectAll().executeTakeFirstOrThrow();
  const entries = await db.selectFrom('audit').selectAll().where('change', '=', 1).execute();
  await inGuild(row.guild, async (tx) => {
    for (let number = row.number + 1; number <= count; number++) {
      const change = { ...JSON.parse(data), number, dueAt: null };
      const values = { ...row, number, due_at: null, data: JSON.stringify(change) };
      await tx.insertInto('change').values(values).execute();
      for (const { guild, at, actor, step, details } of entries)
        await appendAudit(tx, { guild, at, actor, step, change: number, details: JSON.parse(details) });
    }
  });
}
