import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Daily } from '../../src/daily/daily.js';
import { SECTIONS, type ScheduleDraft } from '../../src/daily/schedule.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { BY, DRAFT, openWorld, type World } from './support.js';

let world: World;
let daily: Daily;

beforeEach(async () => {
  world = await openWorld();
  daily = world.startProcess();
});
afterEach(() => world.close());

const miners = (count: number, hashing_status: string, healthy_status = 'healthy') =>
  Array.from({ length: count }, () => ({ hashing_status, healthy_status }));
const mined = (revenue: number, currency_type = 'BTC', revenue_type = 'MINING') => ({
  currency_type,
  revenue_type,
  revenue,
});

/** The post of that date, line by line. */
async function postOf(date: string, draft: Partial<ScheduleDraft> = {}): Promise<string[]> {
  await daily.save(BY, { ...DRAFT, ...draft }, null);
  return lastPostAt(date);
}

async function lastPostAt(date: string): Promise<string[]> {
  await world.goTo(`${date}T08:00:01Z`);
  return world.posts().at(-1)?.split('\n') ?? [];
}

test('a post names what is wrong, the figures, and what moved since yesterday', async () => {
  const { figures } = world.workspace;
  world.changeFigures({
    hashrate_24h: '341441441441441441',
    uptime_24h: 0.9763,
    hashprice: [{ currency_type: 'BTC', value: 0.0004204 }],
    balance: [{ currency_type: 'BTC', revenue: '0.39495515' }],
  });
  await postOf('2026-11-29');
  const frozen = { frozen_until: '2026-12-07T00:00:00Z' };
  const failing = miners(138, 'hashing', 'failing');
  const others = [...miners(1746, 'hashing'), ...miners(60, 'offline'), ...miners(56, 'idle')];
  const payments = [frozen, frozen, {}];
  Object.assign(world.workspace, { figures, payments, miners: [...failing, ...others] });
  world.alerts.push({ condition: 'hashrate' }, { condition: 'changed-elsewhere' });
  world.changes.push({ state: 'pending' }, { state: 'unknown' });
  expect(await lastPostAt('2026-11-30')).toEqual([
    'warning | Daily summary · BTC · 30 Nov',
    '🟠 **Fleet: 138 of 2,000 miners failing**',
    '🟠 **Payouts frozen: 2 subaccounts**',
    'Earned 29 Nov **0.14318063 BTC**',
    'Hashrate **341.1 PH/s** (−0.1%)',
    'Uptime **94.73%** (−2.9 pt)',
    'Hashprice **0.00041788 BTC** (−0.6%)',
    'Balance **0.43219156 BTC** (+0.03723641)',
    'Miners: 1,884 hashing · 60 offline · 56 idle',
    '🚨 **1 change at the pool** · Open: 1 alert, 2 changes (**1 unknown**)',
    '-# In brackets: since yesterday',
    '(Read from the pool)',
    '[Summary] [Revenue] [Miners] [Payouts]',
  ]);
});

test('what did not move has no bracket, and an older day is named', async () => {
  expect((await postOf('2026-11-29')).join()).not.toContain('(+');
  world.changeFigures({ uptime_24h: 0.99 });
  const { figures } = world.workspace;
  world.workspace.figures = new PoolError('refused', { status: 400 });
  await lastPostAt('2026-11-30');
  world.workspace.figures = figures;
  expect((await lastPostAt('2026-12-01')).filter((line) => /\(\+|In brackets/.test(line))).toEqual([
    'Uptime **99%** (+4.3 pt)',
    '-# In brackets: since 29 Nov',
  ]);
});

test('another coin than the server’s is judged without the fleet', async () => {
  world.workspace.miners = miners(4, 'hashing', 'failing');
  expect((await postOf('2026-11-29', { currencies: ['SC'] }))[1]).toBe('🟢 **All well**');
});

test('each currency has a card, and the workspace’s own lines are on the first alone', async () => {
  world.changes.push({ state: 'pending' });
  const loosening = {
    weaker: { payments: 'self' },
    by: '1',
    at: 0,
    effectiveAt: 1_795_996_800_000,
  };
  Object.assign(world.guild, { loosening });
  world.workspace.miners = miners(4, 'hashing', 'failing');
  world.workspace.revenue = () => [mined(12.5, 'LTC'), mined(4100, 'DOGE')];
  const earned = ['Earned 28 Nov **12.50000000 LTC**', 'Earned 28 Nov **4,100.00000000 DOGE**'];
  const post = await postOf('2026-11-29', {
    currencies: ['BTC', 'LTC_DOGE'],
    sections: ['revenue', 'miners', 'payments', 'derivatives'],
  });
  expect(post).toEqual([
    'bad | Daily summary · BTC · 29 Nov',
    '🔴 **Fleet: 4 of 4 miners failing**',
    ...earned,
    'Miners: 4 hashing',
    'Margin **not given**, available –',
    'Margin **not given**, available –',
    'Open: 1 change',
    '🔓 A weaker rule takes effect <t:1795996800:R>',
    '(Read from the pool)',
    'good | Daily summary · LTC_DOGE · 29 Nov',
    '🟢 **All well**',
    ...earned,
    '(Read from the pool)',
    '[BTC summary] [BTC revenue] [Miners] [BTC payouts]',
    '[LTC_DOGE summary] [LTC_DOGE revenue] [LTC_DOGE payouts]',
  ]);
});

test('types of revenue have a line each, and a day that is not there yet says so', async () => {
  const types = [mined(0.1), mined(0.02, 'BTC', 'REF*')];
  world.workspace.revenue = (day) => (day === '2026-11-29' ? [] : types);
  expect((await postOf('2026-11-29', { sections: ['revenue'] })).slice(2, 4)).toEqual([
    'Earned 28 Nov **0.10000000 BTC** · MINING',
    'Earned 28 Nov **0.02000000 BTC** · REF\\*',
  ]);
  expect((await lastPostAt('2026-11-30'))[2]).toBe('Earned 29 Nov **not there yet**');
});

test('a section that fails says so, and the others stand', async () => {
  const failed = new PoolError('forbidden', { status: 403 });
  const all = { revenue: failed, miners: failed, payments: failed, balances: failed };
  Object.assign(world.workspace, all);
  const post = await postOf('2026-11-29', { sections: SECTIONS });
  expect(post.filter((line) => line.includes('403'))).toEqual([
    '⚠️ Payment settings: no access (403)',
    '⚠️ Revenue: no access (403)',
    '⚠️ Miners: no access (403)',
    '⚠️ Derivatives BTC: no access (403)',
    '⚠️ Derivatives USD: no access (403)',
  ]);
  expect(post).toContain('Hashrate **341.1 PH/s**');
  Object.assign(world.workspace, { figures: failed, miners: [] });
  expect((await lastPostAt('2026-11-30')).slice(0, 5)).toEqual([
    'open | Daily summary · BTC · 30 Nov',
    '⚠️ Payment settings: no access (403)',
    '⚠️ Revenue: no access (403)',
    '⚠️ Figures: no access (403)',
    'Miners: none',
  ]);
});

test('what the pool did not give, or cut off, is said', async () => {
  Object.assign(world.workspace, {
    figures: { hashrate_5m: '1', hashrate_24h: '1', active_miners: 1, hashprice: {} },
    refused: ['lone-mesa-air'],
    miners: [{ hashing_status: null }, ...miners(9, 'N/A', 'failing')],
    incomplete: 'only the first 10,000 were read',
  });
  expect((await postOf('2026-11-29')).slice(1, -2)).toEqual([
    '🟠 **Fleet: 9+ miners failing**',
    'Earned 28 Nov **0.14318063 BTC**',
    'Hashrate **1.000 H/s**',
    'Uptime **not given**',
    'Hashprice **not given**',
    'Balance **not given**',
    'Miners: 9 N/A · 1 status not given',
    '⚠️ **Incomplete:** miners, only the first 10,000 were read',
    '⚠️ **Incomplete:** no access to lone-mesa-air',
  ]);
});

test.each([
  [{ site: { id: 'a', name: 'North Ridge' } }, 'North Ridge', true],
  // Miners name no subaccount.
  [{ subaccounts: ['hall-1', 'hall-2', 'hall-3'] }, 'hall-1 and 2 more', false],
])('a post of the server’s default %j says so', async (scope, title, hasMiners) => {
  Object.assign(world.guild, { settings: { ...world.guild.settings, ...scope } });
  const post = await postOf('2026-11-29');
  expect(post[0]).toBe(`good | Daily summary · BTC · 29 Nov · ${title}`);
  expect(post.some((line) => line.startsWith('Miners:'))).toBe(hasMiners);
});

test('the chart shows the revenue of the last thirty days, in a picture of its own a card', async () => {
  const post = await postOf('2026-11-29', {
    sections: ['revenue', 'chart'],
    currencies: ['BTC', 'SC'],
  });
  const range = 'Chart, 30 Oct – 28 Nov. Revenue: 0.14318 to 0.14318 BTC, last 0.14318.';
  expect(post.filter((line) => line.startsWith('chart'))).toEqual([
    `chart: revenue-BTC.png: ${range}`,
    `chart: revenue-SC.png: ${range}`,
  ]);
});

/** 1 BTC a day, and a hundredth more for each day of the month. */
const growing = (day: string) => [mined(1 + Number(day.slice(8)) / 100)];

test('a week’s post has the sum of its days, and what moved since a week before', async () => {
  world.workspace.revenue = growing;
  await postOf('2026-12-07', { every: 'week' });
  world.changeFigures({ uptime_24h: 0.99, balance: [{ currency_type: 'BTC', revenue: 0.5 }] });
  expect((await lastPostAt('2026-12-14')).slice(0, -2)).toEqual([
    'good | Weekly summary · BTC · 7–13 Dec',
    '🟢 **All well**',
    'Earned **7.70000000 BTC** (+2.5%)',
    'Hashrate **341.1 PH/s**',
    'Uptime **99%** (+4.3 pt)',
    'Hashprice **0.00041788 BTC**',
    'Balance **0.50000000 BTC** (+0.06780844)',
    'Miners: 1 hashing',
    '-# In brackets: against the week before',
  ]);
});

test('months are compared by the day, because they differ in length', async () => {
  world.workspace.revenue = () => [mined(1)];
  await postOf('2026-12-01', { every: 'month', sections: ['revenue'] });
  const post = await lastPostAt('2027-01-01');
  expect([post[0], post[2]]).toEqual([
    'good | Monthly summary · BTC · 1–31 Dec 2026',
    'Earned **31.00000000 BTC**',
  ]);
  expect(world.workspace.askedRevenue).toEqual(['2026-10-01 2026-11-30', '2026-11-01 2026-12-31']);
});

test('in a zone ahead of UTC the last day of a week is not over, which is said', async () => {
  world.workspace.revenue = growing;
  const zone = { every: 'week', timeZone: 'Pacific/Auckland', sections: ['revenue'] } as const;
  await daily.save(BY, { ...DRAFT, ...zone }, null);
  await world.goTo('2026-11-29T19:00:01Z');
  expect(world.posts()[0]?.split('\n').slice(0, 3)).toEqual([
    'good | Weekly summary · BTC · 23–29 Nov',
    '🟢 **All well**',
    'Earned **7.53000000 BTC** in 6 of 7 days (+5.5%)',
  ]);
});
