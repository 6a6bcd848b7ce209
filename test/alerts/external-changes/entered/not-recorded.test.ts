import { expect, test } from 'vitest';
import {
  createChangesHarness,
  GUILD,
  type ChangesHarness,
} from '../../../changes/fakes/changes-harness.js';
import { trailOf } from '../../../../src/changes/trail/stored-trail.js';
import { addressOf, findings, KNOWN, listAs, OTHER, record, THIRD, watched } from '../watched.js';

/** What can't be entered is told, and takes no other list's turns. */

async function withTwoLists() {
  const world = createChangesHarness();
  const { turns, look } = await watched(world);
  world.workspace.payments.set('LTC_DOGE main', { ...record(world) });
  await turns(40);
  const restore = world.store.copy();
  await world.askToMove();
  return { world, turns, look, restore };
}

function payElsewhere(world: Awaited<ReturnType<typeof withTwoLists>>['world']): void {
  const now = world.workspace.payments.get('LTC_DOGE main');
  if (now === undefined) throw new Error('no record');
  world.workspace.payments.set('LTC_DOGE main', { ...now, addresses: [addressOf(THIRD)] });
}

test('while entries are missing, one difference hides none in another list', async () => {
  const { world, turns, look, restore } = await withTwoLists();
  const listed = world.store.namespace('alert-listed');
  const kept = await Promise.all(
    ['BTC', 'LTC_DOGE'].map(async (list) => [list, await listed.get(`${GUILD}:${list}`)] as const),
  );
  restore();
  for (const [list, each] of kept) await listed.set(`${GUILD}:${list}`, each);
  expect(await world.changes.behind(GUILD)).not.toBeNull();
  listAs(world, OTHER, 'ACTIVE');
  expect((await turns(4)).length).toBeGreaterThan(0);
  world.pass(60_000);
  // A second look in the same minute would find nothing new.
  expect(await look()).toMatchObject({ again: false });
  payElsewhere(world);
  const told = await turns(6);
  expect(told.map(({ facts }) => JSON.stringify(facts)).join()).toContain(THIRD);
});

test('with a broken trail it is told at once, of each list', async () => {
  const { world, turns } = await withTwoLists();
  // From here on this process knows that the audit channel lacks nothing.
  listAs(world, KNOWN, 'FROZEN');
  expect(await turns(4)).toHaveLength(1);
  const entries = world.store.streams.get(trailOf(GUILD)) ?? [];
  const [whole = ''] = entries;
  entries[0] = 'altered';
  expect((await world.changes.verifyTrail(GUILD)).broken).not.toBeNull();
  listAs(world, OTHER, 'ACTIVE');
  payElsewhere(world);
  const told = await turns(8);
  const facts = told.map((each) => JSON.stringify(each.facts)).join();
  expect(facts).toContain(OTHER);
  expect(facts).toContain(THIRD);
  expect(facts).toContain('"isBehind":true');
  entries[0] = whole;
  expect((await world.changes.verifyTrail(GUILD)).broken).toBeNull();
  await turns(6);
  expect(await findings(world)).toHaveLength(3);
});

test('while the audit channel can’t be read after a start, it is perhaps through Pitboss', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const later = await watched(world, world.start());
  world.chat.isAway = true;
  listAs(world, OTHER, 'ACTIVE');
  expect(await later.turns(3)).toContainEqual(
    expect.objectContaining({ facts: expect.objectContaining({ isBehind: true }) }),
  );
});

test('what is told but can’t be entered is told again when it comes again', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const later = await watched(world, world.start());
  world.chat.isAway = true;
  const keys = async (address: string) => {
    listAs(world, address, 'ACTIVE');
    return (await later.turns(4)).map(({ key }) => key);
  };
  const first = await keys(OTHER);
  expect(new Set(first).size).toBe(1);
  expect(await keys(KNOWN)).toEqual([]);
  const again = await keys(OTHER);
  expect(again.length).toBeGreaterThan(0);
  expect(first).not.toContain(again[0]);
});

test.each([
  ['another in between', async () => undefined, THIRD],
  [
    'the bot stopped in between',
    async (world: ChangesHarness) => watched(world, world.start()),
    KNOWN,
  ],
])('so is it with %s', async (_, meanwhile, between) => {
  const { world, turns } = await watched();
  await turns(8);
  let later = await watched(world, world.start());
  world.chat.isAway = true;
  const keys = async (address: string) => {
    listAs(world, address, 'ACTIVE');
    return (await later.turns(4)).map(({ key }) => key);
  };
  const first = await keys(OTHER);
  if (between === KNOWN) listAs(world, KNOWN, 'ACTIVE');
  later = (await meanwhile(world)) ?? later;
  await keys(between);
  const again = await keys(OTHER);
  expect(again.length).toBeGreaterThan(0);
  expect(first).not.toContain(again[0]);
  // The same one goes on as what it is.
  expect(new Set([...again, ...(await later.turns(6)).map(({ key }) => key)]).size).toBe(1);
});
