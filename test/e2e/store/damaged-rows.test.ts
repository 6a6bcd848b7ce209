import Database from 'libsql';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';

/** One row of one server, altered by the disk or a hand: that server finds a way out. */

let house: World;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
afterAll(() => house.close());

/** One statement beside the running bot. */
function alter(sql: string, ...values: unknown[]): void {
  const file = new Database(join(house.dataDir, 'data', 'pitboss.sqlite'));
  try {
    expect(file.prepare(sql).run(...values).changes).toBe(1);
  } finally {
    file.close();
  }
}

const overwrite = (space: string, { guild }: Pick<World, 'guild'>, value: string) =>
  alter('update entries set value = ? where space = ? and key = ?', value, space, guild.id);

const drop = (space: string, { guild }: Pick<World, 'guild'>) =>
  alter('delete from entries where space = ? and key = ?', space, guild.id);

describe('a damaged API key', () => {
  test.each([
    ['of another letter', (sealed: string) => sealed.replace(/"data":"(.)/, '"data":"_$1')],
    ['cut', (sealed: string) => sealed.slice(0, 40)],
  ])(
    '%s: changes can be frozen and cancelled, and the key connected again',
    async (_what, damage) => {
      const world = await changeWorld(house);
      const card = await world.askToMove();
      const file = new Database(join(house.dataDir, 'data', 'pitboss.sqlite'));
      const row = file
        .prepare('select value from entries where space = ? and key = ?')
        .get('guild-keys', world.guild.id);
      file.close();
      overwrite('guild-keys', world, damage(z.object({ value: z.string() }).parse(row).value));
      const admin = world.as('admin');
      await eventually(async () =>
        expect(shown(await ask(world.as('viewer'), 'balances'))).toContain('saved key is damaged'),
      );
      expect(shown(await ask(admin, 'setup check'))).toMatch(/API key[^]*damaged/);
      expect(shown(await ask(admin, 'setup show'))).toMatch(/API key/);
      await ask(world.as('manager'), 'changes freeze', { reason: 'the key' });
      await ask(admin, 'changes unfreeze', { reason: 'the key' });
      await (await world.as('manager').click(card, idOf(card, 'Cancel'))).settled();
      await eventually(() => expect(world.card(card)).toContain('Cancelled'));
      expect(shown(await world.connect(world.key))).toContain('The pool accepted the key');
      const again = await world.askToMove();
      await confirm(world, 'manager', again);
      await eventually(() => expect(world.card(again)).toContain('Sent'));
    },
  );

  test('can be deleted', async () => {
    const world = await changeWorld(house);
    overwrite('guild-keys', world, '{"value":');
    const question = await ask(world.as('admin'), 'setup disconnect');
    expect(shown(question)).toContain('the damaged API key');
    const done = await world.as('admin').click(question, idOf(question, 'Delete key'));
    expect(shown(await done.settled())).toContain('are deleted');
  });
});

describe('settings', () => {
  test.each([
    ['damaged', (world: ChangeWorld) => overwrite('guild-settings', world, '{"value":{"cur')],
    [
      'of another shape',
      (world: ChangeWorld) => overwrite('guild-settings', world, '{"value":[1]}'),
    ],
    ['lost', (world: ChangeWorld) => drop('guild-settings', world)],
  ])('that are %s are taken from the trail, and nobody gains a right', async (_what, damage) => {
    const world = await changeWorld(house);
    await ask(world.as('admin'), 'setup defaults', { timezone: 'Europe/Berlin' });
    const role = [...world.guild.roles.values()].find(({ name }) => name === 'Managers');
    await ask(world.as('admin'), 'setup roles', { viewer: role?.id ?? '' });
    await house.bot.stop();
    damage(world);
    await house.start();
    const [first, settings] = [
      shown(await ask(world.as('viewer'), 'summary')),
      shown(await ask(world.as('admin'), 'setup show')),
    ];
    expect(first).toContain('You need another role');
    expect(settings).toContain('Europe/Berlin');
    expect(shown(await ask(world.as('admin'), 'setup check'))).toContain('Daily post');
  });
});

test.each([
  ['daily-schedules', '{"value":[1]}', 'Daily posts'],
  ['alert-rules', '{"value":"x"}', 'Alerts'],
])('damaged %s fail their own check alone, and can be deleted', async (space, value, what) => {
  const world = await changeWorld(house);
  await ask(world.as('admin'), 'daily set', { time: '08:00', timezone: 'UTC' });
  await ask(world.as('admin'), 'alerts channel', {});
  overwrite(space, world, value);
  const admin = world.as('admin');
  const check = shown(await ask(admin, 'setup check'));
  expect(check).toContain(`damaged and can’t be read (\`${space}\`)`);
  expect(check).toContain(what);
  expect(check).toContain('Audit trail');
  const question = await ask(admin, 'setup disconnect');
  const done = await (await admin.click(question, idOf(question, 'Delete key'))).settled();
  expect(shown(done)).toContain('are deleted');
  await world.connect(world.key);
  expect(shown(await ask(admin, 'setup check'))).not.toContain('damaged');
});

describe.each([
  ['daily-schedules', '{"value":[{"id'],
  ['alert-rules', '{"value":[{"id'],
])('cut %s', (space, value) => {
  async function damagedWorld(): Promise<World> {
    // With default settings, so that nothing else is left.
    const world = house.neighbour();
    await world.connect();
    await ask(world.as('admin'), 'daily set', { time: '08:00', timezone: 'UTC' });
    await ask(world.as('admin'), 'alerts channel', {});
    overwrite(space, world, value);
    return world;
  }

  test('can be deleted though the key is gone', async () => {
    const world = await damagedWorld();
    const admin = world.as('admin');
    drop('guild-keys', world);
    const question = await ask(admin, 'setup disconnect');
    expect(shown(question)).not.toContain('nothing was done');
    const done = await (await admin.click(question, idOf(question, 'Delete the rest'))).settled();
    expect(shown(done)).toContain(
      'no key to delete; the settings, daily posts and kept figures are gone',
    );
    expect(shown(await ask(admin, 'setup disconnect'))).toContain('No pool workspace connected');
    await world.connect(world.key);
    expect(shown(await ask(admin, 'setup check'))).not.toContain('damaged');
  });

  test('keep nobody from being told that a new key is in force', async () => {
    const world = await damagedWorld();
    const { key } = house.pool.addWorkspace({ seed: 55 });
    const reply = shown(await world.connect(key));
    expect(reply).toContain('The pool accepted the key');
    expect(reply).not.toContain('nothing was done');
  });
});
