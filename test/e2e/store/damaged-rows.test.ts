import Database from 'libsql';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, startConnectedWorld, startWorld, type World } from '../world.js';
import {
  auditedWorld,
  changeWorld,
  confirm,
  told,
  type ChangeWorld,
} from '../changes/change-world.js';

/** One row of one server, altered by the disk or a hand: that server finds a way out. */

let house: World;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
afterAll(() => house.close());

/** One statement beside the running bot. */
function alterIn(world: World, sql: string, ...values: unknown[]): void {
  const file = new Database(join(world.dataDir, 'data', 'pitboss.sqlite'));
  try {
    expect(file.prepare(sql).run(...values).changes).toBe(1);
  } finally {
    file.close();
  }
}

const alter = (sql: string, ...values: unknown[]) => alterIn(house, sql, ...values);

/** As it is stored; empty if it isn't there. */
function rowOf(space: string, key: string, world: World = house): string {
  const file = new Database(join(world.dataDir, 'data', 'pitboss.sqlite'), { readonly: true });
  try {
    const row = file
      .prepare('select value from entries where space = ? and key = ?')
      .get(space, key);
    return z.object({ value: z.string() }).safeParse(row).data?.value ?? '';
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

describe('rows that nobody set', () => {
  const CUT = '{"value":{"se';

  /** Written while no bot runs, which then starts. */
  async function startWith(
    [space, key]: readonly [space: string, key: string],
    value: string,
    meanwhile: () => unknown = () => undefined,
  ): Promise<void> {
    await house.bot.stop();
    meanwhile();
    alter('insert or replace into entries (space, key, value) values (?, ?, ?)', space, key, value);
    await house.start();
  }

  test.each([CUT, '{"value":[1]}'])(
    'how far the audit channel was told (%s): the channel itself tells, and nothing is told twice',
    async (value) => {
      const { world, audit } = await auditedWorld(house);
      const posts = () => world.discord.messages(audit).map((each) => shown(each));
      await confirm(world, 'manager', await world.askToMove('manager', 0));
      await eventually(() => expect(posts().join('\n')).toContain('saw #1'));
      await startWith(['audit-posted', world.guild.id], value);
      await confirm(world, 'manager', await world.askToMove('manager', 1));
      await eventually(() => expect(posts().join('\n')).toContain('saw #2'));
      const refs = posts().flatMap((each) =>
        [...each.matchAll(/· entry (\d+) ·/g)].map(([, n]) => n),
      );
      expect(new Set(refs).size).toBe(refs.length);
    },
  );

  test.each([CUT, '{"value":null}'])(
    'where a card stands (%s): its change can be shown and cancelled, and isn’t confirmed',
    async (value) => {
      const world = await changeWorld(house);
      const card = await world.askToMove();
      await eventually(() =>
        expect(
          rowOf('change-cards', `${world.guild.id}:${idOf(card, 'Cancel').split(':')[1]}`),
        ).toContain(card.id),
      );
      alter(
        "update entries set value = ? where space = 'change-cards' and key like ?",
        value,
        `${world.guild.id}:%`,
      );
      const manager = world.as('manager');
      expect(shown(await ask(manager, 'changes list', {}))).not.toContain('damaged (');
      const refused = await confirm(world, 'manager', card);
      await eventually(() => expect(told(refused)).toContain('confirmed and sent nothing'));
      await eventually(() => expect(world.card(card)).toContain('can no longer be confirmed'));
      expect(shown(await ask(manager, 'changes show', { id: '1' }))).not.toContain('undefined');
      await (await manager.click(world.now(card), idOf(world.now(card), 'Cancel'))).settled();
      await eventually(() => expect(world.card(card)).toContain('Cancelled'));
      expect(world.writes()).toEqual([]);
    },
  );

  test.each([CUT, '{"value":"x"}', '{}'])(
    'since when a server is missing (%s): its seven days start over',
    async (value) => {
      const world = await changeWorld(house);
      const from = house.log.length;
      await startWith(['missing-guilds', world.guild.id], value, () =>
        world.discord.removeBot(world.guild.id),
      );
      await eventually(() =>
        expect(rowOf('missing-guilds', world.guild.id)).toMatch(/"since":\d+/),
      );
      expect(rowOf('guild-keys', world.guild.id)).toContain('sealed');
      expect(house.log.slice(from).join('\n')).not.toContain('forgot a guild');
    },
  );
});

describe('which process watches which servers', () => {
  let watching: World;
  beforeAll(async () => {
    watching = await startConnectedWorld({ env: { ALERT_ROUND_SECONDS: '1' } });
  });
  afterAll(() => watching.close());

  test.each(['{"value":{"se', '{"value":"x"}'])(
    'of which nothing can be read (%s): they are watched again',
    async (value) => {
      await eventually(() => expect(rowOf('alert-leases', 'buckets', watching)).toContain('until'));
      await watching.bot.stop();
      const cut = 'update entries set value = ? where space = ? and key = ?';
      alterIn(watching, cut, value, 'alert-leases', 'buckets');
      await watching.start();
      const before = watching.pool.requests.length;
      await eventually(() => expect(watching.pool.requests.length).toBeGreaterThan(before));
      expect(rowOf('alert-leases', 'buckets', watching)).toContain('until');
    },
  );
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
