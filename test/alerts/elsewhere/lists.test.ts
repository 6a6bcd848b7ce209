import { expect, test } from 'vitest';
import { elsewhereFields, elsewhereTitle } from '../../../src/views/alerts/elsewhere.js';
import { OTHER, addressOf, watched, findings, record, never } from './watched.js';

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
  expect(elsewhereTitle(entry?.details ?? never())).toContain('A subaccount has another name');
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
  expect(await turns(2)).toHaveLength(1);
  const [entry] = await findings(world);
  const card = JSON.stringify(entry && elsewhereFields(entry.details));
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
