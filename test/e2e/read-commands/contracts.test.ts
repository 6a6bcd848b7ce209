import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { idOf, shown, valuesOf } from '../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../world.js';

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld();
});
afterEach(() => {
  world.pool.deviations.clear();
  expect(world.discord.refusals).toEqual([]);
});
afterAll(() => world.close());

test('one contract is chosen from a menu below the list, where the pool gives ids', async () => {
  expect(shown(await ask(world.as('viewer'), 'derivatives contracts'))).not.toContain('Show one');
  const there = world.neighbour();
  await there.connect();
  world.pool.deviations.add('contract-ids');
  const list = await ask(there.as('viewer'), 'derivatives contracts');
  expect(shown(list)).toMatch(/Show one contract: (BUY|SELL) [\d.]+ PH\/s · \d+ \w+ – \d+ \w+ · /);
  const [id = ''] = valuesOf(list, 'Show one contract');
  const one = await settledOf(
    there.as('viewer').select(list, idOf(list, 'Show one contract'), [id]),
  );
  expect(one.ephemeralFor).toBe(there.people.viewer.id);
  expect(shown(one)).toContain(id);
});

test('a contract and a fleet action are suggested in words, found by any of them', async () => {
  const { derivatives, fleetActions } = world.pool.workspaceOf(world.key);
  const [contract] = derivatives.contracts('BTC');
  const [action = ''] = fleetActions.ids;
  await ask(world.as('viewer'), 'derivatives contract', { id: contract?.id ?? '' });
  await ask(world.as('viewer'), 'action status', { id: action });
  const contracts = await world
    .as('viewer')
    .complete('derivatives contract', { id: `ph/s ${contract?.side.toLowerCase() ?? ''}` }, 'id');
  expect(contracts).toEqual([
    { name: expect.stringMatching(/^(BUY|SELL) [\d.]+ PH\/s · /), value: contract?.id },
  ]);
  const actions = await world.as('viewer').complete('action status', { id: 'miners' }, 'id');
  expect(actions).toEqual([{ name: expect.stringMatching(/ · [\d,]+ miners · /), value: action }]);
});
