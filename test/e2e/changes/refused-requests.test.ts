import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startFront, type Front } from '../../support/proxy.js';
import { changeWorld, confirm, type ChangeWorld } from './change-world.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

/** What the pool lists excludes a change; even before a request, that is recorded. */

let house: World;
let world: ChangeWorld;
let front: Front;
beforeAll(async () => {
  house = await startWorld({
    env: async ({ pool }) => {
      front = await startFront(pool.url);
      return { POOL_API_URL: front.url };
    },
  });
  await house.start();
});
beforeEach(async () => {
  front.habits.instead = null;
  world = await changeWorld(house);
});
afterAll(async () => {
  await house.close();
  await front.close();
});

/** Replaces what the pool lists there. */
function answer(path: string, body: object): void {
  front.habits.instead = ({ url = '' }) =>
    url.startsWith(path) ? { status: 200, body: JSON.stringify(body) } : null;
}

const entered = async () => {
  const refusals = await world.refusals();
  expect(await world.trail()).toHaveLength(refusals.length);
  expect(world.writes()).toEqual([]);
  return refusals;
};

test('two records of one name: no form opens', async () => {
  const { subaccount } = world.elsewhere();
  const one = { subaccount: { name: subaccount }, addresses: [] };
  answer('/api/v1/pool/payment-settings', {
    payment_settings: [one, one],
    pagination: { next_page_url: null },
  });
  const options = { subaccount, currency: 'BTC' };
  const said = await ask(world.as('manager'), 'payment-settings change', options);
  expect(shown(said)).toContain('more than one record of payment settings');
  expect(await entered()).toEqual([
    `ask: Change payment settings, BTC of ${subaccount} several-listed Marek`,
  ]);
});

test('a list that says it has more, where the site is looked up', async () => {
  const { subaccount, site } = world.elsewhere();
  answer('/api/v2/pool/subaccounts', {
    subaccounts: [{ id: '1', name: subaccount, site: { id: site, name: 'North Ridge' } }],
    pagination: { item_count: 2, next_page_url: null },
  });
  const said = await ask(world.as('manager'), 'subaccount move', { subaccount, site });
  expect(shown(said)).toContain('its list says that it has 2 entries, but 1 came');
  expect(await entered()).toEqual([
    `ask: Move a subaccount, ${subaccount} → ${site} unreadable Marek`,
  ]);
});

test('a subaccount that is at the site already; one that nobody knows is only said', async () => {
  const { subaccounts, sites } = world.pool.workspaceOf(world.key);
  const { name = '', siteId = '' } = subaccounts[0] ?? {};
  const manager = world.as('manager');
  const said = await ask(manager, 'subaccount move', { subaccount: name, site: siteId });
  expect(shown(said)).toContain('. Nothing was requested');
  const unknown = await ask(manager, 'subaccount move', { subaccount: 'nobody', site: siteId });
  expect(shown(unknown)).toContain('lists no subaccount called');
  const at = sites.find(({ id }) => id === siteId)?.name;
  expect(await entered()).toEqual([`ask: Move a subaccount, ${name} → ${at} already-there Marek`]);
});

test.each(['..', 'x\uD800'])(
  'a listed subaccount called %j, which no path can hold',
  async (name) => {
    const [subaccount, other] = world.pool.workspaceOf(world.key).subaccounts;
    const [site, elsewhere] = [subaccount?.siteId ?? '', other?.siteId ?? ''];
    const row = { id: '1', name, site: { id: elsewhere, name: 'Elsewhere' } };
    const target = { id: '2', name: 'other', site: { id: site, name: 'North Ridge' } };
    const manager = world.as('manager');
    const lists = {
      subaccounts: [row, target],
      payment_settings: [{ subaccount: row, addresses: [] }],
      pagination: { next_page_url: null },
    };
    answer('/api/', lists);
    const moved = await ask(manager, 'subaccount move', { subaccount: name, site });
    const present = await ask(manager, 'payment-settings change', {
      subaccount: name,
      currency: 'BTC',
    });
    const form = await manager.click(present, idOf(present, 'Fill in'));
    const addresses = 'cold | bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq | 100';
    const fields = { frequency: ['DAILY'], day: ['UNSPECIFIED'], addresses };
    const paid = await (await manager.submit(form, fields)).settled();
    for (const said of [moved, paid].map(shown)) {
      expect(said).not.toContain('did not give an answer');
      expect(said).toContain('can’t be used in a request');
    }
    expect(await entered()).toEqual([
      `ask: Move a subaccount, ${name.toWellFormed()} → North Ridge path-name Marek`,
      `ask: Change payment settings, BTC of ${name.toWellFormed()} path-name Marek`,
    ]);
  },
);

test('a test network’s address that the pool no longer lists, when its change would be renewed', async () => {
  const { subaccount } = world.elsewhere();
  const { payments, ...workspace } = world.pool.workspaceOf(world.key);
  const whose = workspace.subaccount(subaccount);
  const terms = whose === undefined ? null : payments.settings('BTC', whose);
  const [first] = terms?.addresses ?? [];
  if (terms === null || first === undefined) throw new Error('nothing is paid');
  const old = {
    address_id: 5,
    address_name: 'old',
    external_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    revenue_allocation: 10,
  };
  const listed = (addresses: (typeof first)[]) =>
    workspace.setPaymentSettings('BTC', subaccount, { ...terms, addresses });
  listed([{ ...first, revenue_allocation: 90 }, old]);
  const manager = world.as('manager');
  const options = { subaccount, currency: 'BTC' };
  const present = await ask(manager, 'payment-settings change', options);
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const line = (address: string | null | undefined) => `${address} | 50`;
  const addresses = [
    `${first.address_name} | ${line(first.external_address)}`,
    `old | ${line(old.external_address)}`,
  ].join('\n');
  const { payment_frequency: frequency, day_of_week: day } = terms;
  const fields = { frequency: [frequency], day: [day], addresses, reason: '' };
  const card = await (await manager.submit(form, fields)).settled();
  listed([{ ...first, revenue_allocation: 100 }]);
  await confirm(world, 'second', card);
  await expect.poll(() => world.card(card)).toContain('its values are no longer those shown');
  expect(world.card(card)).toMatch(/Nothing was sent\.\*\* .*test network/);
  const steps = (await world.trail()).map(({ step }) => step);
  expect(steps).toEqual(['asked', 'drifted']);
  expect(world.writes()).toEqual([]);
});
