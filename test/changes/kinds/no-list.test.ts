import { beforeEach, describe, expect, test } from 'vitest';
import { PoolUnreadable } from '../../../src/domain/errors/pool-errors.js';
import {
  createChangesHarness,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** A change may rest on "the pool lists none", but not on "the pool gave no list". */
let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

const move = { name: 'main', site: { id: 'site-b', name: 'Site b' } };
const settings = {
  payment_frequency: 'DAILY',
  addresses: [
    {
      address_name: 'cold',
      external_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      revenue_allocation: 100,
    },
  ],
};

describe('while the pool gives no list', () => {
  test.each([
    ['subaccount-move', move],
    ['subaccount-create', { ...move, name: 'new' }],
    ['payment-settings', { currency: 'BTC', subaccount: 'main', settings }],
  ])('%s is not previewed as of a present that nobody saw', async (kind, input) => {
    world.workspace.faults.listsAreNull = true;
    const asked = world.ask(world.changes, { kind, input, member: PEOPLE.manager });
    await expect(asked).rejects.toBeInstanceOf(PoolUnreadable);
  });

  test('a confirmed change is not taken for drifted; it waits, and nothing is sent', async () => {
    const { change } = await world.askToMove();
    world.workspace.faults.listsAreNull = true;
    await expect(
      pressOn(world.changes).confirm(world.click(change, PEOPLE.manager)),
    ).rejects.toThrow(/nothing was sent and the change still waits/);
    world.workspace.faults.listsAreNull = false;
    expect((await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager))).state).toBe(
      'reported',
    );
  });
});
