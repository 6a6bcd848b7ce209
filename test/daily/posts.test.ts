import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Daily } from '../../src/daily/daily.js';
import { ChannelError } from '../../src/discord/channels.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { BY, DRAFT, GUILD, openWorld, type World } from './support.js';

let world: World;
let daily: Daily & { stop(): void };

beforeEach(async () => {
  world = await openWorld();
  daily = world.startProcess();
});
afterEach(() => world.close());

const NOV_29 = 'Daily summary · BTC · 29 Nov';

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
  await world.clock.advance(3_600_000);
  await Promise.all([daily.tick(), other.tick()]);
  expect(waiting).toBe(2);
  await world.goTo('2026-11-29T09:00Z');
  expect(world.titles()).toEqual([NOV_29]);
});

test('a date has one post although its time is set again', async () => {
  const { id } = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T09:00Z');
  const { dueAt } = await daily.save(BY, { ...DRAFT, time: '20:00' }, id);
  expect(dueAt).toBe(Date.parse('2026-11-30T20:00Z'));
  await world.goTo('2026-11-30T21:00Z');
  expect(world.titles()).toHaveLength(2);
});

test('a post waits an hour for a pool that gives nothing, then says so', async () => {
  const silent = new PoolError('unreachable');
  const others = { revenue: silent, miners: silent };
  const working = { ...world.workspace };
  Object.assign(world.workspace, others, { figures: silent });
  await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T08:58Z');
  expect(world.titles()).toEqual([]);
  await world.goTo('2026-11-29T09:06Z');
  expect(world.posts()[0]?.split('\n').slice(0, 4)).toEqual([
    `open | ${NOV_29} · late`,
    '⚠️ Revenue: no answer from the pool',
    '⚠️ Figures: no answer from the pool',
    '⚠️ Miners: no answer from the pool',
  ]);
  await world.goTo('2026-11-30T08:07Z');
  Object.assign(world.workspace, working);
  await world.goTo('2026-11-30T08:20Z');
  expect(world.titles()[1]).toBe('Daily summary · BTC · 30 Nov');
});

const refuse = async (channel: string) => {
  if (channel === 'ops') throw new ChannelError('forbidden', 'Pitboss lacks Embed Links');
};

test('a removed post comes no more, whether it is refused or collected then', async () => {
  world.channels.fault = refuse;
  const refused = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T09:00Z');
  expect((await daily.remove(BY, refused.id)).id).toBe(refused.id);
  world.channels.fault = null;
  const collected = await daily.save(BY, DRAFT, null);
  world.workspace.pause = async () => void (await daily.remove(BY, collected.id));
  await world.goTo('2026-12-01T09:00Z');
  expect(world.titles()).toEqual([]);
  expect(await daily.list(GUILD)).toEqual([]);
});

/** Sets the audit channel. */
async function audited() {
  await world.store.inGuild(GUILD, async (tx) => {
    const settings = JSON.stringify({ ...DEFAULT_SETTINGS, auditChannel: 'audit' });
    await tx.updateTable('guild').set({ settings }).where('id', '=', GUILD).execute();
  });
}

const told = () =>
  world.channels
    .texts('audit')
    .flatMap((text) => text?.replaceAll(/<t:\d+:R>/g, '‹R›').split('\n') ?? []);

test('a server has five posts at most, and setting one is in the audit channel', async () => {
  await audited();
  for (let count = 0; count < 5; count += 1) await daily.save(BY, DRAFT, null);
  await expect(daily.save(BY, DRAFT, null)).rejects.toThrow('Too many daily posts');
  await world.goTo('2026-11-29T07:01Z');
  expect(told()).toEqual(Array(5).fill('⚙️ <@201> set a daily post: **08:00 UTC** in <#ops>'));
});

test('a refused post comes at once in the channel that is set instead, which ends the trouble', async () => {
  world.channels.fault = refuse;
  const { id } = await daily.save(BY, DRAFT, null);
  await world.goTo('2026-11-29T10:00Z');
  await daily.save(BY, { ...DRAFT, channel: 'other' }, id);
  await world.goTo('2026-11-29T10:01Z');
  expect(world.titles('other')).toEqual([NOV_29]);
  expect(await daily.list(GUILD)).toMatchObject([{ refused: null, made: '2026-11-29' }]);
});

test('figures are kept once a date, digit by digit, for 400 days', async () => {
  const hashrate_24h = '341100000000000000001';
  world.workspace.figures = { hashrate_24h, subaccounts: [{ name: 'hall-1' }] };
  await daily.save(BY, DRAFT, null);
  await daily.save(BY, { ...DRAFT, time: '09:00' }, null);
  await world.goTo('2026-11-29T10:00Z');
  expect(await daily.records(GUILD)).toEqual([
    { date: '2026-11-29', read_at: '2026-11-29T08:00:00.000Z', of: 'BTC', hashrate_24h },
  ]);
  daily.stop();
  await world.goTo('2028-01-04T07:00Z');
  world.startProcess();
  await world.goTo('2028-01-04T10:00Z');
  expect((await daily.records(GUILD)).map(({ date }) => date)).toEqual(['2028-01-04']);
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
  const connectedAt = Date.parse('2026-11-29T12:00Z');
  world.guild.key = { lastFour: '3ebd', connectedBy: '201', connectedAt };
  expect(await dates()).toEqual([]);
});
