import { expect, test } from 'vitest';
import {
  GUILD,
  reconcileFor,
  type ChangesHarness,
} from '../../../changes/fakes/changes-harness.js';
import {
  addressOf,
  findings,
  KNOWN,
  listAs,
  moveMain,
  OTHER,
  payTo,
  record,
  THIRD,
  watched,
} from '../watched.js';

/** What Pitboss saw in force, and somebody undid before the next look at the list. */

async function paid() {
  const { world, turns } = await watched();
  await turns(8);
  const { change } = await payTo(world, OTHER);
  listAs(world, OTHER, 'ACTIVE');
  await reconcileFor(world, 20_000);
  expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  return { world, turns };
}

function undo(world: ChangesHarness): void {
  listAs(world, KNOWN, 'ACTIVE');
}

async function expectUndone(world: ChangesHarness): Promise<void> {
  const [entry, ...others] = await findings(world);
  expect(others).toEqual([]);
  expect(JSON.stringify(entry?.details.before)).toContain(OTHER);
  expect(JSON.stringify(entry?.details.after)).toContain(KNOWN);
  expect(entry?.details.perhapsBy).toBeUndefined();
}

test('an unchanged list asks the trail no more than every four minutes', async () => {
  const { turns, effectsRead } = await watched();
  await turns(12);
  const before = effectsRead();
  await turns(20);
  // Five lists at most.
  expect(effectsRead() - before).toBeLessThanOrEqual(5 * 5);
});

test('a payout address that was set back at once is told, once', async () => {
  const { world, turns } = await paid();
  undo(world);
  expect(await turns(9)).toEqual([]);
  expect(await turns(4)).toHaveLength(1);
  await expectUndone(world);
  expect(await turns(30)).toEqual([]);
  // From then on it is as any other.
  listAs(world, OTHER, 'ACTIVE');
  expect(await turns(30)).toHaveLength(1);
});

test('so is one that was set back while the bot was down', async () => {
  const { world } = await paid();
  undo(world);
  world.pass(3_600_000);
  const later = await watched(world, world.start());
  expect(await later.turns(4)).toHaveLength(1);
  await expectUndone(world);
  const last = await watched(world, world.start());
  expect(await last.turns(12)).toEqual([]);
});

test('so is one where another key of the workspace was connected since, once or twice', async () => {
  for (const times of [1, 2]) {
    const { world, turns } = await paid();
    undo(world);
    for (let key = 0; key < times; key++) {
      world.guilds.reconnect(GUILD, world.clock.now());
      // Looked at with each key, while the list may still lag.
      expect(await turns(2)).toEqual([]);
    }
    expect(await turns(14)).toHaveLength(1);
    await expectUndone(world);
    expect(await turns(20)).toEqual([]);
  }
});

test('so is a move', async () => {
  const { world, turns } = await watched();
  await turns(8);
  await moveMain(world);
  await reconcileFor(world, 20_000);
  world.workspace.siteOf.set('main', 'site-a');
  expect(await turns(20)).toHaveLength(1);
  expect((await findings(world))[0]?.details).toMatchObject({
    before: { siteId: 'site-b' },
    after: { siteId: 'site-a' },
  });
});

test('a list that shows it only minutes later tells of nothing', async () => {
  const { world, turns } = await paid();
  undo(world);
  expect(await turns(8)).toEqual([]);
  listAs(world, OTHER, 'ACTIVE');
  expect(await turns(30)).toEqual([]);
  undo(world);
  expect(await turns(2)).toHaveLength(1);
});

test('nor does one that Pitboss itself set back', async () => {
  const { world, turns } = await watched();
  await turns(8);
  for (const site of ['site-b', 'site-a']) {
    await moveMain(world, site);
    await reconcileFor(world, 20_000);
  }
  expect(await turns(30)).toEqual([]);
});

test('so is one while others are told in the same list', async () => {
  const { world, turns } = await watched();
  const { payments } = world.workspace;
  payments.set('BTC spare', { ...record(world) });
  await turns(8);
  await payTo(world, OTHER);
  listAs(world, OTHER, 'ACTIVE');
  await reconcileFor(world, 20_000);
  undo(world);
  for (const address of [OTHER, THIRD]) {
    payments.set('BTC spare', { ...record(world), addresses: [addressOf(address)] });
    expect(await turns(2)).toHaveLength(1);
  }
  expect(await turns(30)).toHaveLength(1);
  const [last] = (await findings(world)).toReversed();
  expect(last?.details).toMatchObject({
    before: { subaccount: 'main', addresses: [{ address: OTHER }] },
    after: { subaccount: 'main', addresses: [{ address: KNOWN }] },
  });
});

test('two changes of one list: each undoing is told once', async () => {
  const { world, turns } = await watched();
  await turns(8);
  for (const name of ['spare', 'main']) await moveMain(world, 'site-b', name);
  await reconcileFor(world, 20_000);
  world.workspace.siteOf.set('main', 'site-c').set('spare', 'site-a');
  expect(await turns(40)).toHaveLength(2);
  const told = (await findings(world)).map(({ details }) => details.after?.subaccount);
  expect(told).toEqual(['main', 'spare']);
});

test('a list that leaves out its addresses tells of nothing', async () => {
  const { world, turns } = await paid();
  Object.assign(record(world), { addresses: undefined });
  expect(await turns(30)).toEqual([]);
});

test('what was set to another one instead is told once', async () => {
  const { world, turns } = await paid();
  listAs(world, THIRD, 'ACTIVE');
  expect(await turns(30)).toHaveLength(1);
});

test('a clock that goes back tells it no more often', async () => {
  const { world, turns } = await paid();
  undo(world);
  world.pass(-3_600_000);
  expect(await turns(150)).toHaveLength(1);
});
