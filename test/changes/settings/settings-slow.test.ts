import { beforeEach, expect, test } from 'vitest';
import { entriesOf, setCurrency } from '../fakes/settings-rig.js';
import { createWorld, GUILD, type World } from '../fakes/world.js';

/** A store that is slow, as with a file that other programs lock again and again. */

let world: World;

beforeEach(async () => {
  world = createWorld();
  await setCurrency(world, 'BTC');
});

const lastTold = async () =>
  (await entriesOf(world)).flatMap((entry) =>
    entry.step === 'set'
      ? entry.details.changed.filter(({ what }) => what === 'currency').map(({ after }) => after[0])
      : [],
  );

test('a setting for which the turn may not last is not made', async () => {
  const append = world.store.append.bind(world.store);
  const settings = world.guilds.settings.bind(world.guilds);
  world.guilds.settings = async (guildId) => {
    world.pass(2_500);
    return settings(guildId);
  };
  let appended = 0;
  world.store.append = (...args) => {
    appended++;
    return append(...args);
  };
  await expect(setCurrency(world, 'ZEC')).rejects.toThrow('Nothing was changed');
  expect((await settings(GUILD)).currency).toBe('BTC');
  expect(appended).toBe(0);
});

test('who was held up past their turn enters nothing over what another set meanwhile', async () => {
  const other = { changes: world.start() };
  const settings = world.guilds.settings.bind(world.guilds);
  let isSet = false;
  const update = world.guilds.update.bind(world.guilds);
  world.guilds.update = async (guildId, change) => {
    const set = await update(guildId, change);
    isSet = true;
    return set;
  };
  world.guilds.settings = async (guildId) => {
    const read = await settings(guildId);
    if (!isSet) return read;
    // Between what is read for the entry and the entry: the turn runs out, and another has theirs.
    world.guilds.settings = settings;
    world.pass(20_000);
    await setCurrency({ ...world, ...other }, 'BTC');
    return read;
  };
  await setCurrency(world, 'ZEC');
  expect((await settings(GUILD)).currency).toBe('BTC');
  expect(await lastTold()).toEqual(['ZEC', 'BTC']);
});
