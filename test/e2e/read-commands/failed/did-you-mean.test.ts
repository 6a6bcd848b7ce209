import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shown } from '../../shown.js';
import { ask, startConnectedWorld, type World } from '../../world.js';

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld();
});
afterEach(() => {
  world.pool.faults.forbiddenSubaccounts.clear();
  expect(world.discord.refusals).toEqual([]);
});
afterAll(() => world.close());

const MEANT = 'Did you mean `pecos-flats-air`, not `pecos-flat-air`?';

test.each(['summary', 'revenue', 'dev-fee', 'payment-settings list'])(
  '/%s: a subaccount that is misspelt is met with the one that was meant',
  async (path) => {
    const text = shown(await ask(world.as('viewer'), path, { subaccounts: 'pecos-flat-air' }));
    expect(text).toContain('(403)');
    expect(text).toContain(MEANT);
  },
);

test('beside others, whose figures are shown', async () => {
  const subaccounts = 'pecos-flats-hydro, pecos-flat-air';
  const text = shown(await ask(world.as('viewer'), 'summary', { subaccounts }));
  expect(text).toContain('# Pool summary');
  expect(text).toContain(MEANT);
});

test('one that the pool lists and refuses is not taken for another', async () => {
  world.pool.faults.forbiddenSubaccounts.add('pecos-flats-air');
  const asked = { subaccounts: 'pecos-flats-air', currency: 'LTC_DOGE' };
  const text = shown(await ask(world.as('viewer'), 'summary', asked));
  expect(text).toContain('(403)');
  expect(text).not.toContain('Did you mean');
});

test('a change is refused, and nothing is chosen for the person', async () => {
  const before = world.pool.requests.length;
  const [site] = await world.as('admin').complete('subaccount move', { site: '' }, 'site');
  const moved = await ask(world.as('admin'), 'subaccount move', {
    subaccount: 'pecos-flat-air',
    site: site?.name ?? '',
  });
  expect(shown(moved)).toContain('Did you mean `pecos-flats-air`?');
  expect(shown(moved)).not.toContain('[Confirm');
  const defaults = await ask(world.as('admin'), 'setup defaults', {
    subaccounts: 'pecos-flat-air',
  });
  expect(shown(defaults)).toContain(MEANT);
  const since = world.pool.requests.slice(before);
  expect(since.every(({ method }) => method === 'GET')).toBe(true);
});
