import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';
import { KEY } from '../fakes/settings-harness.js';
import {
  findings,
  KNOWN,
  listAs,
  moveMain,
  OTHER,
  payTo,
  THIRD,
  watched,
} from '../../alerts/external-changes/watched.js';

/** What a change of Pitboss explains, and for how long. */

const HOUR = 3_600_000;

test('a change whose undoing was told is not even perhaps the same one made later', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const change = await moveMain(world);
  await reconcileFor(world, 20_000);
  expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  // Undone at the pool before the next look, and done again by somebody much later.
  world.workspace.siteOf.set('main', 'site-a');
  expect(await turns(40)).toHaveLength(1);
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(12)).toHaveLength(1);
  const told = await findings(world);
  expect(told.map(({ details }) => details.perhapsBy)).toEqual([undefined, undefined]);
});

test('nor is it any more once somebody else’s was told', async () => {
  const { world, turns } = await watched();
  await turns(8);
  await payTo(world, OTHER);
  listAs(world, OTHER, 'ACTIVE');
  await reconcileFor(world, 20_000);
  expect(await turns(20)).toEqual([]);
  for (const address of [THIRD, OTHER]) {
    listAs(world, address, 'ACTIVE');
    expect(await turns(20)).toHaveLength(1);
  }
  const told = await findings(world);
  expect(told.map(({ details }) => details.perhapsBy)).toEqual([undefined, undefined]);
});

test('what is undone and done again between two looks isn’t seen', async () => {
  const { world, turns } = await watched();
  await turns(8);
  await payTo(world, OTHER);
  listAs(world, OTHER, 'ACTIVE');
  await reconcileFor(world, 5_000);
  listAs(world, KNOWN, 'ACTIVE');
  expect(await turns(5)).toEqual([]);
  listAs(world, OTHER, 'ACTIVE');
  expect(await turns(4)).toEqual([]);
});

test('one look at a lagging server makes nobody else’s of it', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  await moveMain(world);
  await reconcileFor(world, 20_000);
  world.workspace.siteOf.set('main', 'site-a');
  world.pass(300_000);
  expect(await look()).toMatchObject({ occurrences: [] });
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(12)).toEqual([]);
});

test('nobody looked for hours: then it is only perhaps its own', async () => {
  const { world, turns } = await watched();
  await turns(8);
  await moveMain(world);
  await reconcileFor(world, 20_000);
  world.pass(5 * HOUR);
  const later = await watched(world, world.start());
  expect(await later.turns(12)).not.toEqual([]);
  expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
});

test('times of a clock that has gone back make nobody else’s of it', async () => {
  const world = createChangesHarness();
  world.clock.time += 24 * HOUR;
  const ahead = await watched(world);
  await ahead.turns(8);
  world.clock.time -= 24 * HOUR;
  const { turns } = await watched(world, world.start());
  await turns(8);
  await moveMain(world);
  await reconcileFor(world, 20_000);
  expect(await turns(12)).toEqual([]);
});

test('an effect that shows before the pool’s answer waits for it', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const append = world.store.append.bind(world.store);
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  world.store.append = async (stream, seq, entry) => {
    if (entry.includes('"step":"reported"')) await answered;
    return append(stream, seq, entry);
  };
  const moving = moveMain(world);
  await expect.poll(() => world.workspace.siteOf.get('main')).toBe('site-b');
  expect(await turns(7)).toEqual([]);
  answer();
  await moving;
  await reconcileFor(world, 20_000);
  expect(await turns(12)).toEqual([]);
  expect(await findings(world)).toEqual([]);
});

test.each([
  [
    'requested',
    (world: ChangesHarness, change: Change) =>
      pressOn(world.changes).cancel(world.click(change, PEOPLE.manager)),
  ],
  [
    'sent',
    (world: ChangesHarness, change: Change) =>
      pressOn(world.changes).confirm(world.click(change, PEOPLE.manager)),
  ],
])('an approval is told on its card, however many changes were %s since', async (_, end) => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.requiresApproval = true;
  world.workspace.appliesAtOnce = false;
  const { messageId } = await payTo(world, OTHER);
  for (let each = 0; each < 101; each++) {
    const { change } = await world.askToMove();
    await end(world, change);
  }
  await reconcileFor(world, 2 * HOUR);
  listAs(world, OTHER, 'ACTIVE');
  expect(await turns(8)).toEqual([]);
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Done: the pool lists it as “ACTIVE”');
});

describe('that somebody else asks the pool for an approval is told', () => {
  async function sent() {
    const world = createChangesHarness();
    world.workspace.requiresApproval = true;
    world.workspace.appliesAtOnce = false;
    const { turns } = await watched(world);
    await turns(8);
    return { world, turns };
  }

  async function toldOfWaiting({ world, turns }: Awaited<ReturnType<typeof sent>>, after: number) {
    expect(await turns(after)).toEqual([]);
    listAs(world, KNOWN, 'PENDING_APPROVAL');
    const told = await turns(4);
    expect(told).toMatchObject([{ facts: { perhapsBy: 1 } }]);
  }

  test('after a change that isn’t in force', async () => {
    const harness = await sent();
    await payTo(harness.world, OTHER);
    listAs(harness.world, KNOWN, 'PENDING_APPROVAL');
    await harness.turns(4);
    listAs(harness.world, KNOWN, 'ACTIVE');
    await harness.turns(4);
    expect(await harness.world.steps()).toContain('lapsed');
    await toldOfWaiting(harness, 20);
    // And that it no longer does.
    listAs(harness.world, KNOWN, 'ACTIVE');
    expect(await harness.turns(4)).toMatchObject([{ facts: { perhapsBy: 1, waiting: 'ends' } }]);
  });

  test('after one of unknown outcome that somebody has checked', async () => {
    const harness = await sent();
    harness.world.workspace.faults.nextWrites.push('timeout');
    const { change } = await payTo(harness.world, OTHER);
    const click = harness.world.click(change, PEOPLE.second);
    await pressOn(harness.world.changes).resolve(click, 'it was not done');
    await toldOfWaiting(harness, 1);
  });

  test('long after one that was sent', async () => {
    const harness = await sent();
    await payTo(harness.world, OTHER);
    await toldOfWaiting(harness, 20);
  });

  test('after one that was requested with another key', async () => {
    const harness = await sent();
    await payTo(harness.world, OTHER);
    const { changes, guilds, clock } = harness.world;
    guilds.now = clock.now();
    await changes.settings.connectKey({ guildId: GUILD, member: PEOPLE.admin }, KEY);
    await toldOfWaiting(harness, 6);
  });
});
