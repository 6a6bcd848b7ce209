import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { createSnapshots, scopeKey } from '../../../src/daily/collect/snapshots.js';
import { dateAfter, utcDateOf } from '../../../src/domain/time/local-time.js';
import { PALETTE } from '../../../src/views/kit/palette.js';
import { startFront, type Front } from '../../support/proxy.js';
import { openStoreOf } from '../changes/change-world.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../world.js';

/** How a summary says whether all is well, and what that costs. */

let house: World;
let front: Front;
beforeAll(async () => {
  house = await startConnectedWorld({
    env: async ({ pool }) => {
      front = await startFront(pool.url);
      return { POOL_API_URL: front.url };
    },
  });
});
afterEach(() => {
  front.habits.instead = null;
  house.pool.faults.always = null;
  house.pool.faults.only = null;
});
afterAll(async () => {
  expect(house.discord.refusals).toEqual([]);
  await house.close();
  await front.close();
});

async function neighbour(workspace: Parameters<World['neighbour']>[0] = { sites: 1 }) {
  const world = house.neighbour(workspace);
  await world.connect();
  return world;
}

/** As if daily posts had come some days ago, with these hashrates. */
async function keepDays(world: World, hashrates: Readonly<Record<number, string>>, miners = 100) {
  const store = await openStoreOf(house);
  const snapshots = createSnapshots(store);
  const today = utcDateOf(Date.now());
  for (const [ago, hashrate_24h] of Object.entries(hashrates))
    await snapshots.keep(world.guild.id, {
      date: dateAfter(today, -Number(ago)),
      timeZone: 'UTC',
      readAt: Date.now(),
      currency: 'BTC',
      scope: scopeKey({}, []),
      miners,
      figures: {
        hashrate_24h,
        active_miners: 90,
        revenue_24h: null,
        revenue_all_time: null,
        hashprice: null,
        balance: null,
      },
    });
  await store.close();
}

/** The pool's summary says this, and it lists so many failing miners. */
function poolSays(
  summary: Readonly<Record<string, unknown>>,
  { failing = 0, well = 0 } = {},
): void {
  const given = { hashrate_5m: '100', hashrate_24h: '100', active_miners: 90, subaccounts: [] };
  const miners = Array.from({ length: failing + well }, (_, id) => ({
    id,
    healthy_status: id < failing ? 'failing' : 'healthy',
  }));
  front.habits.instead = ({ url = '' }) => {
    if (url.includes('/summary/'))
      return { status: 200, body: JSON.stringify({ ...given, ...summary }) };
    if (!url.includes('/miners')) return null;
    return { status: 200, body: JSON.stringify({ miners, pagination: { next_page_url: null } }) };
  };
}

const colourOf = ({ embeds: [embed] }: LoopbackMessage) =>
  z.object({ color: z.number() }).parse(embed).color;
const firstLine = (message: LoopbackMessage) => shown(message).split('\n')[1];
/** Lines with figures in a table by subaccount. */
const rows = (text: string) => text.match(/^\S+-\S+ +[\d.]+ PH\/s +\d+$/gm) ?? [];
const filesOf = (message: LoopbackMessage) => message.attachments.map(({ filename }) => filename);

describe('with kept days', () => {
  test('all is well where nothing is wrong, with changes and a picture', async () => {
    const world = await neighbour();
    await keepDays(world, { 1: '98', 7: '50', 20: '97' });
    poolSays({}, { failing: 4 });
    const message = await ask(world.as('viewer'), 'summary');
    const text = shown(message);
    expect(firstLine(message)).toBe('🟢 **All well**');
    expect(colourOf(message)).toBe(PALETTE.good);
    expect(text).toContain(
      'Hashrate, 24 hours: **100 H/s**\n-# +2 % since yesterday · +100 % in 7 days\n',
    );
    expect(text).toContain('Failing miners: **4**');
    expect(filesOf(message)).toEqual(['summary-BTC.csv', 'hashrate-BTC.png']);
    expect(message.attachments[1]?.description).toContain('last 100 on');
  });

  test.each([
    [{ hashrate_24h: '85' }, 0, '🟠 **Needs attention**: hashrate is down 15 % since yesterday'],
    [{}, 5, '🟠 **Needs attention**: 5 of 100 miners are failing'],
    [{ hashrate_5m: '0' }, 0, '🔴 **Trouble**: no hashrate in the last 5 minutes'],
    [{ hashrate_5m: null }, 0, '⚪ **State unknown**'],
    [
      { active_miners: null },
      0,
      '🔵 **No trouble seen so far**, but not everything could be checked\n-# Not checked: active miners (not given)',
    ],
  ])('%j with %s failing is said in one line', async (summary, failing, line) => {
    const world = await neighbour();
    await keepDays(world, { 1: '100' });
    poolSays(summary, { failing });
    const message = await ask(world.as('viewer'), 'summary');
    expect(shown(message)).toContain(`\n${line}\n`);
    const [sign = ''] = line;
    const tones: Record<string, keyof typeof PALETTE> = { '🟠': 'warning', '🔴': 'bad' };
    expect(colourOf(message)).toBe(PALETTE[tones[sign] ?? 'neutral']);
  });

  test('failing miners that could not be counted leave the card messages, and not all well', async () => {
    const world = await neighbour();
    await keepDays(world, { 1: '1' });
    house.pool.faults.always = 503;
    house.pool.faults.only = ({ path }) => path.includes('/miners');
    const text = shown(await ask(world.as('viewer'), 'summary'));
    expect(text).toContain('-# Not checked: failing miners (not counted)');
    expect(text).toContain('Failing miners: not counted. The pool failed on its side (503).');
    expect(text).toMatch(/Hashrate, 24 hours: \*\*[\d.]+ PH\/s/);
  });

  test('the daily post says the same', async () => {
    const world = await neighbour();
    await keepDays(world, { 1: '118' }, 60);
    poolSays({}, { failing: 5, well: 55 });
    await ask(world.as('admin'), 'daily set', { time: '08:00', sections: 'figures, miners' });
    const post = await ask(world.as('admin'), 'daily now');
    const line = '🟠 **Needs attention**: hashrate is down 15 % since yesterday';
    expect(shown(post)).toContain(`\n${line} · 5 of 60 miners are failing\n`);
    const summary = shown(await ask(world.as('viewer'), 'summary'));
    expect(summary).toContain(`\n${line} · 5 of 60 miners are failing\n`);
    expect(summary).not.toContain('Failing miners: ');
    // Once: the miners' card doesn't repeat it.
    expect(shown(post).match(/miners are failing/g)).toHaveLength(1);
    expect(filesOf(post)).toEqual(['hashrate-BTC.png']);
  });

  test('a daily post of the miners alone says that many fail', async () => {
    const world = await neighbour();
    poolSays({}, { failing: 5, well: 55 });
    await ask(world.as('admin'), 'daily set', { time: '08:00', sections: 'miners' });
    const post = await ask(world.as('admin'), 'daily now');
    expect(shown(post)).toContain('⚠️ **5 of 60 miners are failing.**');
  });
});

describe('without kept days', () => {
  test('a workspace of one site is asked once, and there is no picture', async () => {
    const world = await neighbour({ sites: 1 });
    const before = house.pool.requests.length;
    const message = await ask(world.as('viewer'), 'summary');
    expect(house.pool.requests.slice(before).map(({ path }) => path)).toEqual([
      '/api/v2/pool/summary/BTC',
    ]);
    expect(shown(message)).toContain(
      '-# Not checked: failing miners (not counted) · change since an earlier day (needs an earlier daily post)',
    );
    expect(shown(message)).not.toContain('By site');
    expect(filesOf(message)).toEqual(['summary-BTC.csv']);
  });

  test('of many sites eight are asked about, one that fails says so, and the card stands', async () => {
    const world = await neighbour({ sites: 11, subaccounts: 22 });
    const { sites } = house.pool.workspaceOf(world.key);
    const bad = sites[2]?.id ?? '';
    const body = JSON.stringify({ message: 'not yours' });
    front.habits.instead = ({ url = '' }) =>
      url.includes('/summary/') && url.includes(bad) ? { status: 403, body } : null;
    const before = house.pool.requests.length;
    const text = shown(await ask(world.as('viewer'), 'summary'));
    const asked = house.pool.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.includes('/summary/'))).toHaveLength(8);
    expect(asked.filter((path) => path.includes('/miners'))).toHaveLength(1);
    expect(text).toMatch(/\nPecos Flats +[\d.]+ PH\/s +\d+ +\d+\n/);
    expect(text).toMatch(/\nNiagara East +– +– +\d+\n/);
    expect(text).toContain('⚠️ Not read: Niagara East.');
    expect(text).toContain('-# 3 more sites not shown');
    expect(text).toMatch(/Hashrate, 24 hours: \*\*[\d.]+ PH\/s/);
  });

  test('failing miners of no named site make each count a least one', async () => {
    const world = await neighbour();
    const site = (id: string) => ({ name: id, site: { id, name: `Site ${id}` } });
    poolSays({ subaccounts: [site('a'), site('b')] }, { failing: 3 });
    expect(shown(await ask(world.as('viewer'), 'summary'))).toMatch(/\nSite a +100 H\/s +90 +–\n/);
  });
});

describe('the buttons', () => {
  test('Refresh edits the asker’s own card, and answers anybody else privately', async () => {
    const world = await neighbour();
    const message = await ask(world.as('viewer'), 'summary', { subaccounts: 'pecos-flats-hydro' });
    const press = (who: 'viewer' | 'manager') =>
      settledOf(world.as(who).click(message, idOf(message, 'Refresh')));
    poolSays({ hashrate_24h: '4321' });
    house.pool.faults.always = null;
    const theirs = await press('manager');
    expect(theirs.id).not.toBe(message.id);
    expect(shown(theirs)).toMatch(/^\(only you can see this\)\n# Pool summary/);
    expect(shown(theirs)).toContain(String.raw`Subaccount: **pecos\-flats\-hydro**`);
    const own = await press('viewer');
    expect(own.id).toBe(message.id);
    expect(shown(own)).toContain(String.raw`Subaccount: **pecos\-flats\-hydro**`);
    expect(filesOf(own)).toEqual(['summary-BTC.csv']);
  });

  test('the others answer whoever presses them alone, for what the card was about', async () => {
    const world = await neighbour({ sites: 3, subaccounts: 24 });
    const message = await ask(world.as('viewer'), 'summary', { site: 'Cedar Ridge' });
    const press = async (label: string) =>
      shown(await settledOf(world.as('viewer').click(message, idOf(message, label))));
    for (const label of ['Revenue', 'Failing miners', 'By subaccount'])
      expect(await press(label)).toMatch(/^\(only you can see this\)[\s\S]*site:? \**Cedar Ridge/i);
    expect(await press('Revenue')).toContain('# Revenue · BTC');
    expect(await press('Failing miners')).toContain('failing');
    expect(shown(message)).not.toContain('By site');
  });

  test('By subaccount goes through them page by page, each with its own figures', async () => {
    const world = await neighbour({ sites: 3, subaccounts: 9 });
    const message = await ask(world.as('viewer'), 'summary');
    const page = await settledOf(world.as('viewer').click(message, idOf(message, 'By subaccount')));
    expect(rows(shown(page))).toHaveLength(7);
    const next = await settledOf(world.as('viewer').click(page, idOf(page, 'Next')));
    expect(rows(shown(next))).toHaveLength(2);
  });

  test('By subaccount says which the pool refused, and shows the others', async () => {
    const world = await neighbour({ sites: 3, subaccounts: 9 });
    const other = await ask(world.as('viewer'), 'summary', {
      subaccounts: 'pecos-flats-hydro,cedar-ridge-hydro',
      private: true,
    });
    house.pool.faults.forbiddenSubaccounts.add('pecos-flats-hydro');
    const two = await settledOf(world.as('viewer').click(other, idOf(other, 'By subaccount')));
    house.pool.faults.forbiddenSubaccounts.clear();
    expect(rows(shown(two))).toHaveLength(1);
    expect(shown(two)).toContain(String.raw`⚠️ Not read: pecos\-flats\-hydro.`);
  });
});
