import { expect, test } from 'vitest';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

test('a subaccount is observed under the id that the pool answered with, and no other', async () => {
  const world = createChangesHarness();
  const input = { name: 'new', site: { id: 'site-b', name: 'Site B' } };
  const asked = { kind: 'subaccount-create', input, member: PEOPLE.manager };
  const change = await world.ask(world.changes, asked);
  const ended = await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  expect(ended).toMatchObject({ state: 'reported', answer: { id: '7' } });
  const isObserved = async () =>
    (await world.changes.find(GUILD, change.id))?.observed !== undefined;
  // Not by its name alone.
  world.workspace.idOf.delete('new');
  await reconcileFor(world, 15_000);
  expect(await isObserved()).toBe(false);
  world.workspace.idOf.set('new', '8');
  await reconcileFor(world, 60_000);
  expect(await isObserved()).toBe(false);
  world.workspace.idOf.set('new', '7');
  await reconcileFor(world, 30 * 60_000);
  expect(await isObserved()).toBe(true);
});

test('a move is observed of the subaccount that was shown, and no other of its name', async () => {
  const world = createChangesHarness();
  world.workspace.idOf.set('main', '41203');
  const { change } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  const isObserved = async () =>
    (await world.changes.find(GUILD, change.id))?.observed !== undefined;
  world.workspace.idOf.delete('main');
  await reconcileFor(world, 15_000);
  expect(await isObserved()).toBe(false);
  world.workspace.idOf.set('main', '99999');
  await reconcileFor(world, 60_000);
  expect(await isObserved()).toBe(false);
  world.workspace.idOf.set('main', '41203');
  await reconcileFor(world, 30 * 60_000);
  expect(await isObserved()).toBe(true);
});

test('what two processes see at once is observed once', async () => {
  const world = createChangesHarness();
  world.workspace.idOf.set('main', '41203');
  const { change } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  const other = world.start();
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    if (!entry.includes('"step":"observed"')) return append(stream, seq, entry);
    world.store.append = append;
    await other.reconcile();
    await other.idle();
    return append(stream, seq, entry);
  };
  await reconcileFor(world, 60_000);
  expect((await world.steps()).filter((step) => step === 'observed')).toHaveLength(1);
});

/** Requests a change and confirms it; returns what is known an hour later. */
async function observedOf(
  world: ChangesHarness,
  asked: { readonly kind: string; readonly input: unknown },
) {
  const change = await world.ask(world.changes, { ...asked, member: PEOPLE.second });
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await reconcileFor(world, 60 * 60_000);
  const ended = await world.changes.find(GUILD, change.id);
  if (ended === null) throw new Error('the change is gone');
  const card = JSON.stringify((await world.changes.card(GUILD, ended)).embeds);
  return { state: ended.state, isObserved: ended.observed !== undefined, card };
}

const NOT_LOOKED_FOR = 'Pitboss can’t watch for it: no id of it can be relied on';

test('without an id of what was created or moved, nothing is observed by its name', async () => {
  const site = { id: 'site-b', name: 'Site B' };
  const create = { kind: 'subaccount-create', input: { name: 'new', site } };
  const move = { kind: 'subaccount-move', input: { name: 'main', site } };
  const nameless = createChangesHarness();
  nameless.workspace.idOf.delete('main');
  const unknown = createChangesHarness();
  unknown.workspace.faults.nextWrites.push('500-after-effect');
  const noId = createChangesHarness();
  noId.workspace.answersWithId = false;
  for (const [world, asked, state] of [
    [nameless, move, 'reported'],
    [unknown, create, 'unknown'],
    [noId, create, 'reported'],
  ] as const) {
    world.workspace.idOf.set('new', '7');
    const seen = await observedOf(world, asked);
    expect(seen).toMatchObject({ state, isObserved: false });
    expect(seen.card).toContain(NOT_LOOKED_FOR);
  }
});

test('payment settings are observed of the subaccount shown, or by its name where none were', async () => {
  const settings = { payment_frequency: 'DAILY', addresses: [] };
  const input = { currency: 'BTC', subaccount: 'main', settings };
  const first = createChangesHarness();
  expect(await observedOf(first, { kind: 'payment-settings', input })).toMatchObject({
    isObserved: true,
  });
  const present = {
    payment_frequency: 'WEEKLY',
    day_of_week: 'MONDAY',
    status: 'ACTIVE',
    balance: 0,
    addresses: [],
  };
  const shown = createChangesHarness();
  shown.workspace.payments.set('BTC main', present);
  expect(await observedOf(shown, { kind: 'payment-settings', input })).toMatchObject({
    isObserved: true,
  });
  const nameless = createChangesHarness();
  nameless.workspace.idOf.delete('main');
  nameless.workspace.payments.set('BTC main', present);
  const seen = await observedOf(nameless, { kind: 'payment-settings', input });
  expect(seen.isObserved).toBe(false);
  expect(seen.card).toContain(NOT_LOOKED_FOR);
});
