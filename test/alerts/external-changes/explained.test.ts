import { expect, test } from 'vitest';
import { GUILD, reconcileFor } from '../../changes/fakes/changes-harness.js';
import { watched, findings, moveMain } from './watched.js';

test('a change that a later one has undone explains nothing for certain', async () => {
  const { world, turns } = await watched();
  await turns(8);
  for (const id of ['site-b', 'site-a']) {
    await moveMain(world, id);
  }
  await reconcileFor(world, 60_000);
  expect(await turns(8)).toEqual([]);
  world.pass(5 * 3_600_000);
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(8)).toHaveLength(1);
  // Its own approval may have come only now.
  expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
});

test('a change that was seen and that a later one has undone is not even perhaps the cause', async () => {
  const { world, turns } = await watched();
  await turns(8);
  for (const id of ['site-b', 'site-a']) {
    const change = await moveMain(world, id);
    await reconcileFor(world, 60_000);
    expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  }
  expect(await turns(8)).toEqual([]);
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(8)).toHaveLength(1);
  expect((await findings(world))[0]?.details.perhapsBy).toBeUndefined();
});

test('a change of a subaccount whose name another has taken explains nothing of that one', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.appliesAtOnce = false;
  await moveMain(world);
  world.workspace.idOf.set('main', '41202').set('spare', '41201');
  await turns(8);
  const before = (await findings(world)).length;
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(8)).toHaveLength(1);
  expect((await findings(world))[before]?.details.perhapsBy).toBeUndefined();
});

test('a change of Pitboss explains it, and an approval days later is told on its card', async () => {
  const { world, turns } = await watched();
  await turns(8);
  world.workspace.appliesAtOnce = false;
  const change = await moveMain(world);
  await reconcileFor(world, 3 * 3_600_000);
  world.pass(3 * 86_400_000);
  expect(await turns(12)).toEqual([]);
  expect((await world.changes.find(GUILD, change.id))?.observed).toBeUndefined();
  // Somebody approves it in the pool's console.
  world.workspace.siteOf.set('main', 'site-b');
  expect(await turns(12)).toEqual([]);
  expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  // Then somebody moves it on.
  world.workspace.siteOf.set('main', 'site-c');
  expect(await turns(12)).toHaveLength(1);
});

test.each(['REJECTED', 'FAILED', 'CANCELLED', 'EXPIRED'])(
  'a change that the pool answered with %s hides nothing that is done by hand',
  async (status) => {
    const { world, turns } = await watched();
    await turns(8);
    Object.assign(world.workspace, { appliesAtOnce: false, actionStatus: status });
    await moveMain(world);
    await turns(8);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(12)).toHaveLength(1);
    expect((await findings(world))[0]?.details.perhapsBy).toBe(1);
  },
);
