import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Daily, ScheduleDraft } from '../../src/daily/daily.js';
import { SECTIONS } from '../../src/daily/schedule.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { BY, DAY, DRAFT, openWorld } from './support.js';

let world: Awaited<ReturnType<typeof openWorld>>;
let daily: Daily;

beforeEach(async () => {
  world = await openWorld();
  daily = world.startProcess();
});
afterEach(() => world.close());

const miners = (count: number, hashing_status: string, healthy_status = 'healthy') =>
  Array.from({ length: count }, () => ({ hashing_status, healthy_status }));

/** The newest post after `date`'s, line by line. */
async function postOf(date: string, draft: Partial<ScheduleDraft> = {}): Promise<string[]> {
  await daily.save(BY, { ...DRAFT, ...draft }, null);
  await world.goTo(`${date}T08:00:01Z`);
  return lastPost();
}

function lastPost(): string[] {
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
  const frozen = { frozen_until: new Date(world.clock.now() + 7 * DAY).toISOString() };
  const failing = miners(138, 'hashing', 'failing');
  Object.assign(world.workspace, {
    figures,
    payments: [frozen, frozen, {}],
    miners: [
      ...failing,
      ...miners(1746, 'hashing'),
      ...miners(60, 'offline'),
      ...miners(56, 'idle'),
    ],
  });
  world.alerts.push({ event: null });
  world.changes.push({ state: 'pending' }, { state: 'unknown' });
  await world.goTo('2026-11-30T08:00:01Z');
  expect(lastPost()).toEqual([
    'warning | Daily summary · BTC · 30 Nov',
    '🟠 **Fleet: 138 of 2,000 miners failing**',
    '🟠 **Payouts frozen: 2 subaccounts**',
    'Earned 29 Nov **0.14318063 BTC**',
    'Hashrate **341.1 PH/s** (−0.1%)',
    'Uptime **94.73%** (−2.9 pt)',
    'Hashprice **0.00041788 BTC** (−0.6%)',
    'Balance **0.43219156 BTC** (+0.03723641)',
    'Miners: 1,884 hashing · 60 offline · 56 idle',
    'Open: 1 alert, 2 changes (**1 unknown**)',
    '-# In brackets: since yesterday',
    '(Read from the pool)',
    '[Summary] [Revenue] [Miners] [Payouts]',
  ]);
});

test('without an earlier post there are no brackets', async () => {
  expect(await postOf('2026-11-29')).toEqual([
    'good | Daily summary · BTC · 29 Nov',
    '🟢 **All well**',
    'Earned 28 Nov **0.14318063 BTC**',
    'Hashrate **341.1 PH/s**',
    'Uptime **94.73%**',
    'Hashprice **0.00041788 BTC**',
    'Balance **0.43219156 BTC**',
    'Miners: 1 hashing',
    '(Read from the pool)',
    '[Summary] [Revenue] [Miners] [Payouts]',
  ]);
});

test('what did not move has no bracket, and an older day is named', async () => {
  await postOf('2026-11-29');
  world.changeFigures({ uptime_24h: 0.99 });
  const { figures } = world.workspace;
  world.workspace.figures = new PoolError('refused', { status: 400 });
  await world.goTo('2026-11-30T08:00:01Z');
  world.workspace.figures = figures;
  await world.goTo('2026-12-01T08:00:01Z');
  expect(lastPost().filter((line) => /\(|In brackets/.test(line))).toEqual([
    'Uptime **99%** (+4.3 pt)',
    '-# In brackets: since 29 Nov',
    '(Read from the pool)',
  ]);
});

test('a card a currency, with the workspace’s own lines on the first alone', async () => {
  world.changes.push({ state: 'pending' });
  world.workspace.loosening = {
    weaker: { payments: 'self' },
    by: '1',
    at: 0,
    effectiveAt: Date.parse('2026-11-30T00:00Z'),
  };
  world.workspace.miners = miners(4, 'hashing', 'failing');
  const revenue = [
    { currency_type: 'LTC', revenue_type: 'MINING', revenue: 12.5 },
    { currency_type: 'DOGE', revenue_type: 'MINING', revenue: 4100 },
  ];
  world.workspace.revenue = () => revenue;
  const post = await postOf('2026-11-29', {
    currencies: ['BTC', 'LTC_DOGE'],
    sections: ['revenue', 'miners', 'payments', 'derivatives'],
  });
  expect(post).toEqual([
    'bad | Daily summary · BTC · 29 Nov',
    '🔴 **Fleet: 4 of 4 miners failing**',
    'Earned 28 Nov **12.50000000 LTC**',
    'Earned 28 Nov **4,100.00000000 DOGE**',
    'Miners: 4 hashing',
    'Margin **not given**, available –',
    'Margin **not given**, available –',
    'Open: 1 change',
    '🔓 A weaker rule takes effect <t:1795996800:R>',
    '(Read from the pool)',
    'good | Daily summary · LTC_DOGE · 29 Nov',
    '🟢 **All well**',
    'Earned 28 Nov **12.50000000 LTC**',
    'Earned 28 Nov **4,100.00000000 DOGE**',
    '(Read from the pool)',
    '[BTC summary] [BTC revenue] [Miners] [BTC payouts]',
    '[LTC_DOGE summary] [LTC_DOGE revenue] [LTC_DOGE payouts]',
  ]);
});

test('types of revenue have a line each, and a day that is not there yet says so', async () => {
  world.workspace.revenue = (day) =>
    day === '2026-11-29'
      ? null
      : [
          { currency_type: 'BTC', revenue_type: 'MINING', revenue: 0.1 },
          { currency_type: 'BTC', revenue_type: 'REF*', revenue: 0.02 },
        ];
  expect((await postOf('2026-11-29', { sections: ['revenue'] })).slice(2, 4)).toEqual([
    'Earned 28 Nov **0.10000000 BTC** · MINING',
    'Earned 28 Nov **0.02000000 BTC** · REF\\*',
  ]);
  await world.goTo('2026-11-30T08:00:01Z');
  expect(lastPost()[2]).toBe('Earned 29 Nov **not there yet**');
});

test('a section that fails says so, and the others stand', async () => {
  const failed = new PoolError('forbidden', { status: 403 });
  const all = { revenue: failed, miners: failed, payments: failed, balances: failed };
  Object.assign(world.workspace, all);
  const post = await postOf('2026-11-29', { sections: SECTIONS });
  expect(post.slice(0, -2)).toEqual([
    'good | Daily summary · BTC · 29 Nov',
    '🟢 **All well**',
    '⚠️ Payment settings: no access (403)',
    'Hashrate **341.1 PH/s**',
    'Uptime **94.73%**',
    'Hashprice **0.00041788 BTC**',
    'Balance **0.43219156 BTC**',
    '⚠️ Revenue: no access (403)',
    '⚠️ Miners: no access (403)',
    '⚠️ Derivatives BTC: no access (403)',
    '⚠️ Derivatives USD: no access (403)',
  ]);
  Object.assign(world.workspace, { figures: failed, miners: [] });
  await world.goTo('2026-11-30T08:00:01Z');
  expect(lastPost().slice(0, 5)).toEqual([
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

test('a post of a site says so, and counts the miners there', async () => {
  const site = { id: 'a', name: 'North Ridge' };
  world.workspace.settings = { ...world.workspace.settings, site };
  expect((await postOf('2026-11-29'))[0]).toBe('good | Daily summary · BTC · 29 Nov · North Ridge');
});

test('a post of some subaccounts says nothing of miners, who name none', async () => {
  const subaccounts = ['hall-1', 'hall-2', 'hall-3'];
  world.workspace.settings = { ...world.workspace.settings, subaccounts };
  world.workspace.miners = miners(10, 'hashing', 'failing');
  const post = await postOf('2026-11-29');
  expect(post[0]).toBe('good | Daily summary · BTC · 29 Nov · hall-1 and 2 more');
  expect(post.join('\n')).not.toContain('Miners:');
});

test('the chart shows the revenue of the last thirty days, in a picture of its own a card', async () => {
  const post = await postOf('2026-11-29', {
    sections: ['revenue', 'chart'],
    currencies: ['BTC', 'SC'],
  });
  expect(post.filter((line) => line.startsWith('chart'))).toEqual([
    'chart: revenue-BTC.png: Chart, 30 Oct – 28 Nov. Revenue: 0.14318 to 0.14318 BTC, last 0.14318.',
    'chart: revenue-SC.png: Chart, 30 Oct – 28 Nov. Revenue: 0.14318 to 0.14318 BTC, last 0.14318.',
  ]);
});

/** 1 BTC a day, and a hundredth more for each day of the month. */
const growing = (day: string) => ({
  currency_type: 'BTC',
  revenue_type: 'MINING',
  revenue: 1 + Number(day.slice(8)) / 100,
});

/** Lets days pass, each with its hashrate (TH/s) and balance. */
async function passDays(until: string, figuresOf: (date: string) => [number, number]) {
  for (;;) {
    const date = new Date(world.clock.now()).toISOString().slice(0, 10);
    const [rate, revenue] = figuresOf(date);
    world.changeFigures({
      hashrate_5m: `${rate}000000000000`,
      hashrate_24h: `${rate}000000000000`,
      balance: [{ currency_type: 'BTC', revenue }],
    });
    await world.goTo(`${date}T09:00Z`);
    if (date === until) return;
    await world.goTo(new Date(Date.parse(date) + DAY).toISOString());
  }
}

test('a week’s post has the sum and the averages of its days, against the week before', async () => {
  world.workspace.revenue = growing;
  await daily.save(BY, { ...DRAFT, every: 'week' }, null);
  await passDays('2026-12-14', (date) =>
    date <= '2026-12-07' ? [300, 0.1] : [230 + 10 * Number(date.slice(8)), 0.5],
  );
  expect(lastPost().slice(0, -3)).toEqual([
    'good | Weekly summary · BTC · 7–13 Dec',
    '🟢 **All well**',
    'Earned **7.70000000 BTC** (+2.5%)',
    'Hashrate **340.0 TH/s** (+13.3%)',
    'Uptime **94.73%**',
    'Hashprice **0.00041788 BTC**',
    'Balance **0.50000000 BTC** (+0.40000000)',
    'Miners: 1 hashing',
  ]);
  expect(lastPost().at(-3)).toBe(
    '-# Averages of 7 days · in brackets: per day, against the week before',
  );
});

test('a first week’s post averages the days that there are, and has no brackets without others', async () => {
  world.workspace.revenue = (day) => (day < '2026-11-23' ? null : growing(day));
  await daily.save(BY, { ...DRAFT, every: 'week' }, null);
  await world.goTo('2026-11-30T08:00:01Z');
  expect(lastPost().slice(2, 4)).toEqual(['Earned **8.82000000 BTC**', 'Hashrate **341.1 PH/s**']);
  expect(lastPost().at(-3)).toBe('-# Averages of 2 days');
});

test('months are compared by the day, because they differ in length', async () => {
  world.workspace.revenue = () => ({ currency_type: 'BTC', revenue_type: 'MINING', revenue: 1 });
  await daily.save(BY, { ...DRAFT, every: 'month', sections: ['revenue'] }, null);
  await passDays('2027-01-01', () => [300, 1]);
  expect(world.titles()).toEqual([
    'Monthly summary · BTC · 1–30 Nov',
    'Monthly summary · BTC · 1–31 Dec 2026',
  ]);
  expect(lastPost()[2]).toBe('Earned **31.00000000 BTC**');
  expect(world.workspace.asked.filter((asked) => asked.startsWith('revenue'))).toEqual([
    'revenue BTC 2026-10-01 2026-11-30',
    'revenue BTC 2026-11-01 2026-12-31',
  ]);
});

test('in a zone ahead of UTC the last day of a week is not over, which is said', async () => {
  world.workspace.revenue = growing;
  const draft: ScheduleDraft = { ...DRAFT, every: 'week', timeZone: 'Pacific/Auckland' };
  await daily.save(BY, { ...draft, sections: ['revenue'] }, null);
  await world.goTo('2026-11-29T19:00:01Z');
  expect(lastPost().slice(0, 3)).toEqual([
    'good | Weekly summary · BTC · 23–29 Nov',
    '🟢 **All well**',
    'Earned **7.53000000 BTC** in 6 of 7 days (+5.5%)',
  ]);
  expect(world.workspace.asked).toContain('revenue BTC 2026-11-16 2026-11-28');
});
