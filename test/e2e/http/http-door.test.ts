import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { ask, type World } from '../world.js';
import { callbacksOf, postsOf, startHttpWorld } from './http-world.js';

let house: World;
let world: ChangeWorld;
beforeAll(async () => {
  house = await startHttpWorld();
  await house.start();
  world = await changeWorld(house);
}, 60_000);
afterAll(() => house.close());

test('opens no gateway', () => {
  expect(house.discord.connections.upgrades).toBe(0);
  expect(house.discord.refusals).toEqual([]);
});

test('a read is answered, in the body of the answer where it is ready in time', async () => {
  expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  await eventually(async () => {
    const help = await world.as('viewer').command('help');
    expect(shown(await help.settled())).toContain('/summary');
    expect(postsOf(house, help.interactionId)).toMatchObject([{ status: 200, answered: true }]);
    expect(callbacksOf(house, help.interactionId)).toEqual([]);
  });
});

test('an answer with files goes to the callback', async () => {
  const revenue = await world.as('viewer').command('revenue');
  expect((await revenue.settled()).attachments.length).toBeGreaterThan(0);
  await eventually(() =>
    expect(postsOf(house, revenue.interactionId)).toMatchObject([{ status: 202, answered: false }]),
  );
  expect(callbacksOf(house, revenue.interactionId)).toHaveLength(1);
});

test('choices are offered while one types', async () => {
  const { subaccount } = world.elsewhere();
  const choices = await world
    .as('manager')
    .complete('subaccount move', { subaccount: subaccount.slice(0, 2) }, 'subaccount');
  expect(choices.map(({ name }) => name).join()).toContain(subaccount);
});

test('a form opens in the body, and what it changes is acknowledged at the callback', async () => {
  const there = house.neighbour();
  const opened = await there.as('admin').command('setup key');
  expect(opened.modal).not.toBeNull();
  expect(postsOf(house, opened.interactionId)).toMatchObject([{ status: 200, answered: true }]);
  const submitted = await there.as('admin').submit(opened, { key: there.key });
  expect(shown(await submitted.settled())).toContain('# Connected');
  await eventually(() =>
    expect(postsOf(house, submitted.interactionId)).toMatchObject([{ status: 202 }]),
  );
  expect(callbacksOf(house, submitted.interactionId)).toMatchObject([{ status: 204 }]);
});

test('a move is previewed, confirmed and sent once, though the click is delivered twice', async () => {
  const card = await world.askToMove();
  expect(world.writes()).toEqual([]);
  house.discord.faults.deliveries = 2;
  const clicked = await confirm(world, 'manager', card);
  house.discord.faults.deliveries = 1;
  await eventually(() => expect(world.card(card)).toContain('Sent once; the pool answered'));
  expect(world.writes()).toHaveLength(1);
  await eventually(() =>
    expect(postsOf(house, clicked.interactionId).map(({ status }) => status)).toEqual([202, 202]),
  );
  expect(callbacksOf(house, clicked.interactionId)).toHaveLength(1);
  expect(
    (await world.trail()).map(({ step }) => step).filter((step) => step === 'sent'),
  ).toHaveLength(1);
});

test('nothing that it sent was refused', () => {
  expect(house.discord.refusals).toEqual([]);
});
