import { expect, test } from 'vitest';
import { createChangesHarness, GUILD } from '../../changes/fakes/changes-harness.js';
import { addressOf, findings, KNOWN, listAs, OTHER, payTo, record, watched } from './watched.js';

/** A list that can't be read hides nothing of the others. */

test.each(['subaccounts', 'ZEC', 'SC', 'LTC_DOGE'])(
  'what changes in the others is told while %s can’t be read',
  async (list) => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.faults.unreadable.set(list, '500');
    await turns(40);
    listAs(world, OTHER, 'ACTIVE');
    expect(await turns(4)).toHaveLength(1);
    if (list === 'subaccounts') return;
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(14)).toHaveLength(1);
  },
);

test('that a list can’t be read is said with each turn, until it can', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  world.workspace.faults.unreadable.set('subaccounts', '500');
  await turns(8);
  expect(await look()).toMatchObject({ isPartial: true });
  world.workspace.faults.unreadable.clear();
  await turns(8);
  expect(await look()).toMatchObject({ isPartial: false });
});

test('nor does one that failed while a second look at it was awaited take all turns', async () => {
  const { world, turns, look } = await watched();
  world.workspace.payments.set('ZEC main', { ...record(world) });
  await turns(40);
  world.workspace.payments.set('ZEC main', { ...record(world), wallet_id: '5' });
  world.pass(60_000);
  while (!(await look()).again) world.pass(30_000);
  world.workspace.faults.unreadable.set('ZEC', '500');
  await turns(8);
  listAs(world, OTHER, 'ACTIVE');
  expect(await turns(6)).toHaveLength(1);
});

test('a list that failed once is soon tried again, and nothing is said to be missing', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  world.workspace.faults.unreadable.set('ZEC', '500');
  await turns(30);
  expect(await look()).toMatchObject({ isPartial: true });
  world.workspace.faults.unreadable.clear();
  await turns(6);
  expect(await look()).toMatchObject({ isPartial: false });
});

test('a currency that the pool never had is nothing to watch', async () => {
  const world = createChangesHarness();
  world.workspace.faults.unreadable.set('SC', '404');
  const { turns, look } = await watched(world);
  await turns(8);
  expect(await look()).toMatchObject({ isPartial: false });
});

test('a change that can’t be read back for ten minutes hides nothing, and is perhaps the cause', async () => {
  const world = createChangesHarness();
  world.workspace.requiresApproval = true;
  world.workspace.appliesAtOnce = false;
  const { turns } = await watched(world);
  await turns(8);
  await payTo(world, OTHER);
  await turns(4);
  world.workspace.faults.unreadable.set('subaccounts', '500');
  listAs(world, OTHER, 'ACTIVE');
  expect(await turns(6)).toEqual([]);
  expect((await turns(12)).length).toBeGreaterThan(0);
  expect((await findings(world))[0]?.details).toMatchObject({ perhapsBy: 1 });
  listAs(world, KNOWN, 'ACTIVE');
  expect(await turns(20)).not.toEqual([]);
});

test('a currency that the pool of another workspace never had isn’t missed', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  world.workspace.idOf.set('main', '9').set('spare', '10');
  world.guilds.reconnect(GUILD, world.clock.now());
  world.workspace.faults.unreadable.set('SC', '404');
  await turns(12);
  expect(await look()).toMatchObject({ isPartial: false });
});

test.each([
  [
    'an entry has its address elsewhere',
    [{ ...addressOf(KNOWN), external_address: undefined, address: OTHER }],
  ],
  [
    'an entry’s address is null',
    [{ ...addressOf(KNOWN), external_address: null, payout_address: OTHER }],
  ],
  ['a record says nothing of its addresses', null],
  ['no entry has an allocation', [{ ...addressOf(KNOWN), revenue_allocation: null }]],
])('where %s, the list counts as not read until it says it again', async (_, addresses) => {
  const { world, turns, look } = await watched();
  await turns(8);
  const before = record(world).addresses;
  Object.assign(record(world), { addresses });
  expect(await turns(8)).toEqual([]);
  expect(await look()).toMatchObject({ isPartial: true });
  record(world).addresses = before;
  await turns(8);
  expect(await look()).toMatchObject({ isPartial: false });
});
