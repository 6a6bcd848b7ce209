import { expect, test } from 'vitest';
import { createWorld, GUILD, PEOPLE, sweepFor } from './fakes/world.js';

test('a subaccount is observed under the id that the pool answered with, and no other', async () => {
  const world = createWorld();
  const input = { name: 'new', site: { id: 'site-b', name: 'Site B' } };
  const asked = { kind: 'subaccount-create', input, member: PEOPLE.manager };
  const change = await world.ask(world.changes, asked);
  const ended = await world.changes.confirm(world.click(change, PEOPLE.manager));
  expect(ended).toMatchObject({ state: 'reported', answer: { id: '7' } });
  const isObserved = async () =>
    (await world.changes.find(GUILD, change.id))?.observed !== undefined;
  world.workspace.idOf.set('new', '8');
  await sweepFor(world, 60_000);
  expect(await isObserved()).toBe(false);
  world.workspace.idOf.set('new', '7');
  await sweepFor(world, 30 * 60_000);
  expect(await isObserved()).toBe(true);
});

test('a move is observed of the subaccount that was shown, and no other of its name', async () => {
  const world = createWorld();
  world.workspace.idOf.set('main', '41203');
  const { change } = await world.askToMove();
  await world.changes.confirm(world.click(change, PEOPLE.manager));
  const isObserved = async () =>
    (await world.changes.find(GUILD, change.id))?.observed !== undefined;
  world.workspace.idOf.set('main', '99999');
  await sweepFor(world, 60_000);
  expect(await isObserved()).toBe(false);
  world.workspace.idOf.set('main', '41203');
  await sweepFor(world, 30 * 60_000);
  expect(await isObserved()).toBe(true);
});
