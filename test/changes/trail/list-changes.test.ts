import { beforeEach, expect, test } from 'vitest';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** Which changes a list shows. */

let world: ChangesHarness;

beforeEach(() => {
  world = createChangesHarness({ checkpointEvery: 4 });
});

async function cancelled() {
  const { change } = await world.askToMove();
  await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
}

const numbers = async (wanted: Parameters<ChangesHarness['changes']['list']>[1]) =>
  (await world.changes.list(GUILD, wanted)).map(({ number }) => number);

test('open: what waits, and what nobody has checked yet', async () => {
  await cancelled();
  world.workspace.faults.nextWrites = ['timeout'];
  const { change: unknown } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(unknown, PEOPLE.manager));
  await cancelled().catch(() => undefined);
  expect(await numbers({ openAt: world.clock.time })).toEqual([2]);
  await pressOn(world.changes).resolve(world.click(unknown, PEOPLE.manager), 'looked');
  expect(await numbers({ openAt: world.clock.time })).toEqual([]);
  world.workspace.siteOf.set('main', 'site-a');
  await world.askToMove();
  expect(await numbers({ openAt: world.clock.time })).toEqual([3]);
  expect(await numbers({ openAt: world.clock.time, state: 'unknown' })).toEqual([]);
  await reconcileFor(world, 16 * 60_000);
  expect(await numbers({ openAt: world.clock.time })).toEqual([]);
});

test('mine: of one person alone, page by page, also what ended long ago', async () => {
  for (let each = 0; each < 3; each++) await cancelled();
  const asking = {
    kind: 'subaccount-move',
    input: { name: 'main', site: { id: 'site-b', name: 'Site B' } },
  };
  const others = await world.ask(world.changes, { ...asking, member: PEOPLE.second });
  await pressOn(world.changes).cancel(world.click(others, PEOPLE.manager));
  await cancelled();
  const requester = PEOPLE.manager.userId;
  expect(await numbers({ requester })).toEqual([5, 3, 2, 1]);
  expect(await numbers({ requester, after: 1, most: 2 })).toEqual([3, 2]);
  expect(await numbers({ requester: PEOPLE.second.userId })).toEqual([4]);
});
