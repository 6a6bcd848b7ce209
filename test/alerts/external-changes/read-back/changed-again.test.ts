import { describe, expect, test } from 'vitest';
import { GUILD, PEOPLE, pressOn, reconcileFor } from '../../../changes/fakes/changes-harness.js';
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

/** What Pitboss saw in force, and somebody changed again before the next look at the list. */

const WEEKLY = { payment_frequency: 'WEEKLY', day_of_week: 'FRIDAY' };
const DAILY = { payment_frequency: 'DAILY', day_of_week: 'UNSPECIFIED' };

async function paidWeekly() {
  const { world, turns } = await watched();
  await turns(8);
  const { change } = await payTo(world, OTHER, 'WEEKLY');
  listAs(world, OTHER, 'ACTIVE');
  Object.assign(record(world), WEEKLY);
  await reconcileFor(world, 20_000);
  expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  const set = (values: object) => Object.assign(record(world), values);
  return { world, turns, set };
}

async function moved() {
  const { world, turns } = await watched();
  await turns(8);
  await moveMain(world);
  await reconcileFor(world, 20_000);
  return { world, turns };
}

/** The one finding, and nothing more for half an hour. */
async function onlyFinding({
  world,
  turns,
}: Pick<Awaited<ReturnType<typeof moved>>, 'world' | 'turns'>) {
  await turns(30);
  const found = await findings(world);
  expect(found).toHaveLength(1);
  return found[0]?.details;
}

describe('payment settings', () => {
  const asPitbossSet = { addresses: [{ address: OTHER }], frequency: 'WEEKLY', day: 'FRIDAY' };

  test.each([
    [
      'the old address is put back, and the schedule stays',
      { addresses: [addressOf(KNOWN)] },
      { addresses: [{ address: KNOWN }], frequency: 'WEEKLY' },
    ],
    [
      'the schedule alone is put back',
      DAILY,
      { addresses: [{ address: OTHER }], frequency: 'DAILY', day: 'UNSPECIFIED' },
    ],
    [
      'another address takes its place',
      { addresses: [addressOf(THIRD)] },
      { addresses: [{ address: THIRD }], frequency: 'WEEKLY' },
    ],
  ])('are told at once, from what Pitboss read back: %s', async (_, values, after) => {
    const { world, turns, set } = await paidWeekly();
    set(values);
    expect(await turns(4)).toHaveLength(1);
    expect(await onlyFinding({ world, turns })).toMatchObject({ before: asPitbossSet, after });
  });

  test('as they were, with another status beside, are told once the list can’t lag', async () => {
    const { world, turns, set } = await paidWeekly();
    set({ addresses: [addressOf(KNOWN)], ...DAILY, status: 'FROZEN' });
    expect(await turns(9)).toEqual([]);
    expect(await onlyFinding({ world, turns })).toMatchObject({
      before: { ...asPitbossSet, status: 'ACTIVE' },
      after: { addresses: [{ address: KNOWN }], frequency: 'DAILY', status: 'FROZEN' },
    });
  });

  test('are told from what Pitboss read back after an hour without the bot, too', async () => {
    const { world, set } = await paidWeekly();
    set({ addresses: [addressOf(THIRD)] });
    world.pass(3_600_000);
    const later = await watched(world, world.start());
    expect(await onlyFinding(later)).toMatchObject({
      before: asPitbossSet,
      after: { addresses: [{ address: THIRD }] },
    });
  });

  test('that were approved, and then changed, are told from their status in force', async () => {
    const { world, turns } = await watched();
    await turns(8);
    const { change } = await payTo(world, OTHER);
    listAs(world, KNOWN, 'PENDING_APPROVAL');
    await turns(4);
    listAs(world, OTHER, 'ACTIVE');
    await reconcileFor(world, 5 * 60_000);
    expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
    listAs(world, THIRD, 'ACTIVE');
    expect(await onlyFinding({ world, turns })).toMatchObject({
      before: { addresses: [{ address: OTHER }], status: 'ACTIVE' },
      after: { addresses: [{ address: THIRD }], status: 'ACTIVE' },
    });
  });

  test('that the list shows an hour later are perhaps Pitboss’s, and another status is not', async () => {
    const { world, set } = await paidWeekly();
    set({ status: 'FROZEN' });
    world.pass(3_600_000);
    const { turns } = await watched(world, world.start());
    await turns(30);
    const found = (await findings(world)).map(({ details }) => details);
    expect(found.map(({ perhapsBy }) => perhapsBy)).toEqual([1, undefined]);
    expect(found[1]).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'FROZEN' } });
  });

  test('of which the list shows only another status differ in that alone', async () => {
    const { world, turns, set } = await paidWeekly();
    set({ status: 'FROZEN' });
    expect(await turns(4)).toHaveLength(1);
    expect(await onlyFinding({ world, turns })).toMatchObject({
      before: { ...asPitbossSet, status: 'ACTIVE' },
      after: { ...asPitbossSet, status: 'FROZEN' },
    });
  });
});

describe('a subaccount', () => {
  test('that is moved on is told from where Pitboss moved it', async () => {
    const { world, turns } = await moved();
    world.workspace.siteOf.set('main', 'site-c');
    expect(await onlyFinding({ world, turns })).toMatchObject({
      before: { siteId: 'site-b' },
      after: { siteId: 'site-c' },
    });
  });

  async function created() {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.answersWithId = true;
    const site = { id: 'site-b', name: 'Site site-b' };
    const asking = { kind: 'subaccount-create', input: { name: 'new', site } };
    const change = await world.ask(world.changes, { ...asking, member: PEOPLE.manager });
    world.workspace.idOf.set('new', '7');
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
    world.workspace.siteOf.set('new', 'site-b');
    await reconcileFor(world, 20_000);
    expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
    return { world, turns };
  }

  test('that Pitboss created and somebody moved is told from where it was created', async () => {
    const { world, turns } = await created();
    world.workspace.siteOf.set('new', 'site-c');
    expect(await onlyFinding({ world, turns })).toMatchObject({
      before: { subaccount: 'new', siteId: 'site-b' },
      after: { subaccount: 'new', siteId: 'site-c' },
    });
  });

  test('that took the place of one that Pitboss created is told as new', async () => {
    const { world, turns } = await created();
    world.workspace.siteOf.set('new', 'site-c');
    world.workspace.idOf.set('new', '9');
    expect(await onlyFinding({ world, turns })).toMatchObject({
      before: null,
      after: { id: '9', siteId: 'site-c' },
    });
  });

  test('that is moved back and renamed is told with both', async () => {
    const { world, turns } = await moved();
    const { siteOf, idOf } = world.workspace;
    const id = idOf.get('main');
    if (id === undefined) throw new Error('no id');
    for (const map of [siteOf, idOf]) map.delete('main');
    siteOf.set('other', 'site-a');
    idOf.set('other', id);
    expect(await turns(8)).toEqual([]);
    expect(await onlyFinding({ world, turns })).toMatchObject({
      before: { subaccount: 'main', siteId: 'site-b' },
      after: { subaccount: 'other', siteId: 'site-a' },
    });
  });
});
