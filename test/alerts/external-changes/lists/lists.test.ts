import { expect, test } from 'vitest';
import {
  externalChangeFields,
  externalChangeTitle,
} from '../../../../src/views/alerts/external-change.js';
import { KNOWN, OTHER, addressOf, watched, findings, record, never } from '../watched.js';

test('a subaccount or a site with another name is told once at most, and as that', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.ofEach = { ofSite: { name: 'Renamed' } };
  expect(await turns(8)).toEqual([]);
  const { siteOf, idOf, payments } = world.workspace;
  siteOf.set('mine', siteOf.get('main') ?? '');
  siteOf.delete('main');
  idOf.set('mine', idOf.get('main') ?? '');
  payments.set('BTC mine', record(world));
  payments.delete('BTC main');
  expect(await turns(8)).toHaveLength(1);
  const [entry] = await findings(world);
  expect(externalChangeTitle(entry?.details ?? never())).toContain('A subaccount has another name');
});

test('ids that are left out for a while make nothing new or gone', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const ids = [...world.workspace.idOf];
  world.workspace.idOf.clear();
  expect(await turns(8)).toEqual([]);
  for (const [name, id] of ids) world.workspace.idOf.set(name, id);
  expect(await turns(8)).toEqual([]);
  world.workspace.idOf.set('main', '999');
  expect(await turns(8)).not.toEqual([]);
});

test('a record that doesn’t say whose it is may be any: none is gone', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const { payments, alsoListed } = world.workspace;
  const own = record(world);
  payments.delete('BTC main');
  alsoListed.payments.push(own);
  expect(await turns(4)).toEqual([]);
  alsoListed.payments.length = 0;
  expect(await turns(4)).toHaveLength(1);
});

test('of a second record of a subaccount the addresses count too, and none is called removed', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const subaccount = { id: world.workspace.idOf.get('main'), name: 'main' };
  world.workspace.alsoListed.payments.push({
    ...record(world),
    addresses: [addressOf(OTHER)],
    subaccount,
  });
  await turns(2);
  // The fake lists it in each currency.
  const [entry, more] = (await findings(world)).filter(({ details }) => details.before !== null);
  expect(more).toBeUndefined();
  const card = JSON.stringify(entry && externalChangeFields(entry.details));
  expect(card).toContain('New payout address');
  expect(card).not.toContain('Removed');
});

test('a list that can’t be read whole tells of nothing that is gone', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  world.workspace.faults.listsAreNull = true;
  world.pass(60_000);
  await expect(look()).rejects.toThrow();
  world.workspace.faults.listsAreNull = false;
  expect(await turns(5)).toEqual([]);
  world.workspace.payments.delete('BTC main');
  expect(await turns(5)).toHaveLength(1);
});

test('a record that gives its subaccount by id alone is compared by it', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const { payments, alsoListed, idOf } = world.workspace;
  const own = record(world);
  payments.delete('BTC main');
  const byId = { ...own, subaccount: { id: idOf.get('main') } };
  alsoListed.payments.push(byId);
  expect((await turns(4)).filter(({ facts }) => isOfBtc(facts))).toEqual([]);
  byId.addresses = [addressOf(OTHER)];
  expect((await turns(3)).filter(({ facts }) => isOfBtc(facts))).toHaveLength(1);
});

test('two records of a subaccount count with all that both say, in whichever order', async () => {
  const { world, turns } = await watched();
  const { payments, alsoListed, idOf } = world.workspace;
  const subaccount = { id: idOf.get('main'), name: 'main' };
  const second = { ...record(world), wallet_id: '111', status: 'INACTIVE', subaccount };
  const first = { ...record(world), subaccount };
  payments.delete('BTC main');
  alsoListed.payments.push(first, second);
  await turns(8);
  alsoListed.payments.reverse();
  expect(await turns(6)).toEqual([]);
  second.wallet_id = '666';
  expect((await turns(3)).filter(({ facts }) => isOfBtc(facts))).toHaveLength(1);
});

test.each(['', undefined])('an id that comes later (%j at first) is no difference', async (id) => {
  const { world, turns } = await watched();
  const { payments, siteOf, ofEach, idOf } = world.workspace;
  const [own] = record(world).addresses;
  const ids = new Map(idOf);
  Object.assign(own ?? {}, { address_id: id });
  idOf.clear();
  ofEach['ofSite'] = { id };
  if (id === '') for (const name of siteOf.keys()) idOf.set(name, '');
  await turns(8);
  delete ofEach['ofSite'];
  for (const [name, known] of ids) idOf.set(name, known);
  Object.assign(own ?? {}, { address_id: 504 });
  expect([payments.size, await turns(8)]).toEqual([1, []]);
  // From then on it is known.
  idOf.set('main', ids.get('spare') ?? '').set('spare', ids.get('main') ?? '');
  expect(await turns(8)).not.toEqual([]);
});

test('a site without its id is the one of that name', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.ofEach['ofSite'] = { id: undefined };
  expect(await turns(8)).toEqual([]);
});

function isOfBtc(facts: unknown): boolean {
  return JSON.stringify(facts).includes('"currency":"BTC"');
}

test('a name that is left out for some looks is still known', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const id = world.workspace.idOf.get('main');
  const { payments, alsoListed } = world.workspace;
  const own: Record<string, unknown> = { ...record(world), subaccount: { id } };
  payments.delete('BTC main');
  alsoListed.payments.push(own);
  const ofBtc = async () => (await turns(8)).filter(({ facts }) => isOfBtc(facts));
  expect(await ofBtc()).toEqual([]);
  own['subaccount'] = { name: 'main' };
  expect(await ofBtc()).toEqual([]);
});

test('of two records one stops giving a field: that is told once at most', async () => {
  const { world, turns } = await watched();
  const { payments, alsoListed, idOf } = world.workspace;
  const subaccount = { id: idOf.get('main'), name: 'main' };
  const second = {
    ...record(world),
    payment_frequency: 'WEEKLY' as string | undefined,
    subaccount,
  };
  const first = { ...record(world), subaccount };
  alsoListed.payments.push(first, second, { ...first });
  payments.delete('BTC main');
  await turns(8);
  second.payment_frequency = undefined;
  const told = (await turns(40)).filter(({ facts }) => isOfBtc(facts));
  expect(told.length).toBeLessThan(2);
  expect(JSON.stringify(told)).not.toContain('DAILY / DAILY');
});

test.each(['site-z', 'aaa'])('a second entry of a subaccount, at %s, is told', async (siteId) => {
  const { world, turns } = await watched();
  await turns(8);
  const { alsoListed, idOf } = world.workspace;
  alsoListed.subaccounts.push({ id: idOf.get('main'), name: 'main', site: { id: siteId } });
  expect(await turns(12)).toHaveLength(1);
});

test('one address twice, whose ids are left out, is as it was', async () => {
  const { world, turns } = await watched();
  record(world).addresses = [504, 505].map((id) => ({ ...addressOf(KNOWN, 50), address_id: id }));
  await turns(8);
  for (const each of record(world).addresses) delete each['address_id'];
  expect(await turns(8)).toEqual([]);
});
