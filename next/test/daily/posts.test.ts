import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Daily } from '../../src/daily/daily.js';
import { ChannelError } from '../../src/discord/channels.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { BY, DRAFT, GUILD, HOUR, openWorld } from './support.js';

let world: Awaited<ReturnType<typeof openWorld>>;
let daily: Daily & { stop(): void };

beforeEach(async () => {
  world = await openWorld();
  daily = world.startProcess();
});
afterEach(() => world.close());

const states = () =>
  world.store.db.selectFrom('daily_post').select(['date', 'state']).orderBy('date').execute();

test('a post comes at its time, once a day', async () => {
  const { nextAt } = await daily.save(BY, DRAFT, null);
  expect(nextAt).toBe(Date.parse('2026-11-29T08:00Z'));
  await world.goTo('2026-11-29T07:59:59Z');
  expect(world.titles()).toEqual([]);
  await world.goTo('2026-12-01T12:00Z');
  expect(world.titles()).toEqual([
    'Daily summary · BTC · 29 Nov',
    'Daily summary · BTC · 30 Nov',
    'Daily summary · BTC · 1 Dec',
  ]);
  expect(await states()).toEqual(
    ['2026-11-29', '2026-11-30', '2026-12-01'].map((date) => ({ date, state: 'posted' })),
  );
});

test('two processes that collect the same post make one of it', async () => {
  const other = world.startProcess();
  await daily.save(BY, DRAFT, null);
  let waiting = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  world.workspace.pause = async () => {
    waiting += 1;
    if (waiting === 2) open();
    await both;
  };
  await world.clock.advance(HOUR);
  await Promise.all([daily.tick(), other.tick()]);
  expect(waiting).toBe(2);
  await world.goTo('2026-11-29T09:00Z');
  expect(world.titles()).toEqual(['Daily summary · BTC · 29 Nov']);
});

test('a date has one post although its time is set again', async () => {
  const { schedule } = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T09:00Z');
  const later = { ...DRAFT, time: '20:00' };
  const { nextAt } = await daily.save(BY, later, schedule.id);
  expect(nextAt).toBe(Date.parse('2026-11-30T20:00Z'));
  await world.goTo('2026-11-30T21:00Z');
  expect(world.titles()).toHaveLength(2);
});

test('a post that was missed comes up to six hours late and says so', async () => {
  await daily.save(BY, DRAFT, null);
  daily.stop();
  await world.goTo('2026-11-29T13:59Z');
  world.startProcess();
  await world.goTo('2026-11-29T14:00Z');
  expect(world.titles()).toEqual(['Daily summary · BTC · 29 Nov · late']);
});

test('a post that is missed for longer is not made, and the next one comes', async () => {
  await daily.save(BY, DRAFT, null);
  daily.stop();
  await world.goTo('2026-12-03T14:01Z');
  world.startProcess();
  await world.goTo('2026-12-03T15:00Z');
  expect(world.titles()).toEqual([]);
  await world.goTo('2026-12-04T08:01Z');
  expect(world.titles()).toEqual(['Daily summary · BTC · 4 Dec']);
});

test('a post waits an hour for a pool that gives nothing, then says so', async () => {
  const { figures, revenue } = world.workspace;
  const silent = new PoolError('unreachable');
  Object.assign(world.workspace, { figures: silent, revenue: silent, miners: silent });
  await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T08:58Z');
  expect(world.titles()).toEqual([]);
  await world.goTo('2026-11-29T09:06Z');
  expect(world.posts()[0]?.split('\n').slice(0, 5)).toEqual([
    'open | Daily summary · BTC · 29 Nov · late',
    '⚠️ Revenue: no answer from the pool',
    '⚠️ Figures: no answer from the pool',
    '⚠️ Miners: no answer from the pool',
    '(Read from the pool)',
  ]);
  await world.goTo('2026-11-30T08:07Z');
  Object.assign(world.workspace, { figures, revenue });
  await world.goTo('2026-11-30T08:20Z');
  expect(world.titles()[1]).toBe('Daily summary · BTC · 30 Nov');
});

test('a schedule that cannot be used keeps no other from its post', async () => {
  const data = JSON.stringify({ ...DRAFT, guildId: GUILD, id: 'zzzzz', timeZone: 'Mars/Olympus' });
  await world.store.db
    .insertInto('daily')
    .values({ guild: GUILD, id: 'zzzzz', due_at: world.clock.now(), data })
    .execute();
  await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T12:00Z');
  expect(world.titles()).toEqual(['Daily summary · BTC · 29 Nov']);
});

test('a removed post comes no more, also where its channel has refused it', async () => {
  world.channels.fault = refuse;
  const { schedule } = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T09:00Z');
  expect(await daily.remove(BY, [schedule.id])).toHaveLength(1);
  world.channels.fault = null;
  await world.goTo('2026-12-01T09:00Z');
  expect(world.titles()).toEqual([]);
  expect(await daily.list(GUILD)).toEqual([]);
});

test('a post that is removed while it is collected is not made', async () => {
  const { schedule } = await daily.save(BY, DRAFT, null);
  world.workspace.pause = async () => void (await daily.remove(BY, [schedule.id]));
  await world.goTo('2026-11-29T09:00Z');
  expect(world.titles()).toEqual([]);
});

test('a post that waits for the pool keeps its place when its channel is set', async () => {
  const { figures } = world.workspace;
  world.workspace.figures = new PoolError('unreachable');
  const { schedule } = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T08:07Z');
  world.workspace.figures = figures;
  await daily.save(BY, { ...DRAFT, channel: 'other' }, schedule.id);
  await world.goTo('2026-11-29T08:30Z');
  expect(world.titles('other')).toEqual(['Daily summary · BTC · 29 Nov']);
});

test('a server has five posts at most, and setting one is in the audit channel', async () => {
  await audited();
  for (let count = 0; count < 5; count += 1) await daily.save(BY, DRAFT, null);
  await expect(daily.save(BY, DRAFT, null)).rejects.toThrow('Too many daily posts');
  await expect(daily.save(BY, DRAFT, 'nobody')).rejects.toThrow('No such daily post');
  await world.goTo('2026-11-29T07:01Z');
  expect(world.channels.texts('audit')[0]?.split('\n')[0]).toBe(
    '⚙️ <@201> set a daily post: **08:00 UTC** in <#ops>',
  );
});

const refuse = async (channel: string) => {
  if (channel === 'ops') throw new ChannelError('forbidden', 'Pitboss lacks Embed Links');
};

/** Sets the audit channel. */
async function audited() {
  await world.store.inGuild(GUILD, async (tx) => {
    const settings = JSON.stringify({ ...DEFAULT_SETTINGS, auditChannel: 'audit' });
    await tx.updateTable('guild').set({ settings }).where('id', '=', GUILD).execute();
  });
}

const withoutTimes = (texts: readonly (string | undefined)[]) =>
  texts.map((text) => text?.replaceAll(/<t:\d+:R>/g, '‹R›'));

test('a channel that refuses is told once, tried again at growing gaps, and switched off after five days', async () => {
  await audited();
  const { schedule } = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T07:30Z');
  let tries = 0;
  world.channels.fault = async (channel) => {
    if (channel === 'ops') tries += 1;
    await refuse(channel);
  };
  await world.goTo('2026-12-03T23:00Z');
  expect(tries / 5).toBeLessThan(20);
  const [before] = await daily.list(GUILD);
  expect(before?.schedule).toMatchObject({
    refused: { why: 'Pitboss lacks Embed Links' },
    offSince: null,
  });
  await world.goTo('2026-12-04T09:00Z');
  const [after] = await daily.list(GUILD);
  expect(after).toMatchObject({ nextAt: null, lastAt: null });
  expect(after?.schedule.offSince).not.toBeNull();
  const told = withoutTimes(world.channels.texts('audit')).slice(1);
  expect(told).toEqual([
    '⚠️ Refused since ‹R›: daily post **08:00 UTC** in <#ops>: Pitboss lacks Embed Links',
    `🚫 **Switched off** ‹R›: daily post **08:00 UTC** in <#ops>: \`/daily set schedule:${schedule.id}\``,
  ]);
  await world.goTo('2026-12-06T20:00Z');
  expect((await states()).at(-1)?.date).toBe('2026-12-04');
  world.channels.fault = null;
  await daily.save(BY, DRAFT, schedule.id);
  await world.goTo('2026-12-07T08:01Z');
  expect(world.titles()).toEqual(['Daily summary · BTC · 7 Dec']);
});

test('a channel that is gone is told too', async () => {
  await audited();
  await daily.save(BY, DRAFT, null);
  world.channels.fault = async (channel) => {
    if (channel === 'ops') throw new ChannelError('gone', 'The channel was deleted');
  };
  await world.goTo('2026-11-29T08:01Z');
  const [stand] = await daily.list(GUILD);
  expect(stand?.schedule.refused?.why).toBe('The channel was deleted');
  expect(withoutTimes(world.channels.texts('audit'))[1]).toContain('The channel was deleted');
});

test('a refused post comes at once in the channel that is set instead', async () => {
  world.channels.fault = refuse;
  const { schedule } = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T10:00Z');
  await daily.save(BY, { ...DRAFT, channel: 'other' }, schedule.id);
  await world.goTo('2026-11-29T10:01Z');
  expect(world.titles('other')).toEqual(['Daily summary · BTC · 29 Nov']);
  const [stand] = await daily.list(GUILD);
  expect(stand?.schedule.refused).toBeNull();
});

test('a post that got through ends the trouble', async () => {
  world.channels.fault = refuse;
  await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T10:00Z');
  world.channels.fault = null;
  await world.goTo('2026-11-29T12:00Z');
  const [stand] = await daily.list(GUILD);
  expect(stand?.schedule.refused).toBeNull();
  expect(stand?.lastAt).not.toBeNull();
});

test('figures are kept once a date, digit by digit, for 400 days', async () => {
  const figures = { hashrate_24h: '341100000000000000001', subaccounts: [{ name: 'hall-1' }] };
  world.workspace.figures = figures;
  await daily.save(BY, DRAFT, null);
  await daily.save(BY, { ...DRAFT, time: '09:00' }, null);
  await world.goTo('2026-11-29T10:00Z');
  const records = await daily.records(GUILD);
  expect(records).toEqual([
    {
      date: '2026-11-29',
      read_at: '2026-11-29T08:00:00.000Z',
      of: 'BTC',
      hashrate_24h: '341100000000000000001',
    },
  ]);
  daily.stop();
  await world.goTo('2028-01-04T07:00Z');
  world.startProcess();
  await world.goTo('2028-01-04T10:00Z');
  expect((await daily.records(GUILD)).map(({ date }) => date)).toEqual(['2028-01-04']);
});

test('a weekly schedule keeps the figures of each day and posts on Mondays', async () => {
  await daily.save(BY, { ...DRAFT, every: 'week' }, null);
  await world.goTo('2026-12-08T12:00Z');
  expect(world.titles()).toEqual([
    'Weekly summary · BTC · 23–29 Nov',
    'Weekly summary · BTC · 30 Nov – 6 Dec',
  ]);
  expect(await daily.records(GUILD)).toHaveLength(10);
});

test('earlier figures are those of the same scope, the same access and the same key', async () => {
  await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-30T10:00Z');
  const dates = async (of: object = {}) => {
    const wanted = { currency: 'BTC', scope: undefined, refused: [], ...of };
    return (await daily.earlier(GUILD, wanted)).days.map(({ date }) => date);
  };
  expect(await dates()).toEqual(['2026-11-29']);
  expect(await dates({ currency: 'SC' })).toEqual([]);
  expect(await dates({ scope: { siteId: 'a' } })).toEqual([]);
  expect(await dates({ refused: ['hall-1'] })).toEqual([]);
  world.workspace.connectedAt = Date.parse('2026-11-29T12:00Z');
  expect(await dates()).toEqual([]);
});
